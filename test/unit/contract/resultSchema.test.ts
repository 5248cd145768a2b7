import { check, object as anObject, pre, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
	schemaFromExample,
	schemaFromFields,
	schemaFromJson,
	type JsonSchema,
} from '../../../nodes/contract/resultSchema.ts';

const ofExample = (example: unknown): JsonSchema => schemaFromExample('schemaExample', example);
const ofFields = (...field: object[]): JsonSchema => schemaFromFields('schemaFields', { field });

describe('schemaFromExample', () => {
	test('joins the fields of all records in a list', () => {
		expect(ofExample({ list: [{ a: 1 }, { b: 'x' }, {}] })).toEqual({
			type: 'object',
			properties: {
				list: {
					type: 'array',
					items: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } } },
				},
			},
		});
	});

	test.each([
		[[1, 'a'], {}],
		[[null, 1], { type: 'number' }],
		[[1, null], { type: 'number' }],
		[[{ a: 1 }, 1], {}],
	])('lets a list like %j hold what its entries have in common', (list, items) => {
		expect(ofExample({ list })).toMatchObject({ properties: { list: { type: 'array', items } } });
	});

	test('joins what records of a list hold in their own fields', () => {
		const list = [
			{ m: { x: 1 }, v: 1, t: [1] },
			{ m: { y: 'a' }, v: 'b', t: ['a'] },
		];
		expect(ofExample({ list })).toMatchObject({
			properties: {
				list: {
					items: {
						properties: {
							m: { properties: { x: { type: 'number' }, y: { type: 'string' } } },
							v: {},
							t: { type: 'array', items: {} },
						},
					},
				},
			},
		});
	});

	test('excludes nothing once entries differ, in whatever order they come', () => {
		for (const list of [
			[1, 'a', 2],
			['a', 1, 'b'],
			[1, 2, 'a'],
		]) {
			const { properties } = ofExample({ list }) as { properties: { list: JsonSchema } };
			expect(properties.list.items).toEqual({});
		}
	});

	test('takes names that JavaScript gives a meaning for what they are', () => {
		const schema = ofExample('{"__proto__": {"a": 1}, "constructor": "x", "length": 2}');
		expect(JSON.parse(JSON.stringify(schema))).toEqual({
			type: 'object',
			properties: {
				['__proto__']: { type: 'object', properties: { a: { type: 'number' } } },
				constructor: { type: 'string' },
				length: { type: 'number' },
			},
		});
		expect(({} as { a?: unknown }).a).toBeUndefined();
	});

	test('gives every field of any example, and requires none', () => {
		const result = check(
			property(anObject({ key: string(), maxDepth: 4 }), (example) => {
				const json = JSON.stringify(example);
				const parsed = JSON.parse(json) as object;
				// Undefined values are generated, too, and have no place in JSON.
				pre(Object.keys(parsed).length > 0);
				const schema = ofExample(json);
				expect(Object.keys(schema.properties as object).sort()).toEqual(Object.keys(parsed).sort());
				expect(JSON.stringify(schema)).not.toContain('"required":[');
			}),
		);
		expect(result.counterexample).toBeNull();
	});
});

describe('schemaFromFields', () => {
	test('keeps the order of the table', () => {
		const rows = ['c', 'a', 'b'].map((name) => ({ name, type: 'string' }));
		expect(Object.keys(ofFields(...rows).properties as object)).toEqual(['c', 'a', 'b']);
	});

	test('takes a table of rows without the keys that the editor leaves out', () => {
		expect(ofFields({ name: 'a', type: 'number' })).toEqual({
			type: 'object',
			properties: { a: { type: 'number' } },
		});
	});

	test('refuses a Required that is neither true nor false', () => {
		expect(() => ofFields({ name: 'a', type: 'number', required: 'perhaps' })).toThrow(
			'schemaFields must have true or false as Required',
		);
	});

	test.each([undefined, null, {}, { field: [] }, { field: 'a' }, []])(
		'refuses the table %j',
		(table) => {
			expect(() => schemaFromFields('schemaFields', table)).toThrow('must have at least one field');
		},
	);
});

describe('schemaFromJson', () => {
	test('changes nothing in the schema', () => {
		const schema = {
			type: 'object',
			properties: { a: { $ref: '#/$defs/b' } },
			$defs: { b: {} },
			x: null,
		};
		expect(schemaFromJson('schemaJson', JSON.stringify(schema))).toEqual(schema);
		expect(schemaFromJson('schemaJson', schema)).toBe(schema);
	});

	test.each([
		'"object"',
		'5',
		'true',
		'[{"type":"object"}]',
		'{"type":"string"}',
		'{"properties":[]}',
	])('refuses %s', (json) => {
		expect(() => schemaFromJson('schemaJson', json)).toThrow(/^schemaJson must be a JSON /);
	});
});
