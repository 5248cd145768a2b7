/** How websites are crawled: the node's fields held against the service's tables, both ways. */
import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';
import tables from './requestBodies.json' with { type: 'json' };
import { choices, contractType } from './nodeFields.ts';
import { shownFields } from '../support/shownFields.ts';

let engine: Engine;

beforeAll(async () => {
	engine = await loadEngine();
});

afterAll(async () => {
	await engine.close();
});

/** Where a field of the body stands in the node under another name. */
const OURS: Partial<Record<string, string>> = { limit: 'maxPages', webhook: 'webhookUrl' };

/** What stands beside the options of a crawl. */
const BESIDE = ['url', 'limit', 'scrapeOptions', 'webhook'];

interface Row {
	field: string;
	type: string;
	required?: boolean;
	default?: unknown;
	minimum?: number;
	maximum?: number;
	maxLength?: number;
	enum?: string[];
}

const START: Row[] = tables.crawlStart;
const PREVIEW: Row[] = tables.crawlPreview;

function fieldsOf(operation: string): Map<string, INodeProperties> {
	const { properties } = engine.nodeType('webData').description;
	const fields = shownFields(properties, 'crawl', operation);
	return new Map(fields.map((field) => [field.name, field]));
}

function optionsIn(field: INodeProperties | undefined): Map<string, INodeProperties> {
	const options = (field?.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	return new Map(options.map((option) => [option.name, option]));
}

/** Every field of the body, by its name there. */
function startField(name: string): INodeProperties | undefined {
	const fields = fieldsOf('start');
	const ours = OURS[name] ?? name;
	const collection = BESIDE.includes(name) ? 'options' : 'crawlOptions';
	return optionsIn(fields.get(collection)).get(ours) ?? fields.get(ours);
}

function expectRow(field: INodeProperties | undefined, row: Row): void {
	if (!field) throw new Error(`${row.field} has no field`);
	const { typeOptions = {}, description = '' } = field;
	if (row.type === 'object') expect(field.type).toBe('collection');
	else expect(contractType(field)).toBe(row.type);
	expect(field.required ?? false).toBe(row.required ?? false);
	expect(choices(field)?.sort()).toEqual(row.enum?.toSorted());
	if (row.default !== undefined) expect(field.default).toBe(row.default);
	expect(typeOptions.minValue).toBe(row.minimum);
	expect(typeOptions.maxValue).toBe(row.maximum);
	for (const limit of [row.maximum, row.maxLength]) {
		if (limit !== undefined) expect(description).toContain(limit.toLocaleString('en-US'));
	}
}

describe('Start', () => {
	test.each(START.map((row) => [row.field, row] as const))(
		'has %s as its row says',
		(name, row) => {
			expectRow(startField(name), row);
		},
	);

	test('offers no option of a crawl that has no row', () => {
		const names = START.map(({ field }) => field).filter((name) => !BESIDE.includes(name));
		expect([...optionsIn(fieldsOf('start').get('crawlOptions')).keys()].sort()).toEqual(
			names.sort(),
		);
	});

	test('offers every option of a scrape but the one that holds for the crawl as a whole', () => {
		const names = tables.scrapeOptions
			.filter((row) => !('notOffered' in row))
			.map(({ field }) => field)
			.filter((name) => name !== 'zeroDataRetention');
		const options = optionsIn(fieldsOf('start').get('scrapeOptions'));
		expect(['formats', ...options.keys()].sort()).toEqual(names.sort());
	});

	test('reads 100 pages at most unless the user says otherwise', () => {
		expect(startField('limit')?.default).toBe(100);
	});
});

describe('Preview', () => {
	test.each(PREVIEW.map((row) => [row.field, row] as const))(
		'has %s as its row says',
		(name, row) => {
			expectRow(fieldsOf('preview').get(name), row);
		},
	);

	test('has no other field', () => {
		expect([...fieldsOf('preview').keys()].filter((name) => name !== 'options').sort()).toEqual(
			PREVIEW.map(({ field }) => field).sort(),
		);
	});
});
