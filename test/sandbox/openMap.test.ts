import { createServer } from 'node:http';

import { describe, expect, test } from 'vitest';

import { serviceUnderTest } from './serviceUnderTest.ts';
import { serverUnderTest, sitemapIndex, siteUnderTest, urlset } from './siteUnderTest.ts';

interface MapAnswer {
	links: Array<{ url: string }>;
	warning?: string;
}

const open = { deployment: 'open2026' } as const;

describe('Map of an open server', () => {
	test('lists what the sitemaps hold, without titles and queries', async () => {
		const site = await siteUnderTest({
			'/sitemap.xml': urlset('ORIGIN/a?page=1', 'ORIGIN/a?page=2', 'ORIGIN/b'),
			'/': '<a href="/only-linked">x</a>',
		});
		const { client } = await serviceUnderTest(open);
		const { data } = await client.post<MapAnswer>('/v2/map', { url: site.origin, limit: 2 });
		expect(data.links).toEqual([{ url: `${site.origin}/a` }, { url: `${site.origin}/b` }]);
		const body = { url: site.origin, ignoreQueryParameters: false };
		expect((await client.post<MapAnswer>('/v2/map', body)).data.links).toHaveLength(3);
	});

	test('ranks by the search and drops nothing', async () => {
		const site = await siteUnderTest({ '/sitemap.xml': urlset('ORIGIN/a', 'ORIGIN/docs') });
		const { client } = await serviceUnderTest(open);
		const { data } = await client.post<MapAnswer>('/v2/map', { url: site.origin, search: 'docs' });
		expect(data.links.map(({ url }) => url)).toEqual([`${site.origin}/docs`, `${site.origin}/a`]);
	});

	test('finds nothing without sitemaps, and says so', async () => {
		const site = await siteUnderTest({ '/': '<a href="/only-linked">x</a>' });
		const { client } = await serviceUnderTest(open);
		const { data } = await client.post<MapAnswer>('/v2/map', { url: site.origin });
		expect(data.links).toEqual([]);
		expect(data.warning).toContain('Only 0 result(s) found');
	});

	test('answers with what it has when a sitemap takes long, unless it is given time', async () => {
		const slow = await serverUnderTest(
			createServer((request, response) => {
				const wait = request.url === '/slow.xml' ? 800 : 0;
				setTimeout(() => response.end(files[request.url ?? '']), wait);
			}),
		);
		const files: Record<string, string> = {
			'/sitemap.xml': sitemapIndex(`${slow}/fast.xml`, `${slow}/slow.xml`),
			'/fast.xml': urlset(`${slow}/fast`),
			'/slow.xml': urlset(`${slow}/slow`),
		};
		const { client } = await serviceUnderTest({ ...open, sitemapPatience: 300 });
		const links = async (timeout?: number): Promise<number> =>
			(await client.post<MapAnswer>('/v2/map', { url: slow, timeout, ignoreCache: true })).data
				.links.length;
		expect(await links()).toBe(1);
		expect(await links(5000)).toBe(2);
	});
});

test('a host name may stand for a website elsewhere, also after a redirect', async () => {
	const site = await siteUnderTest({
		'acme.example.test/sitemap.xml': 'redirect http://files.example.test/map.xml',
		'files.example.test/map.xml': urlset('http://acme.example.test/found'),
	});
	const hosts = { 'acme.example.test': site.origin, 'files.example.test': site.origin };
	const { client } = await serviceUnderTest({ hosts });
	const body = { url: 'http://acme.example.test/', sitemap: 'only' };
	const { data } = await client.post<MapAnswer>('/v2/map', body);
	expect(data.links).toEqual([{ url: 'http://acme.example.test/found' }]);
});
