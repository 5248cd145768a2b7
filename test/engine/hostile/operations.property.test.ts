/** Any JSON value that an expression may give, for every parameter of every operation. */
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { expectAllowed } from './contract.ts';
import { setUp } from './setUp.ts';
import { parametersOf, VALID, withExpression, type Parameter } from './parameters.ts';
import { anyJson, isUnpolluted, NASTY, type Json } from './values.ts';

/** The budget: executions for each parameter, each with so many random values and all nasty ones. */
const RUNS = 1;
const VALUES = 25;

const { engine, service, credentials } = await setUp();

const { properties } = engine.nodeType('webData').description;

describe.each(Object.keys(VALID))('%s', (operation) => {
	const parameters = parametersOf(properties, operation).map(
		(parameter) => [parameter.path.join('.'), parameter] as const,
	);

	test.each(parameters)(
		'takes or refuses anything as %s',
		async (_name, parameter) => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(anyJson, { minLength: VALUES, maxLength: VALUES }),
					async (random) => {
						await tryAll(operation, parameter, [...random, ...NASTY]);
					},
				),
				{ numRuns: RUNS, endOnFailure: true },
			);
		},
		60_000,
	);
});

/** Runs an operation once, with an item for each value. */
async function tryAll(operation: string, parameter: Parameter, values: Json[]): Promise<void> {
	service.requests.length = 0;
	const [resource = '', name = ''] = operation.split('/');
	const { items, error } = await engine.execute({
		node: 'webData',
		parameters: {
			resource,
			operation: name,
			...withExpression(operation, parameter, '={{ $json.value }}'),
		},
		credentials,
		items: values.map((value): IDataObject => ({ value })),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expectAllowed(service.requests);
	for (const [index, value] of values.entries()) {
		const own = items.filter(({ pairedItem }) => isFrom(pairedItem, index));
		expectAnswerOrReason(own, parameter, value, operation);
	}
	expect(isUnpolluted()).toBe(true);
}

function isFrom(pairedItem: INodeExecutionData['pairedItem'], index: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === index;
}

/** An item came of each input, or an error that names the parameter. */
function expectAnswerOrReason(
	items: INodeExecutionData[],
	{ displayName }: Parameter,
	value: Json,
	operation: string,
): void {
	const shown = `for ${JSON.stringify(value).slice(0, 200)}`;
	// A filter may leave nothing of the only run, a job has no errors, and a batch is one item for all.
	const mayBeNone = ['agentRun/getAll', 'batchScrape/getErrors', 'batchScrape/start'];
	if (!mayBeNone.includes(operation)) expect(items, shown).toHaveLength(1);
	for (const { json } of items) {
		if (!('error' in json && 'details' in json)) continue;
		expect(json.error, shown).toContain(displayName);
		expect(json.details, shown).toMatchObject({
			field: expect.stringContaining(displayName) as string,
		});
	}
}
