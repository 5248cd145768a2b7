import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { dataAnswer, search, serviceUnderTest, shown } from './searchUnderTest.ts';

/** The body that Search sends for these parameters. */
async function bodyOf(parameters: INodeParameters, item: IDataObject = {}): Promise<unknown> {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: dataAnswer({ web: [] }) });
	const { error } = await search(service, parameters, { items: [item] });
	if (error) throw error;
	return service.requests[0]?.body;
}

const BODY = { query: 'backups', limit: 10, sources: ['web'] };

describe('Sends', () => {
	test('nothing but what was asked for', async () => {
		expect(await bodyOf({})).toEqual(BODY);
		expect(await bodyOf({ sources: [], options: { categories: [], location: '' } })).toEqual({
			query: 'backups',
			limit: 10,
		});
	});

	test('every option under the name of the service', async () => {
		const options = {
			categories: ['github', 'pdf'],
			country: 'de',
			enterprise: 'zdr',
			excludeDomains: ['a.example', 'b.example'],
			highlights: false,
			ignoreInvalidURLs: true,
			location: 'Berlin, Germany',
			safe: true,
			threatProtection: { value: { mode: 'normal' } },
			timeout: 20_000,
		};
		expect(await bodyOf({ options })).toEqual({
			...BODY,
			...options,
			country: 'DE',
			enterprise: ['zdr'],
			threatProtection: { mode: 'normal' },
		});
	});

	test.each<[string, INodeParameters, string]>([
		['the past hour', { period: 'hour' }, 'qdr:h'],
		['the past day', { period: 'day' }, 'qdr:d'],
		['the past week', { period: 'week' }, 'qdr:w'],
		['the past month', { period: 'month' }, 'qdr:m'],
		['the past year', { period: 'year' }, 'qdr:y'],
		['the newest first', { newestFirst: true }, 'sbd:1'],
		['the newest of the past week', { period: 'week', newestFirst: true }, 'qdr:w,sbd:1'],
		[
			'a range of dates',
			{ period: 'range', from: '2026-01-05T00:00:00', to: '2026-03-31T00:00:00' },
			'cdr:1,cd_min:01/05/2026,cd_max:03/31/2026',
		],
		['an open range', { period: 'range', from: '2026-01-05' }, 'cdr:1,cd_min:01/05/2026'],
		['up to a date', { period: 'range', to: '2026-01-05' }, 'cdr:1,cd_max:01/05/2026'],
		[
			'the newest of a range',
			{ period: 'range', to: '2026-01-05', newestFirst: true },
			'cdr:1,cd_max:01/05/2026,sbd:1',
		],
		['dates left from another choice', { period: 'day', from: '2026-01-05' }, 'qdr:d'],
	])('%s as time', async (_title, value, tbs) => {
		expect(await bodyOf({ options: { tbs: { value } } })).toEqual({ ...BODY, tbs });
	});

	test('any time as nothing', async () => {
		expect(await bodyOf({ options: { tbs: { value: {} } } })).toEqual(BODY);
		const value = { period: 'anyTime', newestFirst: false };
		expect(await bodyOf({ options: { tbs: { value } } })).toEqual(BODY);
	});

	test('lists in whatever form an expression gives them', async () => {
		const parameters = {
			sources: '={{ $json.sources }}',
			options: { includeDomains: '={{ $json.domains }}' },
		};
		const item = { sources: 'web, news', domains: '["a.example","a.example","b.example"]' };
		expect(await bodyOf(parameters, item)).toEqual({
			...BODY,
			sources: ['web', 'news'],
			includeDomains: ['a.example', 'b.example'],
		});
	});
});

describe('Refuses before anything is sent', () => {
	test.each<[string, INodeParameters, string]>([
		['no query', { query: '={{ undefined }}' }, 'Query is required'],
		['a blank query', { query: '  ' }, 'Query is required'],
		['a long query', { query: 'x'.repeat(501) }, 'Query must have at most 500 characters'],
		['no results', { maxResults: 0 }, 'Max Results must be a whole number from 1 to 100'],
		['too many results', { maxResults: 101 }, 'Max Results must be a whole number from 1 to 100'],
		['a source that is none', { sources: ['web', 'videos'] }, 'Sources must be one of'],
		['a category that is none', { options: { categories: ['x'] } }, 'Categories must be one of'],
		[
			'developer with others',
			{ options: { categories: ['developer', 'pdf'] } },
			'Categories must hold Developer alone',
		],
		[
			'both lists of domains',
			{ options: { includeDomains: ['a.example'], excludeDomains: ['b.example'] } },
			'Exclude Domains cannot be combined with Include Domains',
		],
		[
			'an address for a domain',
			{ options: { includeDomains: ['https://a.example/'] } },
			'Include Domains must hold domains',
		],
		['a country that is none', { options: { country: 'Germany' } }, 'Country must be two letters'],
		['a short timeout', { options: { timeout: 999 } }, 'Timeout must be a whole number'],
		[
			'a range without dates',
			{ options: { tbs: { value: { period: 'range' } } } },
			'is required for a range',
		],
		[
			'a range that ends before it begins',
			{
				options: { tbs: { value: { period: 'range', from: '2026-02-01', to: '2026-01-01' } } },
			},
			'To must not be before From',
		],
		[
			'a date that is none',
			{ options: { tbs: { value: { period: 'range', from: 'soon' } } } },
			'From must be a date and time',
		],
		['a format of pages alone', { formats: ['branding'] }, 'Formats must be one of'],
		['change tracking', { formats: ['markdown', 'changeTracking'] }, 'Formats must be one of'],
		[
			'options for pages that are not read',
			{ scrapeOptions: { mobile: true } },
			'Scrape Options needs at least one entry in Formats',
		],
		['an output that is none', { output: 'table' }, 'Output must be one of'],
	])('%s', async (_title, parameters, message) => {
		const { service } = await serviceUnderTest();
		const result = await search(service, parameters);
		expect(shown(result).message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	test('one item of several, and no other is sent', async () => {
		const { service } = await serviceUnderTest();
		const items = [{ query: 'backups' }, { query: '' }];
		const result = await search(service, { query: '={{ $json.query }}' }, { items });
		expect(shown(result).message).toBe('Query is required [item 1]');
		expect(service.requests).toEqual([]);
	});

	test('one item of several under Continue On Fail, and the others are sent', async () => {
		const { service } = await serviceUnderTest();
		const { items, error } = await search(
			service,
			{ query: '={{ $json.query }}', maxResults: 1 },
			{ items: [{ query: '' }, { query: 'backups' }], onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ json: { error: 'Query is required [item 0]' }, pairedItem: { item: 0 } },
			{ json: { source: 'web' }, pairedItem: { item: 1 } },
		]);
	});
});
