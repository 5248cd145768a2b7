/** Names that mean something to JavaScript are names like any other in schemas and examples. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { setUp } from '../hostile/setUp.ts';
import { isUnpolluted } from '../hostile/values.ts';

const RUNS = 15;

const { engine, service, credentials } = await setUp();

const NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'__defineGetter__',
	'valueOf',
	'toJSON',
	'then',
	'length',
	'0',
	' ',
	'a.b',
	'a[0]',
	'$ref',
	'=x',
	'{{ x }}',
	'💥',
	'\ud800',
];

const name = fc.oneof(
	fc.constantFrom(...NAMES),
	fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }),
);

/** An object with such names, built without any of them taking effect. */
const properties = fc
	.uniqueArray(name, { minLength: 1, maxLength: 6 })
	.map((names) => Object.fromEntries(names.map((each) => [each, { type: 'string' }])));

/** The schema that the service receives when an expression gives the parameter. */
async function sentSchema(parameters: INodeParameters, input: IDataObject): Promise<unknown> {
	service.requests.length = 0;
	const { error } = await engine.execute({
		node: 'webData',
		parameters: {
			resource: 'agentRun',
			operation: 'start',
			prompt: 'Find it',
			waitForCompletion: false,
			...parameters,
		},
		credentials,
		items: [input],
	});
	expect(isUnpolluted()).toBe(true);
	if (error) throw error;
	return (service.requests[0]?.body as { schema?: unknown }).schema;
}

describe('a schema arrives as it was given', () => {
	test('as text', async () => {
		await fc.assert(
			fc.asyncProperty(properties, async (given) => {
				const text = JSON.stringify({ type: 'object', properties: given });
				const parameters = { schemaMode: 'json', schemaJson: '={{ $json.text }}' };
				const schema = await sentSchema(parameters, { text });
				expect(JSON.stringify(schema)).toBe(text);
			}),
			{ numRuns: RUNS },
		);
	});

	test('from an example', async () => {
		await fc.assert(
			fc.asyncProperty(properties, async (given) => {
				const names = Object.keys(given);
				const example = `{${names.map((each) => `${JSON.stringify(each)}:"text"`).join(',')}}`;
				const parameters = { schemaMode: 'example', schemaExample: '={{ $json.example }}' };
				const schema = await sentSchema(parameters, { example });
				expect(JSON.stringify(schema)).toBe(JSON.stringify({ type: 'object', properties: given }));
			}),
			{ numRuns: RUNS },
		);
	});

	test.each(NAMES.filter((each) => each.trim() !== '' && !each.startsWith('=')))(
		'from a table with the field %j',
		async (field) => {
			const row = { name: '={{ $json.field }}', type: 'string' };
			const parameters = { schemaMode: 'fields', schemaFields: { field: [row] } };
			const schema = await sentSchema(parameters, { field });
			const wanted = {
				type: 'object',
				properties: Object.fromEntries([[field, { type: 'string' }]]),
			};
			expect(JSON.stringify(schema)).toBe(JSON.stringify(wanted));
		},
	);
});

describe('a schema that is nested beyond all reason', () => {
	const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

	test.each([51, 1_000, 100_000])('%i levels deep is refused as an example', async (levels) => {
		const parameters = { schemaMode: 'example', schemaExample: '={{ $json.example }}' };
		await expect(sentSchema(parameters, { example: deep(levels) })).rejects.toThrow(
			'Example of the Result',
		);
		expect(service.requests).toEqual([]);
	});

	test.each([400, 1_000, 100_000])('%i levels deep is sent whole or refused', async (levels) => {
		const schemaJson = `{"type":"object","properties":{"a":${deep(levels)}}}`;
		const parameters = { schemaMode: 'json', schemaJson: '={{ $json.schemaJson }}' };
		try {
			expect(JSON.stringify(await sentSchema(parameters, { schemaJson }))).toBe(schemaJson);
		} catch (error) {
			expect((error as Error).message).toContain('JSON Schema');
			expect(service.requests).toEqual([]);
		}
	});
});
