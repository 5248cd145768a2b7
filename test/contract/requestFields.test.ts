import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';
import { fieldRows, type BodyName } from './contractTables.ts';
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

/** Bodies of which every row has a field under its own name. */
const BROWSER_BODIES: Array<[title: string, body: BodyName, resource: string, operation: string]> =
	[
		['Opening a browser session', 'browserOpen', 'browserSession', 'open'],
		['Code in a browser session', 'browserExecute', 'browserSession', 'execute'],
		['Work on a scraped page', 'pageInteract', 'page', 'interact'],
	];

describe.each(BROWSER_BODIES)('%s', (_title, body, resource, operation) => {
	const rows = fieldRows(body);
	const fields = (): Map<string, NodeField> => bodyFields(engine, resource, operation);

	test('has a field for every row of the service’s facts, and no other', () => {
		expect([...fields().keys()].sort()).toEqual([...rows.keys()].sort());
	});

	test.each([...rows])('%s is what its row says', (path, row) => {
		const field = fields().get(path);
		if (!field) throw new Error(`${path} has no field`);
		if (path.endsWith('saveChanges')) expect(field.property.default).toBe(row.default);
		else expectRow(field, row);
	});
});
