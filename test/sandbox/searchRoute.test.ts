/** Searches of the stand-in, over HTTP. */
import { expect, test } from 'vitest';

import type { ServiceOptions } from '../../sandbox/service/index.ts';
import { page, webSite } from './scrapeSite.ts';
import { serviceUnderTest, TestClock } from './serviceUnderTest.ts';

type Result = Record<string, unknown>;
interface SearchAnswer {
	data: Record<string, Result[]>;
	creditsUsed: number;
	error?: string;
}

async function search(body: object, options: ServiceOptions = {}) {
	const { service, client } = await serviceUnderTest(options);
	const answer = await client.post<SearchAnswer>('/v2/search', { query: 'backups', ...body });
	return { service, client, ...answer };
}

test('the pages that have more of the words come first', async () => {
	const { data } = await search({ query: 'secure webhooks schedule', limit: 1 });
	expect(data.data['web']).toMatchObject([{ title: 'Secure Webhooks on a Schedule' }]);
});

test('ten results are found where no limit is given, and cost two credits', async () => {
	const { data } = await search({});
	expect([data.data['web']?.length, data.creditsUsed]).toEqual([10, 2]);
	expect((await search({ limit: 11 })).data.creditsUsed).toBe(4);
	expect((await search({ query: 'no-such-word' })).data).toMatchObject({
		data: { web: [] },
		creditsUsed: 0,
	});
});

test('what was scraped is found by its text', async () => {
	const site = await webSite({ '/': page('Oak', '<p>Wobbling zymurgy.</p>') });
	const { client } = await serviceUnderTest();
	const find = async () =>
		(await client.post<SearchAnswer>('/v2/search', { query: 'zymurgy' })).data.data['web'];
	expect(await find()).toEqual([]);
	await client.post('/v2/scrape', { url: site.origin });
	expect(await find()).toMatchObject([
		{ title: 'Oak', url: expect.stringContaining(site.origin) as string },
	]);
});

test('domains are kept to, with what is below them', async () => {
	const hosts = async (body: object) => {
		const { data } = await search({ query: 'release backups', limit: 100, ...body });
		return new Set(data.data['web']?.map(({ url }) => new URL(String(url)).hostname));
	};
	expect(await hosts({ includeDomains: ['blog.localhost'] })).toEqual(new Set(['blog.localhost']));
	expect(await hosts({ excludeDomains: ['blog.localhost'] })).toEqual(new Set(['localhost']));
});

test.each([
	['a range', 'cdr:1,cd_min:02/01/2026,cd_max:03/31/2026', ['2026-02', '2026-03']],
	['the newest first', 'cdr:1,cd_min:10/01/2026,sbd:1', ['2026-12', '2026-11', '2026-10']],
	['the past month', 'qdr:m', ['2026-04']],
])('a time limits what is found: %s', async (_title, tbs, months) => {
	const clock = new TestClock();
	clock.time = Date.UTC(2026, 4, 1);
	const body = { query: 'release', tbs, includeDomains: ['blog.localhost'] };
	const { data } = await search(body, { now: clock.now });
	const found = data.data['web']?.map(({ url }) => /2026\/\d\d/.exec(String(url))?.[0]);
	expect(found?.map((month) => month?.replace('/', '-'))).toEqual(months);
});

test('pages are billed on top of the results, and failed ones are not', async () => {
	const { data } = await search(
		{ limit: 2, scrapeOptions: { formats: ['markdown'] } },
		{ searchPages: [{ url: 'http://127.0.0.1:9/', title: 'Backups', description: 'All backups' }] },
	);
	expect(data.creditsUsed).toBe(3);
	expect(data.data['web']).toMatchObject([
		{ metadata: { statusCode: 500, error: expect.any(String) as string } },
		{ markdown: expect.any(String) as string },
	]);
});

test('a search that takes longer than its timeout ends', async () => {
	const { status } = await search({ timeout: 1000 }, { searchDuration: 1500 });
	expect(status).toBe(408);
});
