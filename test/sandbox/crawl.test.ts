import { describe, expect, test } from 'vitest';

import type { ServiceOptions } from '../../sandbox/service/index.ts';
import { page, webSite, type WebSite } from './scrapeSite.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';
import { sitemapIndex, urlset } from './siteUnderTest.ts';

interface Status {
	status: string;
	completed: number;
	total: number;
	warning?: string;
	data: Array<{ metadata: { url: string; sourceURL: string } }>;
}

interface Errors {
	errors: Array<{ url: string; code: string }>;
	robotsBlocked: string[];
}

function linking(...links: string[]): string {
	return page('Page', links.map((link) => `<a href="${link}">${link}</a>`).join(' '));
}

/** A site of three levels with a sitemap that names one page more. */
async function smallSite(more: WebSite['files'] = {}): Promise<WebSite> {
	const site = await webSite({});
	site.files = {
		'/': linking('/a/', '/b/', 'http://other.example/', 'mailto:me@a.example', '/pic.png'),
		'/a/': linking('/a/1', '/a/2', '/a/1#part', '/a/1?page=2'),
		'/a/1': linking('/', '/a/deep'),
		'/a/1?page=2': linking('/'),
		'/a/2': linking('/secret/x'),
		'/a/deep': linking(),
		'/b/': linking('/b/index.html'),
		'/b/index.html': linking(),
		'/only-in-sitemap': linking(),
		'/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret/' },
		'/sitemap.xml': { type: 'application/xml', body: urlset(`${site.origin}/only-in-sitemap`) },
		...more,
	};
	return site;
}

async function crawlService(options: ServiceOptions = {}) {
	const { service, client } = await serviceUnderTest(options);
	const ended = async (id: string): Promise<Status> => {
		for (;;) {
			const { data } = await client.get<Status>(`/v2/crawl/${id}?limit=1000`);
			if (data.status !== 'scraping') return data;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	/** Crawls to the end: the paths of its pages in order, and what the errors route says. */
	const crawl = async (site: WebSite, body: object) => {
		const start = { url: `${site.origin}/`, ...body };
		const { data, status } = await client.post<{ id: string }>('/v2/crawl', start);
		if (status !== 200) throw new Error(JSON.stringify(data));
		const end = await ended(data.id);
		const { data: errors } = await client.get<Errors>(`/v2/crawl/${data.id}/errors`);
		const paths = end.data.map(({ metadata }) => metadata.url.replace(site.origin, '')).sort();
		return { id: data.id, end, errors, paths };
	};
	return { service, client, crawl };
}

describe('a crawl', () => {
	test('reads the site by its links and its sitemap, each page once, and obeys robots.txt', async () => {
		const site = await smallSite();
		const { crawl } = await crawlService();
		const { paths, end, errors } = await crawl(site, {});
		expect(paths).toEqual([
			'/',
			'/a/',
			'/a/1',
			'/a/1?page=2',
			'/a/2',
			'/a/deep',
			'/b/',
			'/only-in-sitemap',
		]);
		expect(end).toMatchObject({ status: 'completed', completed: 8, total: 8 });
		expect(errors).toEqual({ errors: [], robotsBlocked: [`${site.origin}/secret/x`] });
		expect(site.visits.map(({ path }) => path)).not.toContain('/secret/x');
	});

	test.each([
		[
			'sitemap skip',
			{ sitemap: 'skip' },
			['/', '/a/', '/a/1', '/a/1?page=2', '/a/2', '/a/deep', '/b/'],
		],
		['sitemap only', { sitemap: 'only' }, ['/', '/only-in-sitemap']],
		['depth 0', { maxDiscoveryDepth: 0, sitemap: 'skip' }, ['/']],
		['depth 1', { maxDiscoveryDepth: 1, sitemap: 'skip' }, ['/', '/a/', '/b/']],
		[
			'no query parameters',
			{ ignoreQueryParameters: true, sitemap: 'skip' },
			['/', '/a/', '/a/1', '/a/2', '/a/deep', '/b/'],
		],
		[
			'similar addresses apart',
			{ deduplicateSimilarURLs: false, includePaths: ['^/$', '^/b/'] },
			['/', '/b/', '/b/index.html'],
		],
		[
			'paths in and out',
			{ includePaths: ['^/(a/.*)?$'], excludePaths: ['deep|\\d'] },
			['/', '/a/'],
		],
		[
			'full addresses',
			{ includePaths: ['[?]page', '/$'], regexOnFullURL: true },
			['/', '/a/', '/a/1?page=2', '/b/'],
		],
	])('keeps to its rules: %s', async (_, rules, expected) => {
		const { crawl } = await crawlService();
		expect((await crawl(await smallSite(), rules)).paths).toEqual(expected);
	});

	test('stops at its limit', async () => {
		const { crawl } = await crawlService();
		const { end } = await crawl(await smallSite(), { limit: 3 });
		expect(end).toMatchObject({ completed: 3, total: 3 });
	});

	test('that begins below the home page stays below, unless told otherwise', async () => {
		const site = await smallSite();
		const { crawl } = await crawlService();
		const start = { url: `${site.origin}/a/`, sitemap: 'skip' };
		expect((await crawl(site, start)).paths).toEqual([
			'/a/',
			'/a/1',
			'/a/1?page=2',
			'/a/2',
			'/a/deep',
		]);
		expect((await crawl(site, { ...start, crawlEntireDomain: true })).paths).toContain('/b/');
	});

	test('reads subdomains when told to, and other sites one hop away', async () => {
		const other = await webSite({ '/there': linking('/further') });
		const site = await smallSite();
		const port = new URL(site.origin).port;
		site.files['/'] = linking(
			`http://blog.localhost:${port}/a/deep`,
			`${other.origin}/there`,
			other.origin,
		);
		const { crawl } = await crawlService();
		const near = await crawl(site, { sitemap: 'skip' });
		expect(near.paths).toEqual(['/']);
		const wide = await crawl(site, {
			sitemap: 'skip',
			allowSubdomains: true,
			allowExternalLinks: true,
		});
		expect(wide.paths).toEqual(
			['/', `${other.origin}/there`, `http://blog.localhost:${port}/a/deep`].sort(),
		);
		expect(wide.errors.errors).toMatchObject([{ url: `${other.origin}/`, code: 'EXTERNAL_LINK' }]);
	});

	test('reads sitemaps that a sitemap names', async () => {
		const site = await smallSite();
		site.files['/sitemap.xml'] = {
			type: 'application/xml',
			body: sitemapIndex(`${site.origin}/sitemap-2.xml`),
		};
		site.files['/sitemap-2.xml'] = { type: 'application/xml', body: urlset(`${site.origin}/a/2`) };
		const { crawl } = await crawlService();
		expect((await crawl(site, { sitemap: 'only' })).paths).toEqual(['/', '/a/2']);
	});

	test('pauses between pages, which then come one at a time', async () => {
		const { crawl } = await crawlService();
		const before = Date.now();
		const { end } = await crawl(await smallSite(), { limit: 3, delay: 0.2, sitemap: 'skip' });
		expect(end.completed).toBe(3);
		expect(Date.now() - before).toBeGreaterThan(390);
	});

	test('hands its scrape options to every page', async () => {
		const { crawl } = await crawlService();
		const { end } = await crawl(await smallSite(), {
			limit: 2,
			scrapeOptions: { formats: ['links'] },
		});
		for (const document of end.data) {
			expect(document).toHaveProperty('links');
			expect(document).not.toHaveProperty('markdown');
		}
	});
});

describe('a crawl that finds little', () => {
	test('of a host that does not exist is completed without pages, with the reason as an error', async () => {
		const { crawl } = await crawlService();
		const site = await smallSite();
		const { end, errors } = await crawl(site, { url: 'http://nowhere.invalid' });
		expect(end).toMatchObject({ status: 'completed', completed: 0, total: 0 });
		expect(end.warning).toMatch(/^Only 0 result/);
		expect(errors.errors).toMatchObject([{ code: 'SCRAPE_DNS_RESOLUTION_ERROR' }]);
	});

	test('because robots.txt forbids all is denied', async () => {
		const site = await smallSite({
			'/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /' },
		});
		const { crawl } = await crawlService();
		const { end, errors } = await crawl(site, { sitemap: 'skip' });
		expect(end).toMatchObject({ status: 'completed', completed: 0, total: 0 });
		expect(errors.errors).toMatchObject([{ url: `${site.origin}/`, code: 'CRAWL_DENIAL' }]);
	});

	test('because its start page is not included lists that, and follows its links', async () => {
		const site = await smallSite();
		const { crawl } = await crawlService();
		const { paths, end, errors } = await crawl(site, { includePaths: ['^/a/'], sitemap: 'skip' });
		expect(paths).toEqual(['/a/', '/a/1', '/a/1?page=2', '/a/2', '/a/deep']);
		expect(end.total).toBe(5);
		expect(errors.errors).toMatchObject([{ url: `${site.origin}/`, code: 'CRAWL_DENIAL' }]);
	});

	test('tells bans as errors at an open server', async () => {
		const site = await smallSite();
		const { crawl } = await crawlService({ deployment: 'open2026' });
		const { errors } = await crawl(site, {});
		expect(errors).toMatchObject({
			errors: [{ url: `${site.origin}/secret/x`, code: 'CRAWL_DENIAL' }],
			robotsBlocked: [],
		});
	});
});

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
