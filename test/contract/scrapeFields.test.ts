/** How pages are read: the node's fields held against the service's table of options, both ways. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';
import tables from './requestBodies.json' with { type: 'json' };
import { choices, contractType } from './nodeFields.ts';
import { shownFields } from '../support/shownFields.ts';

interface Row {
	field: string;
	type?: string;
	default?: unknown;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	enum?: string[];
	parameters?: string[];
	/** Why the node has no field for it. */
	notOffered?: string;
}

let engine: Engine;

beforeAll(async () => {
	engine = await loadEngine();
});

afterAll(async () => {
	await engine.close();
});

const offered = (rows: Row[]) => rows.filter(({ notOffered }) => notOffered === undefined);

/** Fields of an operation, by name. */
function fieldsOf(resource: string, operation: string): Map<string, INodeProperties> {
	const { properties } = engine.nodeType('webData').description;
	const fields = shownFields(properties, resource, operation);
	return new Map(fields.map((field) => [field.name, field]));
}

function optionsIn(field: INodeProperties | undefined): Map<string, INodeProperties> {
	const options = (field?.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	return new Map(options.map((option) => [option.name, option]));
}

const USES: Array<[string, string]> = [
	['page', 'scrape'],
	['batchScrape', 'start'],
];

describe.each(USES)('%s / %s', (resource, operation) => {
	test('offers every option of a scrape that is neither internal nor deprecated, and no other', () => {
		const names = offered(tables.scrapeOptions).map(({ field }) => field);
		const options = optionsIn(fieldsOf(resource, operation).get('scrapeOptions'));
		expect(['formats', ...options.keys()].sort()).toEqual(names.sort());
	});

	test('offers every format, and the parameters of each only with it', () => {
		const fields = fieldsOf(resource, operation);
		const formats = (fields.get('formats')?.options ?? []) as INodePropertyOptions[];
		const rows = offered(tables.formats);
		expect(formats.map(({ value }) => value).sort()).toEqual(rows.map(({ field }) => field).sort());
		for (const { field, parameters } of rows) {
			const shown = [...fields.values()].filter(({ displayOptions }) =>
				displayOptions?.show?.formats?.includes(field),
			);
			expect(shown.length > 0, field).toBe((parameters ?? []).length > 0);
		}
		for (const group of ['screenshot', 'changeTracking']) {
			const row = rows.find(({ field }) => field === group);
			expect([...optionsIn(fields.get(`${group}Options`)).keys()].sort()).toEqual(
				row?.parameters?.toSorted(),
			);
		}
	});
});

describe('An option of a scrape', () => {
	const rows = offered(tables.scrapeOptions).filter(({ field }) => field !== 'formats');

	test.each(rows.map((row) => [row.field, row] as const))(
		'%s is what its row says',
		(name, row) => {
			const option = optionsIn(fieldsOf('page', 'scrape').get('scrapeOptions')).get(name);
			if (!option) throw new Error(`${name} has no field`);
			const { typeOptions = {}, description = '' } = option;
			if (row.type === 'array') expect(option.type).toBe('fixedCollection');
			else expect(contractType(option)).toBe(row.type);
			expect(choices(option)?.sort()).toEqual(row.enum?.toSorted());
			if (row.default !== undefined) expect(option.default).toBe(row.default);
			expect(typeOptions.minValue).toBe(row.minimum);
			expect(typeOptions.maxValue).toBe(row.maximum);
			for (const limit of [row.maximum, row.maxItems]) {
				if (limit !== undefined) expect(description).toContain(limit.toLocaleString('en-US'));
			}
		},
	);
});

test('Browser actions have every type with its own fields, and can be sorted', () => {
	const { scrapeOptions } = Object.fromEntries(fieldsOf('page', 'scrape'));
	const actions = optionsIn(scrapeOptions).get('actions');
	expect(actions?.typeOptions).toMatchObject({ multipleValues: true, sortable: true });
	const values = (actions?.options ?? []).flatMap((option) =>
		'values' in option ? option.values : [],
	);
	const types = values.find(({ name }) => name === 'type');
	expect(types && choices(types)?.sort()).toEqual(tables.actions.map(({ field }) => field).sort());
	for (const { field, parameters } of tables.actions) {
		const shown = values.filter(({ displayOptions }) =>
			displayOptions?.show?.type?.includes(field),
		);
		expect(shown.map(({ name }) => name).sort(), field).toEqual(parameters.toSorted());
	}
});

test('Batch Scrape has a field for everything that only a batch has', () => {
	const fields = fieldsOf('batchScrape', 'start');
	const names = new Set([...fields.keys(), ...optionsIn(fields.get('options')).keys()]);
	/** Where a name is taken for something else, or says more. */
	const ours: Record<string, string> = { webhook: 'webhookUrl', maxConcurrency: 'maxPagesAtOnce' };
	for (const { field } of offered(tables.batchStart)) expect(names).toContain(ours[field] ?? field);
});
