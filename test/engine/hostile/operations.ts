import fc from 'fast-check';
import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { expectAllowed, type AllowedRoute } from './allowed.ts';
import { parametersOf, withExpression, type Parameter } from './parameters.ts';
import { setUp } from './setUp.ts';
import { anyJson, isUnpolluted, NASTY, type Json } from './values.ts';

/** How many random values each parameter is tried with, beside all nasty ones. */
const VALUES = 10;

/** How pages are read is tried where pages are all there is, in the suite of Page. */
export const PAGE_FIELDS = [
	'attributes',
	'changeTrackingOptions',
	'checkPromptInjection',
	'highlightsQuery',
	'jsonPrompt',
	'question',
	'schemaExample',
	'schemaFields',
	'schemaJson',
	'schemaMode',
	'scrapeOptions',
	'screenshotOptions',
];

/** What of a noun's operations is tried, and what they may send. */
export interface HostileNoun {
	resource: string;
	/** Parameters with which each operation succeeds, and every parameter of it is looked at. */
	valid: Record<string, INodeParameters>;
	routes: AllowedRoute[];
	/** What has to be chosen for a parameter to be looked at, by its name. */
	choices?: Record<string, INodeParameters>;
	/** Operations that may give no item, or several, for an input that is fine. */
	anyNumber?: string[];
	/** Names of parameters that are tried with another noun. */
	triedElsewhere?: string[];
	/** Files of each input item. */
	files?: IBinaryKeyData;
	/** Fields of the answer that an operation needs beside those that all get. */
	answer?: { data?: object } & Record<string, unknown>;
}

/** Any JSON value that an expression may give, for every parameter of every operation of a noun. */
export async function hostileInputs(noun: HostileNoun): Promise<void> {
	// The values themselves matter here, and n8n's isolate would take most of the time.
	const { engine, service, credentials } = await setUp({ expressions: 'legacy' }, noun.answer);
	const { properties } = engine.nodeType('webData').description;
	const { resource, valid, routes, choices = {}, anyNumber = [], triedElsewhere = [] } = noun;

	describe.each(Object.keys(valid))('%s', (operation) => {
		const parameters = parametersOf(properties, resource, operation)
			.filter(({ path: [name = ''] }) => !triedElsewhere.includes(name))
			.map((parameter) => [parameter.path.join('.'), parameter] as const);

		test.each(parameters)(
			'takes or refuses anything as %s',
			async (_name, parameter) => {
				const [random = []] = fc.sample(
					fc.array(anyJson, { minLength: VALUES, maxLength: VALUES }),
					1,
				);
				await tryAll(operation, parameter, [...random, ...NASTY]);
			},
			60_000,
		);
	});

	/** Runs an operation once, with an item for each value. */
	async function tryAll(operation: string, parameter: Parameter, values: Json[]): Promise<void> {
		service.requests.length = 0;
		const given = { ...valid[operation], ...choices[parameter.path[0] ?? ''] };
		const { items, error } = await engine.execute({
			node: 'webData',
			parameters: {
				resource,
				operation,
				...withExpression(given, parameter, '={{ $json.value }}'),
			},
			credentials,
			items: values.map((value): IDataObject => ({ value })),
			files: noun.files && values.map(() => noun.files as IBinaryKeyData),
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expectAllowed(service.requests, routes);
		for (const [index, value] of values.entries()) {
			const own = items.filter(({ pairedItem }) => isFrom(pairedItem, index));
			expectAnswerOrReason(own, parameter, value, anyNumber.includes(operation));
		}
		expect(isUnpolluted()).toBe(true);
	}
}

function isFrom(pairedItem: INodeExecutionData['pairedItem'], index: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === index;
}

/** An item came of each input, or an error that names the parameter. */
function expectAnswerOrReason(
	items: INodeExecutionData[],
	{ displayName }: Parameter,
	value: Json,
	anyNumber: boolean,
): void {
	const shown = `for ${JSON.stringify(value).slice(0, 200)}`;
	if (!anyNumber) expect(items, shown).toHaveLength(1);
	for (const { json } of items) {
		if (!('error' in json && 'details' in json)) continue;
		expect(json.error, shown).toContain(displayName);
		expect(json.details, shown).toMatchObject({
			field: expect.stringContaining(displayName) as string,
		});
	}
}
