import { describe, expect, test } from 'vitest';

import { crawlService, linking, smallSite } from './crawlUnderTest.ts';
import { webSite } from './scrapeSite.ts';
import { sitemapIndex, urlset } from './siteUnderTest.ts';

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
