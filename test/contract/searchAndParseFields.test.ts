import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';
import { fieldRows } from './contractTables.ts';
import { expectRow } from './expectRow.ts';
import { bodyFields, contractType, type NodeField } from './nodeFields.ts';

let engine: Engine;

beforeAll(async () => {
	engine = await loadEngine();
});

afterAll(async () => {
	await engine.close();
});

describe('Search', () => {
	const rows = fieldRows('search');
	const fields = (): Map<string, NodeField> => bodyFields(engine, 'webSearch', 'search');

	/** Groups that the body has not as such: `tbs` is a text there, and the formats stand in `scrapeOptions`. */
	const isOfGroup = (path: string) => /^tbs\./.test(path);

	test('has a field for every row of the service’s table, and no other', () => {
		const paths = [...fields().keys()].filter((path) => !isOfGroup(path));
		expect(paths.sort()).toEqual([...rows.keys()].sort());
	});

	test.each([...rows].filter(([path]) => path !== 'scrapeOptions'))(
		'%s is what its row says',
		(path, row) => {
			const field = fields().get(path);
			if (!field) throw new Error(`${path} has no field`);
			expectRow(field, row);
		},
	);

	test('calls each field by the service’s name, but for `limit`', () => {
		const renamed = [...fields()]
			.map(([path, { property }]) => [path.split('.').at(-1), property.name])
			.filter(([name, ownName]) => ownName !== name);
		expect(renamed).toEqual([['limit', 'maxResults']]);
	});
});

describe('Parse', () => {
	const rows = fieldRows('parse');

	function fields(): Map<string, INodeProperties> {
		const { properties } = engine.nodeType('webData').description;
		const own = properties.filter(({ displayOptions }) =>
			displayOptions?.show?.operation?.includes('parse'),
		);
		const options = own.find(({ name }) => name === 'scrapeOptions')?.options ?? [];
		const formats = own.filter(({ name }) => name === 'formats');
		return new Map(
			[...formats, ...(options as INodeProperties[])].map((field) => [field.name, field]),
		);
	}

	test('has a field for every row of the service’s table, and no other', () => {
		const paths = [...rows.keys()].filter((path) => !path.includes('.'));
		expect([...fields().keys()].sort()).toEqual(paths.sort());
	});

	test.each([...rows].filter(([path]) => !path.includes('.')))(
		'%s is what its row says',
		(path, row) => {
			const field = fields().get(path);
			if (!field) throw new Error(`${path} has no field`);
			expect(contractType(field)).toBe(row.type);
			if (row.default !== undefined) expect(field.default).toBe(row.default);
			expect(field.typeOptions?.maxValue).toBe(row.maximum);
			const values = field.options?.map((choice) => ('value' in choice ? choice.value : ''));
			if (row.enum) expect(values?.sort()).toEqual(row.enum.toSorted());
		},
	);
});
