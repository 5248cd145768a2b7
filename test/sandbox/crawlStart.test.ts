import { describe, expect, test } from 'vitest';

import { crawlService, smallSite } from './crawlUnderTest.ts';

describe('starting a crawl', () => {
	test.each([
		[{ maxDepth: 1 }, 400, /^Unrecognized key in body/],
		[{ scrapeOptions: { foo: 1 } }, 400, /^Unrecognized key in body/],
		[{ includePaths: ['('] }, 400, /^Invalid regular expression: \/\(\/: Unterminated group$/],
		[{ delay: 61 }, 400, /^Bad Request$/],
		[{ webhook: { url: 'http://a.example/', events: ['crawl.page'] } }, 400, /^Bad Request$/],
		[{ ignoreRobotsTxt: true }, 403, /^The ignoreRobotsTxt parameter is an enterprise feature/],
		[{ url: 'nonsense url' }, 400, /^Bad Request$/],
	])('is refused with %j', async (body, status, text) => {
		const { client } = await crawlService();
		const answer = await client.post<{ error: string }>('/v2/crawl', {
			url: 'http://a.example/',
			...body,
		});
		expect(answer.status).toBe(status);
		expect(answer.data.error).toMatch(text);
	});

	test('lowers its limit to the balance, and needs some', async () => {
		const { crawl, client } = await crawlService({ planCredits: 2 });
		const site = await smallSite();
		expect((await crawl(site, { limit: 5 })).end.completed).toBe(2);
		const { status } = await client.post<unknown>('/v2/crawl', { url: site.origin });
		expect(status).toBe(402);
	});

	test('takes an idempotency key once', async () => {
		const site = await smallSite();
		const { client } = await crawlService();
		const headers = { 'x-idempotency-key': '32f0e0a1-7171-4741-96a7-fadb8caef5c4' };
		const start = async () =>
			(await client.post<unknown>('/v2/crawl', { url: site.origin, limit: 1 }, { headers })).status;
		expect([await start(), await start()]).toEqual([200, 409]);
	});

	test('reads options from a prompt, which the preview shows before', async () => {
		const site = await smallSite();
		const { client } = await crawlService();
		const asked = { url: `${site.origin}/`, prompt: 'only the docs section, at most 3 pages' };
		const started = await client.post<unknown>('/v2/crawl', asked);
		expect(started.data).toMatchObject({
			promptGeneratedOptions: { includePaths: ['^/docs(/.*)?$'], limit: 3 },
			finalCrawlerOptions: { includePaths: ['^/docs(/.*)?$'], limit: 3, sitemap: 'include' },
		});
		const { data } = await client.post<unknown>('/v2/crawl/params-preview', asked);
		expect(data).toMatchObject({
			success: true,
			data: { url: asked.url, includePaths: ['^/docs(/.*)?$'], limit: 3, maxDepth: 10 },
		});
		const empty = await client.post<{ error: string }>('/v2/crawl/params-preview', {});
		expect([empty.status, empty.data.error]).toEqual([
			400,
			expect.stringMatching(/^Invalid request parameters: /),
		]);
	});
});

describe('active crawls', () => {
	test('are listed with their options until they end', async () => {
		const site = await smallSite();
		const { client } = await crawlService({ pageDuration: 60_000 });
		const { data } = await client.post<{ id: string }>('/v2/crawl', {
			url: site.origin,
			limit: 5,
			scrapeOptions: { timeout: 8000 },
		});
		const active = async () => (await client.get<unknown>('/v2/crawl/active')).data;
		expect(await active()).toMatchObject({
			success: true,
			crawls: [
				{
					id: data.id,
					url: site.origin,
					options: { limit: 5, sitemap: 'include', scrapeOptions: { timeout: 8000 } },
				},
			],
		});
		await client.delete<unknown>(`/v2/crawl/${data.id}`);
		expect(await active()).toEqual({ success: true, crawls: [] });
	});
});
