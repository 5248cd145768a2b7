import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';
import { fieldRows } from './contractTables.ts';
import { expectRow } from './expectRow.ts';
import { bodyFields, type NodeField } from './nodeFields.ts';

let engine: Engine;

beforeAll(async () => {
	engine = await loadEngine();
});

afterAll(async () => {
	await engine.close();
});

/** Properties that together stand for one field of the body. */
const AGENT_SCHEMA = ['schemaFields', 'schemaExample', 'schemaJson'];

describe('Map', () => {
	const rows = fieldRows('map');
	const fields = (): Map<string, NodeField> => bodyFields(engine, 'website', 'map');

	test('has a field for every row of the contract, and no other', () => {
		expect([...fields().keys()].sort()).toEqual([...rows.keys()].sort());
	});

	test.each([...rows])('%s is what its row says', (path, row) => {
		const field = fields().get(path);
		if (!field) throw new Error(`${path} has no field`);
		expectRow(field, row);
	});

	test('calls each field by the contract’s name, but for `limit`', () => {
		const renamed = [...fields()]
			.map(([path, { property }]) => [path.split('.').at(-1), property.name])
			.filter(([contractName, name]) => name !== contractName);
		expect(renamed).toEqual([['limit', 'maxLinks']]);
	});
});

describe('Start of an agent run', () => {
	const rows = fieldRows('agentStart');
	const fields = (): Map<string, NodeField> => bodyFields(engine, 'agentRun', 'start');

	test('has a field for every row of the supplement, and no other', () => {
		const names = engine.nodeType('webData').description.properties.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(AGENT_SCHEMA));
		expect([...fields().keys(), 'schema'].sort()).toEqual([...rows.keys()].sort());
	});

	test.each([...rows].filter(([path]) => path !== 'schema'))(
		'%s is what its row says',
		(path, row) => {
			const field = fields().get(path);
			if (!field) throw new Error(`${path} has no field`);
			expectRow(field, row);
		},
	);
});
