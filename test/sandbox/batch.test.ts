import { describe, expect, test } from 'vitest';

import { ServiceError, type ServiceOptions } from '../../sandbox/service/index.ts';
import type { PageJobEvent } from '../../sandbox/service/pageJobs/pageJob.ts';
import { page, webSite } from './scrapeSite.ts';
import { clientOf, serviceUnderTest, TestClock } from './serviceUnderTest.ts';

interface Started {
	success: boolean;
	id: string;
	url: string;
	invalidURLs: string[];
	error?: string;
}

interface Status {
	status: string;
	completed: number;
	total: number;
	creditsUsed: number;
	next?: string;
	data: Array<{ markdown: string; metadata: { sourceURL: string; statusCode: number } }>;
}

async function batchService(options: ServiceOptions = {}) {
	const { service, client } = await serviceUnderTest(options);
	const start = async (body: object) => await client.post<Started>('/v2/batch/scrape', body);
	const status = async (id: string, query = '') =>
		(await client.get<Status>(`/v2/batch/scrape/${id}${query}`)).data;
	const ended = async (id: string): Promise<Status> => {
		for (;;) {
			const now = await status(id);
			if (now.status !== 'scraping') return now;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	const errors = async (id: string) =>
		(
			await client.get<{ errors: Array<{ url: string; code: string }> }>(
				`/v2/batch/scrape/${id}/errors`,
			)
		).data;
	return { service, client, start, status, ended, errors };
}

async function numberedSite(count: number) {
	const files = Array.from({ length: count }, (_, number) => [
		`/${number}`,
		page(`Page ${number}`, `<p>Text ${number}</p>`),
	]);
	return await webSite(Object.fromEntries(files) as Record<string, string>);
}

describe('a batch', () => {
	test('scrapes its pages, duplicates too, and lists what failed apart', async () => {
		const { origin } = await webSite({
			'/a': page('A', '<p>A</p>'),
			'/broken': { broken: true },
		});
		const { service, start, ended, errors } = await batchService();
		const urls = [
			`${origin}/a`,
			`${origin}/a#x`,
			`${origin}/a`,
			`${origin}/none`,
			`${origin}/broken`,
		];
		const { data } = await start({ urls, formats: ['markdown'] });
		expect(data).toEqual({
			success: true,
			id: data.id,
			url: `${service.url}/v2/batch/scrape/${data.id}`,
			invalidURLs: [],
		});
		const end = await ended(data.id);
		expect(end).toMatchObject({ status: 'completed', completed: 4, total: 4, creditsUsed: 4 });
		expect(end.next).toBeUndefined();
		expect(end.data.map(({ metadata }) => [metadata.sourceURL, metadata.statusCode])).toEqual(
			expect.arrayContaining([
				[`${origin}/a`, 200],
				[`${origin}/a#x`, 200],
				[`${origin}/none`, 404],
			]),
		);
		expect((await errors(data.id)).errors).toMatchObject([
			{ url: `${origin}/broken`, code: 'SCRAPE_ALL_ENGINES_FAILED' },
		]);
	});

	test('refuses invalid addresses unless it is told to ignore them', async () => {
		const { origin } = await numberedSite(1);
		const { start } = await batchService({ blockedHosts: ['blocked.example'] });
		const urls = [`${origin}/0`, 'nonsense url', 'ftp://a.example/x', 'http://blocked.example/'];
		const refused = await start({ urls });
		expect([refused.status, refused.data.error]).toEqual([400, 'Bad Request']);
		const { data } = await start({ urls, ignoreInvalidURLs: true });
		expect(data.invalidURLs).toEqual(urls.slice(1));
		const none = await start({ urls: urls.slice(1), ignoreInvalidURLs: true });
		expect([none.status, none.data.error]).toEqual([400, 'No valid URLs provided']);
	});

	test.each([
		[{ url: 'http://a.example/' }, /^Unrecognized key in body/],
		[{ urls: ['http://a.example/'], webhook: { url: 'http://b.example/', secret: 'x' } }, /./],
		[{ urls: ['http://a.example/'], webhook: { url: 'http://b.example/', events: ['done'] } }, /./],
		[{ urls: ['http://a.example/'], foo: 1 }, /^Unrecognized key in body/],
		[{ urls: [] }, /^Bad Request$/],
	])('refuses %j', async (body, text) => {
		const { start } = await batchService();
		const { status, data } = await start(body);
		expect(status).toBe(400);
		expect(data.error).toMatch(text);
	});

	test('works at as many pages at once as the plan has browsers', async () => {
		const { origin } = await numberedSite(6);
		const { start, ended } = await batchService({ maxConcurrency: 2, pageDuration: 200 });
		const urls = Array.from({ length: 6 }, (_, number) => `${origin}/${number}`);
		const before = Date.now();
		const { data } = await start({ urls });
		expect((await ended(data.id)).completed).toBe(6);
		const took = Date.now() - before;
		expect(took).toBeGreaterThan(580);
		expect(took).toBeLessThan(1500);
	});

	test('answers pages of 100 documents with the address of the next one', async () => {
		const { origin } = await numberedSite(130);
		const { service, client, start, ended, status } = await batchService();
		const urls = Array.from({ length: 130 }, (_, number) => `${origin}/${number}`);
		const { id } = (await start({ urls })).data;
		const first = await ended(id);
		expect([first.data.length, first.next]).toEqual([
			100,
			`${service.url}/v2/batch/scrape/${id}?skip=100`,
		]);
		const second = (await client.get<Status>(first.next ?? '')).data;
		expect([second.data.length, second.next]).toEqual([30, undefined]);
		const texts = [...first.data, ...second.data].map(({ markdown }) => markdown);
		expect(new Set(texts).size).toBe(130);
		expect((await status(id, '?limit=7&skip=7')).next).toMatch(/\?skip=14&limit=7$/);
	});

	test('has a next page while it works, even after an empty one', async () => {
		const { origin } = await numberedSite(1);
		const { service, start, status } = await batchService({ pageDuration: 60_000 });
		const { id } = (await start({ urls: [`${origin}/0`] })).data;
		expect(await status(id)).toMatchObject({
			status: 'scraping',
			completed: 0,
			total: 1,
			next: `${service.url}/v2/batch/scrape/${id}?skip=0`,
			data: [],
		});
	});

	test('tells its total less the pages that failed, and stays at work for a while', async () => {
		const failPage = (url: string): ServiceError | undefined =>
			url.endsWith('/1') ? new ServiceError(500, 'No', { code: 'SCRAPE_SITE_ERROR' }) : undefined;
		const { origin } = await numberedSite(3);
		const { start, status } = await batchService({
			failPage,
			completionLag: 400,
			jobCredits: 'unknown',
		});
		const { id } = (await start({ urls: [0, 1, 2].map((number) => `${origin}/${number}`) })).data;
		await expect.poll(async () => (await status(id)).completed, { interval: 10 }).toBe(2);
		expect(await status(id)).toMatchObject({ status: 'scraping', total: 2, creditsUsed: -1 });
		await expect.poll(async () => (await status(id)).status).toBe('completed');
	});

	test('is cancelled at once; pages under way still come, waiting ones are errors', async () => {
		const { origin } = await numberedSite(5);
		const { client, start, status, errors } = await batchService({
			maxConcurrency: 2,
			pageDuration: 300,
		});
		const { id } = (await start({ urls: [0, 1, 2, 3, 4].map((n) => `${origin}/${n}`) })).data;
		const path = `/v2/batch/scrape/${id}`;
		expect((await client.delete<unknown>(path)).data).toEqual({ status: 'cancelled' });
		expect((await client.delete<unknown>(path)).status).toBe(200);
		const now = await status(id);
		expect([now.status, now.completed, now.next === undefined]).toEqual(['cancelled', 0, false]);
		expect((await errors(id)).errors).toHaveLength(3);
		await expect.poll(async () => (await status(id)).completed).toBe(2);
	});

	test('that is over cannot be cancelled, but takes more pages', async () => {
		const { origin } = await numberedSite(2);
		const { client, start, ended, status } = await batchService();
		const { id } = (await start({ urls: [`${origin}/0`] })).data;
		await ended(id);
		const { status: code, data } = await client.delete<unknown>(`/v2/batch/scrape/${id}`);
		expect([code, data]).toEqual([409, { error: 'Crawl is already completed' }]);
		const appended = await start({ urls: [`${origin}/1`], appendToId: id });
		expect(appended.data.id).toBe(id);
		expect(await status(id)).toMatchObject({ status: 'completed', total: 2 });
		await expect.poll(async () => (await status(id)).completed).toBe(2);
		expect((await status(id)).next).toMatch(/skip=2$/);
	});

	test('belongs to its team, and expires', async () => {
		const { origin } = await numberedSite(1);
		const clock = new TestClock();
		const { service, client, start, ended } = await batchService({
			now: clock.now,
			apiKeys: ['sandbox-key', { key: 'other-key', team: 'other' }],
		});
		const { id } = (await start({ urls: [`${origin}/0`] })).data;
		await ended(id);
		const other = clientOf(service, 'other-key');
		expect((await other.get<unknown>(`/v2/batch/scrape/${id}`)).status).toBe(404);
		expect((await other.get<unknown>(`/v2/batch/scrape/${id}/errors`)).status).toBe(403);
		expect((await client.get<unknown>(`/v2/crawl/${id}`)).status).toBe(200);
		expect((await client.get<unknown>('/v2/batch/scrape/x')).status).toBe(400);
		clock.pass(24 * 3_600_000);
		expect(await client.get<unknown>(`/v2/batch/scrape/${id}`)).toMatchObject({
			status: 404,
			data: { error: 'Job expired' },
		});
	});

	test('needs a credit for each address', async () => {
		const { start } = await batchService({ planCredits: 1 });
		const { status } = await start({ urls: ['http://localhost:1/a', 'http://localhost:1/b'] });
		expect(status).toBe(402);
	});

	test('tells what happens, for webhooks', async () => {
		const { origin } = await webSite({ '/a': page('A', 'a'), '/b': { broken: true } });
		const events: PageJobEvent[] = [];
		const { start, ended } = await batchService({ onJobEvent: (event) => events.push(event) });
		const webhook = { url: 'http://hook.example/', events: ['page'] };
		const { id } = (await start({ urls: [`${origin}/a`, `${origin}/b`], webhook })).data;
		await ended(id);
		expect(events.map(({ type }) => type)).toEqual(['started', 'page', 'page', 'completed']);
		expect(events[0]?.job).toMatchObject({ id, webhook });
	});
});
