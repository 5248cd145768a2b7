/** What the stand-in makes of a page, without its HTTP interface. */
import { describe, expect, test } from 'vitest';

import { ChangeMemory } from '../../sandbox/service/scrape/changeTracking.ts';
import { PageCache } from '../../sandbox/service/scrape/pageCache.ts';
import type { ScrapeOptions } from '../../sandbox/service/scrape/scrapeRequest.ts';
import { page, webSite } from './scrapeSite.ts';
import { ARTICLE, failureOf, scrape, shop } from './scrapeUnderTest.ts';
import { TestClock } from './serviceUnderTest.ts';

describe('a page', () => {
	test('becomes Markdown of its main content, with absolute addresses', async () => {
		const { origin } = await shop();
		const { markdown } = await scrape(`${origin}/chairs`);
		expect(markdown).toBe(
			[
				'Chairs\n======',
				`Made of **oak**, see [tables](${origin}/tables).`,
				`![a chair](${origin}/chair.png)![dot](<Base64-Image-Removed>)`,
				'| Name | Price |\n| --- | --- |\n| Stool | 12.50 |\n| Bench | 80  |',
				'Ships on Fridays.',
			].join('\n\n'),
		);
	});

	test('keeps what surrounds the content when the whole page is asked for', async () => {
		const { origin } = await shop();
		const { markdown } = await scrape(`${origin}/chairs`, { onlyMainContent: false });
		expect(markdown).toContain(`[Menu](${origin}/menu)`);
		expect(markdown).toContain('Imprint');
	});

	test('is cut down to the tags that are included, less those excluded', async () => {
		const { origin } = await shop();
		expect((await scrape(`${origin}/chairs`, { includeTags: ['.aside', 'nav'] })).markdown).toBe(
			'Ships on Fridays.',
		);
		const { markdown } = await scrape(`${origin}/chairs`, { excludeTags: ['table', '.lead'] });
		expect(markdown).not.toMatch(/Stool|oak/);
		expect(markdown).toContain('Ships on Fridays.');
	});

	test('has its links, images, attributes and HTML', async () => {
		const { origin } = await shop();
		const selectors = [{ selector: 'img', attribute: 'alt' }];
		const document = await scrape(`${origin}/chairs`, {
			formats: ['links', 'images', 'html', 'rawHtml', { type: 'attributes', selectors }],
		});
		expect(document).toMatchObject({
			links: [`${origin}/menu`, `${origin}/tables`],
			images: [`${origin}/chair.png`, 'data:image/png;base64,iVBORw0KGgo='],
			rawHtml: ARTICLE,
			attributes: [{ ...selectors[0], values: ['a chair', 'dot'] }],
		});
		expect(document['html']).toMatch(/^<!DOCTYPE html><html lang="en"><body>\s*<main><h1>/);
		expect(document).not.toHaveProperty('markdown');
	});

	test('says what it is in the metadata, under the names of the service', async () => {
		const { origin } = await shop({ '/old': { location: '/chairs' } });
		const { metadata } = await scrape(`${origin}/old`, { formats: [] });
		expect(metadata).toMatchObject({
			title: 'Chairs & tables',
			description: 'All our chairs',
			language: 'en',
			favicon: `${origin}/favicon.ico`,
			ogImage: `${origin}/cover.png`,
			'og:image': '/cover.png',
			twitter: ['1', '2'],
			sourceURL: `${origin}/old`,
			url: `${origin}/chairs`,
			statusCode: 200,
			contentType: 'text/html; charset=utf-8',
			proxyUsed: 'basic',
			creditsUsed: 1,
		});
		expect(metadata.scrapeId).toMatch(/^[0-9a-f-]{36}$/);
	});

	test('that answers 404 is a result', async () => {
		const { origin } = await shop();
		const { metadata, markdown } = await scrape(`${origin}/none`);
		expect([metadata.statusCode, markdown]).toEqual([404, 'Nothing.']);
	});

	test('is asked for with the headers and languages of the request', async () => {
		const { origin, visits } = await shop();
		const headers = { 'X-Mine': 'yes', Cookie: 'a=1' };
		await scrape(`${origin}/chairs`, { headers, location: { country: 'DE', languages: ['de'] } });
		expect(visits).toMatchObject([{ 'x-mine': 'yes', cookie: 'a=1', 'accept-language': 'de' }]);
	});
});

describe('a page that cannot be had', () => {
	test('fails as all engines did: refused, broken, empty, redirected for ever', async () => {
		const { origin } = await webSite({
			'/broken': { broken: true },
			'/empty': { body: '' },
			'/round': { location: '/round' },
		});
		for (const url of [
			`${origin}/broken`,
			`${origin}/empty`,
			`${origin}/round`,
			'http://127.0.0.1:1/',
		])
			expect(await failureOf(scrape(url)), url).toEqual([500, 'SCRAPE_ALL_ENGINES_FAILED']);
	});

	test('times out', async () => {
		const { origin } = await webSite({ '/slow': { delay: 5000, body: 'late' } });
		expect(await failureOf(scrape(`${origin}/slow`, { timeout: 1000 }))).toEqual([
			408,
			'SCRAPE_TIMEOUT',
		]);
	});

	test('on a host that does not exist is a 200 without success', async () => {
		expect(await failureOf(scrape('http://nowhere.invalid/'))).toEqual([
			200,
			'SCRAPE_DNS_RESOLUTION_ERROR',
		]);
	});
});

describe('copies', () => {
	test('are used up to their age, told in the metadata, and not with own headers', async () => {
		const { origin, visits } = await shop();
		const clock = new TestClock();
		const kept = { cache: new PageCache(), now: clock.now };
		const state = async (options: ScrapeOptions = {}): Promise<unknown> =>
			(await scrape(`${origin}/chairs`, options, kept)).metadata['cacheState'];
		expect(await failureOf(scrape(`${origin}/chairs`, { minAge: 1 }, kept))).toEqual([
			404,
			'SCRAPE_NO_CACHED_DATA',
		]);
		expect(await failureOf(scrape(`${origin}/chairs`, { lockdown: true }, kept))).toEqual([
			404,
			'SCRAPE_LOCKDOWN_CACHE_MISS',
		]);
		expect([await state(), await state(), await state({ maxAge: 0 })]).toEqual([
			'miss',
			'hit',
			'miss',
		]);
		clock.pass(1000);
		expect([await state({ maxAge: 999 }), await state({ headers: { a: 'b' } })]).toEqual([
			'miss',
			'miss',
		]);
		expect(visits).toHaveLength(4);
	});
});

describe('change tracking', () => {
	test('tells new, same and changed, with the difference', async () => {
		const site = await webSite({ '/a': page('A', '<p>One</p><p>Two</p>') });
		const memory = { changes: new ChangeMemory() };
		const changes = async (): Promise<unknown> =>
			(
				await scrape(
					`${site.origin}/a`,
					{ formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] },
					memory,
				)
			)['changeTracking'];
		expect(await changes()).toEqual({
			previousScrapeAt: null,
			changeStatus: 'new',
			visibility: 'visible',
		});
		expect(await changes()).toMatchObject({ changeStatus: 'same' });
		site.files['/a'] = page('A', '<p>One</p><p>Three</p>');
		expect(await changes()).toMatchObject({
			changeStatus: 'changed',
			diff: { text: '@@ -1,3 +1,3 @@\n One\n \n-Two\n+Three' },
		});
	});
});
