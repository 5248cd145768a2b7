/**
 * n8n resolves an expression once or twice for each property of its parameter's name, so that there
 * should be few of one name; what an operation shows must be what it declares all the same, which
 * `npm run docs:fields` shows of the node, too.
 */
import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { joined } from '../../nodes/WebData/fields/joined.ts';
import { loadEngine, type Engine } from '../support/engine.ts';
import { shownFields } from '../support/shownFields.ts';

const PLACE = ['resource', 'operation', '/resource', '/operation'];

/** Without where it is shown among operations. */
function plain(field: INodeProperties): INodeProperties {
	const conditions = Object.entries(field.displayOptions?.show ?? {});
	const show = Object.fromEntries(conditions.filter(([name]) => !PLACE.includes(name)));
	const displayOptions = { ...field.displayOptions, show };
	if (field.type !== 'collection') return { ...field, displayOptions };
	return { ...field, displayOptions, options: (field.options as INodeProperties[]).map(plain) };
}

describe('joined', () => {
	const everywhere = option('maxAttempts', 5);
	const ofStarts = option('waitTimeout', 900);
	const hidden: INodeProperties = {
		...option('hidden', ''),
		displayOptions: { show: { waitTimeout: [1] }, hide: { maxAttempts: [2] } },
	};

	const declared = [
		operations('crawl', 'start', 'get'),
		url('crawl', 'start'),
		options('crawl', 'start', everywhere, ofStarts),
		picker('crawl', 'get'),
		picker('crawl', 'cancel'),
		options('crawl', 'get', everywhere),
		options('crawl', 'cancel', hidden, everywhere),
		operations('page', 'scrape'),
		url('page', 'scrape'),
		options('page', 'scrape', everywhere, option('timeout', 30)),
		operations('website', 'map'),
		url('website', 'map'),
		options('website', 'map', everywhere, option('timeout', 60_000)),
	];
	const all = joined(declared);

	test.each([
		['crawl', 'start'],
		['crawl', 'get'],
		['crawl', 'cancel'],
		['page', 'scrape'],
		['website', 'map'],
	])('%s / %s shows what it declares, in that order', (resource, operation) => {
		const before = shownFields(declared, resource, operation).map(plain);
		expect(before.length).toBeGreaterThan(1);
		expect(shownFields(all, resource, operation).map(plain)).toEqual(before);
	});

	test('has one of each, but where options of a name differ', () => {
		const names = all.map(({ name }) => name);
		expect(names).toEqual([
			...['operation', 'operation', 'operation'],
			...['url', 'jobId', 'options', 'options'],
		]);
	});

	function shown(resource: string, operation: string) {
		return { displayOptions: { show: { resource: [resource], operation: [operation] } } };
	}

	function operations(resource: string, ...values: string[]): INodeProperties {
		return {
			...option('operation', values[0]),
			options: values.map((value) => ({ name: value, value })),
			displayOptions: { show: { resource: [resource] } },
		};
	}

	function url(resource: string, operation: string): INodeProperties {
		return { ...option('url', ''), ...shown(resource, operation) };
	}

	function picker(resource: string, operation: string): INodeProperties {
		const type = 'resourceLocator';
		return { ...option('jobId', ''), type, ...shown(resource, operation) };
	}

	function options(
		resource: string,
		operation: string,
		...list: INodeProperties[]
	): INodeProperties {
		return {
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			options: list,
			...shown(resource, operation),
		};
	}

	function option(name: string, value: INodeProperties['default']): INodeProperties {
		return { displayName: name, name, type: 'string', default: value };
	}
});

describe('The node', () => {
	let engine: Engine;

	beforeAll(async () => {
		engine = await loadEngine();
	});

	afterAll(async () => {
		await engine.close();
	});

	test.each([
		['options', 3],
		['jobId', 3],
		['url', 4],
	])('has, of %s, no more than %i', (name, most) => {
		const { properties } = engine.nodeType('webData').description;
		expect(properties.filter((field) => field.name === name).length).toBeLessThanOrEqual(most);
	});

	test('asks for the operation before anything that depends on it', () => {
		const { properties } = engine.nodeType('webData').description;
		const last = properties.findLastIndex(({ name }) => name === 'operation');
		expect(new Set(properties.slice(0, last + 1).map(({ name }) => name))).toEqual(
			new Set(['resource', 'operation']),
		);
	});
});
