import type { AxiosInstance } from 'axios';
import { describe, expect, test } from 'vitest';

import { serviceUnderTest, TestClock } from './serviceUnderTest.ts';
import { sitemapIndex, siteUnderTest, urlset, type Site } from './siteUnderTest.ts';

interface MapAnswer {
	success: boolean;
	links: Array<{ url: string; title?: string; description?: string }>;
}

async function map(
	client: AxiosInstance,
	body: { url: string } & Record<string, unknown>,
): Promise<MapAnswer['links']> {
	const { status, data } = await client.post<MapAnswer>('/v2/map', body);
	expect([status, data.success]).toEqual([200, true]);
	return data.links;
}

/** The mapped addresses, without the site's origin. */
async function paths(
	client: AxiosInstance,
	site: Site,
	options: Record<string, unknown> = {},
): Promise<string[]> {
	const links = await map(client, { url: site.origin, ...options });
	return links.map(({ url }) => url.replace(site.origin, ''));
}

describe('Map finds', () => {
	test('the pages of nested and gzipped sitemaps that robots.txt names', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest({
			'/robots.txt': 'User-agent: *\nDisallow: /secret\nSitemap: ORIGIN/index.xml\n',
			'/index.xml': sitemapIndex('ORIGIN/a.xml', 'ORIGIN/b.xml.gz', 'ORIGIN/index.xml'),
			'/a.xml': urlset('ORIGIN/a', 'ORIGIN/secret', 'ORIGIN/q&amp;a'),
			'/b.xml.gz': sitemapIndex('ORIGIN/c.xml.gz'),
			'/c.xml.gz': urlset('ORIGIN/c', 'ORIGIN/a'),
		});
		expect(await paths(client, site, { sitemap: 'only' })).toEqual(['/a', '/q&a', '/c']);
	});

	test('a sitemap at the customary place', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest({ '/sitemap.xml': urlset('ORIGIN/a') });
		expect(await paths(client, site)).toEqual(['/a']);
	});

	test('the links of the start page and of pages it links to, with what is known of them', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest({
			'/': `<head><title> My
				site </title><meta name="description" content="About it"></head>
				<a href="a#part" title="First">Page A</a> <a href="/b">  </a>
				<a href="mailto:x@y.example">Mail</a> <a href="https://elsewhere.example/">Away</a>`,
			'/a': '<base href="/deep/"><title>A itself</title><a href="c">Page C</a>',
		});
		expect(await map(client, { url: site.origin })).toEqual([
			{ url: `${site.origin}/`, title: 'My site', description: 'About it' },
			{ url: `${site.origin}/a`, title: 'Page A', description: 'First' },
			{ url: `${site.origin}/b` },
			{ url: `${site.origin}/deep/c`, title: 'Page C' },
		]);
	});

	test('titles in news sitemaps', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest({
			'/sitemap.xml': `<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
				<url><loc> ORIGIN/a </loc><news:news><news:title>2 &amp; 3</news:title></news:news></url>
				</urlset>`,
		});
		expect(await map(client, { url: site.origin })).toEqual([
			{ url: `${site.origin}/a`, title: '2 & 3' },
		]);
	});

	test('nothing where there is nothing, without an error', async () => {
		const { client } = await serviceUnderTest();
		expect(await map(client, { url: 'http://localhost:1/' })).toEqual([]);
		const site = await siteUnderTest({ '/sitemap.xml': '<not a sitemap' });
		expect(await paths(client, site)).toEqual([]);
	});
});

describe('Map honours', () => {
	const files = {
		'/': '<a href="/linked">L</a><a href="/both">B</a><a href="/list?page=2">2</a>',
		'/sitemap.xml': urlset('ORIGIN/listed', 'ORIGIN/both', 'http://blog.HOST/post'),
	};

	test.each([
		['include', ['/', '/linked', '/both', '/listed', 'blog/post']],
		['only', ['/listed', '/both', 'blog/post']],
		['skip', ['/', '/linked', '/both']],
	])('sitemap: %s', async (sitemap, expected) => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest(files);
		const found = await paths(client, site, { sitemap });
		const blog = `http://blog.${site.origin.replace('http://', '')}`;
		expect(found.map((path) => path.replace(blog, 'blog'))).toEqual(expected);
	});

	test('includeSubdomains and ignoreQueryParameters', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest(files);
		const found = await paths(client, site, {
			includeSubdomains: false,
			ignoreQueryParameters: false,
		});
		expect(found).toEqual(['/', '/linked', '/both', '/list?page=2', '/listed']);
	});

	test('limit', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest(files);
		expect(await paths(client, site, { limit: 2 })).toEqual(['/', '/linked']);
	});

	test('search: addresses with every word, the most relevant first', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest({
			'/sitemap.xml': urlset(
				'ORIGIN/backup/other-things',
				'ORIGIN/guide/backup-restore',
				'ORIGIN/restore/of/a-Backup',
				'ORIGIN/pricing',
			),
		});
		expect(await paths(client, site, { search: 'Backup' })).toEqual([
			'/guide/backup-restore',
			'/restore/of/a-Backup',
			'/backup/other-things',
		]);
		expect(await paths(client, site, { search: 'backup restore', limit: 1 })).toEqual([
			'/guide/backup-restore',
		]);
		expect(await paths(client, site, { search: 'absent' })).toEqual([]);
	});

	test('timeout', async () => {
		const { service, client } = await serviceUnderTest();
		const { port } = new URL(service.websiteUrl);
		const answer = await client.post('/v2/map', {
			url: `http://slow-5000.localhost:${port}/`,
			timeout: 100,
		});
		expect([answer.status, answer.data]).toEqual([
			408,
			{ success: false, error: 'Request Timeout' },
		]);
	});

	test('ignoreCache: sitemaps are kept for seven days otherwise', async () => {
		const clock = new TestClock();
		const { client } = await serviceUnderTest({ now: clock.now });
		const site = await siteUnderTest({ '/sitemap.xml': urlset('ORIGIN/1') });
		expect(await paths(client, site)).toEqual(['/1']);
		site.files['/sitemap.xml'] = urlset('ORIGIN/2');
		expect(await paths(client, site)).toEqual(['/1']);
		expect(await paths(client, site, { ignoreCache: true })).toEqual(['/2']);
		site.files['/sitemap.xml'] = urlset('ORIGIN/3');
		clock.pass(7 * 24 * 60 * 60 * 1000 - 1);
		expect(await paths(client, site)).toEqual(['/2']);
		clock.pass(1);
		expect(await paths(client, site)).toEqual(['/3']);
	});

	test('redirects of the start page', async () => {
		const { client } = await serviceUnderTest();
		const site = await siteUnderTest({ '/': 'redirect /home/', '/home/': '<a href="a">A</a>' });
		expect(await paths(client, site)).toEqual(['/', '/home/a']);
	});
});

describe('the sandbox website', () => {
	test('has over 1,000 pages, all with titles, among them those of a subdomain', async () => {
		const { service, client } = await serviceUnderTest();
		const links = await map(client, { url: service.websiteUrl });
		expect(links.length).toBeGreaterThan(1200);
		expect(new Set(links.map(({ url }) => url)).size).toBe(links.length);
		expect(links.filter(({ title }) => !title)).toEqual([]);
		const hosts = Map.groupBy(links, ({ url }) => new URL(url).hostname);
		expect([...hosts.keys()].sort()).toEqual(['blog.localhost', 'localhost']);
		expect(links.filter(({ url }) => url.includes('/internal/'))).toEqual([]);
	});

	test('gives another answer for every option', async () => {
		const { service, client } = await serviceUnderTest();
		const url = service.websiteUrl;
		const count = async (options: object): Promise<number> =>
			(await map(client, { url, ...options })).length;
		const all = await count({});
		expect(await count({ includeSubdomains: false })).toBeLessThan(all);
		expect(await count({ ignoreQueryParameters: false })).toBeGreaterThan(all);
		expect(await count({ sitemap: 'only' })).toBeLessThan(all);
		expect(await count({ sitemap: 'skip' })).toBeLessThan(all);
		expect(await count({ search: 'webhooks' })).toBe(50);
	});

	test('every page that Map returns is there', async () => {
		const { service, client } = await serviceUnderTest();
		const links = await map(client, {
			url: service.websiteUrl,
			includeSubdomains: false,
			ignoreQueryParameters: false,
		});
		const answers = await Promise.all(
			links.filter((_, index) => index % 20 === 0).map(({ url }) => client.get(url)),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		expect((await client.get(`${service.websiteUrl}/nowhere`)).status).toBe(404);
	});

	test('refuses an address that is none', async () => {
		const { service, client } = await serviceUnderTest();
		const headers = { host: '%%' };
		expect((await client.get(service.websiteUrl, { headers })).status).toBe(400);
	});

	test('has sites of any size', async () => {
		const { service, client } = await serviceUnderTest();
		const { port } = new URL(service.websiteUrl);
		const url = `http://links-100000.localhost:${port}/`;
		expect(await map(client, { url })).toHaveLength(5000);
		const links = await map(client, { url, limit: 100_000, sitemap: 'only' });
		expect(new Set(links.map((link) => link.url)).size).toBe(100_000);
	});
});

test('an older deployment lists plain strings', async () => {
	const { client } = await serviceUnderTest({ linksAs: 'strings' });
	const site = await siteUnderTest({ '/sitemap.xml': urlset('ORIGIN/a') });
	expect(await map(client, { url: site.origin })).toEqual([`${site.origin}/a`]);
});
