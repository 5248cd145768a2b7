import { describe, expect, test } from 'vitest';

import { jsonOf, onlyJson, search, serviceUnderTest } from './searchUnderTest.ts';

test('each result leaves as an item with its source', async () => {
	const { service } = await serviceUnderTest();
	const { items, error } = await search(service, { query: 'backups', maxResults: 3 });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(items[0]).toEqual({
		json: {
			source: 'web',
			url: `${service.websiteUrl}/docs/backups/`,
			title: 'Backups',
			description: 'Everything about backups.',
			position: 1,
		},
		pairedItem: { item: 0 },
	});
	expect(service.requests.map(({ body }) => body)).toEqual([
		{ query: 'backups', limit: 3, sources: ['web'] },
	]);
});

test('news, images and pages come together, told apart by their source', async () => {
	const { service } = await serviceUnderTest();
	const { items } = await search(service, {
		query: 'release',
		maxResults: 2,
		sources: ['news', 'web', 'images'],
	});
	expect(jsonOf(items).map(({ source }) => source)).toEqual([
		'news',
		'news',
		'web',
		'web',
		'images',
		'images',
	]);
	expect(jsonOf(items)[0]).toMatchObject({
		snippet: expect.any(String) as string,
		date: expect.any(String) as string,
	});
	expect(jsonOf(items)[4]).toMatchObject({ imageUrl: expect.any(String) as string });
});

test('the results of several searches are linked to their input items', async () => {
	const { service } = await serviceUnderTest();
	const { items } = await search(
		service,
		{ query: '={{ $json.word }}', maxResults: 2 },
		{ items: [{ word: 'backups' }, { word: 'no-such-word' }, { word: 'webhooks' }] },
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 0 },
		{ item: 2 },
		{ item: 2 },
	]);
});

test('all results may leave in one item, with what the search cost', async () => {
	const { service } = await serviceUnderTest();
	const json = onlyJson(await search(service, { maxResults: 2, output: 'list' }));
	expect(json).toEqual({
		query: 'backups',
		count: 2,
		results: [expect.objectContaining({ source: 'web' }), expect.objectContaining({ position: 2 })],
		jobId: expect.any(String) as string,
		creditsUsed: 2,
	});
	const nothing = onlyJson(await search(service, { query: 'no-such-word', output: 'list' }));
	expect(nothing).toMatchObject({ count: 0, results: [] });
});

describe('With formats', () => {
	test('each result brings its page', async () => {
		const { service } = await serviceUnderTest();
		const { items } = await search(service, {
			maxResults: 2,
			formats: ['markdown', 'links'],
			scrapeOptions: { onlyMainContent: false, timeout: 20_000 },
		});
		expect(jsonOf(items)[0]).toMatchObject({
			source: 'web',
			title: 'Backups',
			markdown: expect.stringContaining('Everything about backups') as string,
			links: expect.arrayContaining([`${service.websiteUrl}/`]) as string[],
			metadata: { statusCode: 200 },
		});
		expect(jsonOf(items).some((json) => 'pageError' in json)).toBe(false);
		expect(service.requests[0]?.body).toMatchObject({
			scrapeOptions: {
				formats: ['markdown', 'links'],
				onlyMainContent: false,
				timeout: 20_000,
			},
		});
	});

	test('a result whose page cannot be read stays, with the reason', async () => {
		const { service } = await serviceUnderTest({
			searchPages: [
				{ url: 'http://gone.invalid/', title: 'Backups', description: 'All backups are gone.' },
				{ url: 'http://blocked.example/', title: 'Backups', description: 'Blocked backups.' },
			],
			blockedHosts: ['blocked.example'],
			hasBrowser: false,
		});
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const parameters = { maxResults: 3, formats: ['markdown'] };
		const { items, error } = await search(service, parameters, retry);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([
			{
				url: 'http://gone.invalid/',
				pageError: expect.stringMatching(/gone\.invalid|engines/) as string,
			},
			{
				url: 'http://blocked.example/',
				pageError: expect.stringContaining('without its page') as string,
			},
			{ markdown: expect.any(String) as string },
		]);
		expect(jsonOf(items)[2]).not.toHaveProperty('pageError');
		// To n8n it is no failed node, which would be paid for again.
		expect(service.requests).toHaveLength(1);
	});

	test('a page that answered 404 is a page', async () => {
		const { service } = await serviceUnderTest();
		const url = `${service.websiteUrl}/nowhere`;
		const pages = [{ url, title: 'Nowhere', description: 'Nowhere at all.' }];
		const other = await serviceUnderTest({ searchPages: pages, hasBrowser: false });
		const { items } = await search(other.service, {
			query: 'nowhere',
			maxResults: 1,
			formats: ['markdown'],
		});
		expect(jsonOf(items)).toMatchObject([{ url, metadata: { statusCode: 404 } }]);
		expect(jsonOf(items)[0]).not.toHaveProperty('pageError');
	});
});
