/** What the stand-in makes of a page, without its HTTP interface. */
import { afterEach, describe, expect, test } from 'vitest';
import { utils, write } from 'xlsx';

import { ChangeMemory } from '../../sandbox/service/scrape/changeTracking.ts';
import { FileStore } from '../../sandbox/service/scrape/fileStore.ts';
import { PageCache } from '../../sandbox/service/scrape/pageCache.ts';
import {
	scrapeDocument,
	type Equipment,
	type PageDocument,
} from '../../sandbox/service/scrape/scrapeDocument.ts';
import type { ScrapeOptions } from '../../sandbox/service/scrape/scrapeRequest.ts';
import { ServiceError } from '../../sandbox/service/index.ts';
import { page, pdfOf, webSite, wordOf, type WebSite } from './scrapeSite.ts';
import { TestClock } from './serviceUnderTest.ts';

const files: FileStore[] = [];

afterEach(async () => {
	await Promise.all(files.splice(0).map((store) => store.close()));
});

function equipment(more: Partial<Equipment> = {}): Equipment {
	const store = new FileStore();
	files.push(store);
	return {
		hosted: true,
		hosts: {},
		changes: new ChangeMemory(),
		files: store,
		now: Date.now,
		...more,
	};
}

async function scrape(
	url: string,
	options: ScrapeOptions = {},
	more: Partial<Equipment> = {},
): Promise<PageDocument> {
	const signal = AbortSignal.timeout(options.timeout ?? 10_000);
	const context = { team: 'team', equipment: equipment(more), signal };
	return (await scrapeDocument({ url, ...options }, context)).document;
}

async function failureOf(scraping: Promise<unknown>): Promise<[number, string | undefined]> {
	const error: unknown = await scraping.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof ServiceError) return [error.status, error.body.code];
	throw new Error('Expected a ServiceError', { cause: error });
}

const ARTICLE = page(
	'Chairs &amp; tables',
	`<nav><a href="/menu">Menu</a></nav>
	<main><h1>Chairs</h1><p class="lead">Made of <b>oak</b>, see <a href="tables">tables</a>.</p>
	<img src="/chair.png" alt="a chair"><img src="data:image/png;base64,iVBORw0KGgo=" alt="dot">
	<table><tr><th>Name</th><th>Price</th></tr><tr><td>Stool</td><td>12.50</td></tr><tr><td>Bench</td><td>80</td></tr></table>
	<p class="aside">Ships on Fridays.</p></main><footer>Imprint</footer>`,
	`<meta name="description" content="All our chairs"><meta property="og:image" content="/cover.png">
	<meta name="twitter" content="1"><meta name="twitter" content="2">
	<script type="application/ld+json">{"@type":"Product","name":"Stool","offers":{"price":"12.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>`,
);

async function shop(more: WebSite['files'] = {}): Promise<WebSite> {
	return await webSite({ '/chairs': ARTICLE, ...more });
}

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

describe('answers by rule', () => {
	test('fill a schema from the page’s tables and what it says of itself', async () => {
		const { origin } = await shop();
		const items = {
			type: 'object',
			properties: { name: { type: 'string' }, price: { type: 'number' } },
		};
		const schema = {
			type: 'object',
			properties: {
				description: { type: 'string' },
				products: { type: 'array', items },
				owner: { type: 'string' },
			},
		};
		const document = await scrape(`${origin}/chairs`, { formats: [{ type: 'json', schema }] });
		expect(document['json']).toEqual({
			description: 'All our chairs',
			products: [
				{ name: 'Stool', price: 12.5 },
				{ name: 'Bench', price: 80 },
			],
			owner: null,
		});
		expect(document.warning).toContain('by rule');
		expect(document.metadata.creditsUsed).toBe(5);
	});

	test('find the sentence of a question, highlights and a summary', async () => {
		const { origin } = await shop();
		const document = await scrape(`${origin}/chairs`, {
			formats: [
				{ type: 'question', question: 'What ships on which day?' },
				{ type: 'highlights', query: 'oak tables' },
				'summary',
				'product',
			],
		});
		expect(document['answer']).toBe('Ships on Fridays.');
		expect(document['highlights']).toBe('Made of oak, see tables.');
		expect(document['summary']).toMatch(/^Chairs /);
		expect(document['product']).toMatchObject({
			title: 'Stool',
			variants: [{ price: { amount: 12.5, currency: 'EUR' }, availability: { inStock: true } }],
		});
	});

	test('are missing, with a warning or an error, where there is no model', async () => {
		const { origin } = await shop();
		const without = { hosted: false };
		const url = `${origin}/chairs`;
		expect(await scrape(url, { formats: ['json'] }, without)).toMatchObject({
			json: null,
			warning: expect.stringContaining('JSON extraction failed') as string,
		});
		const json = [{ type: 'json', prompt: 'the price' }];
		expect(await failureOf(scrape(url, { formats: json }, without))).toEqual([
			500,
			'UNKNOWN_ERROR',
		]);
		const pictured = await scrape(url, { formats: ['screenshot'] }, without);
		expect(pictured.warning).toContain('features: screenshot --');
		const actions = [{ type: 'wait', milliseconds: 10 }];
		expect(await failureOf(scrape(url, { actions }, without))).toEqual([
			400,
			'SCRAPE_ACTIONS_NOT_SUPPORTED',
		]);
	});
});

describe('a file', () => {
	test('of type PDF becomes text, page by page, and costs a credit for each', async () => {
		const body = pdfOf('First page', 'Second page', 'Third page');
		const { origin } = await webSite({ '/a.pdf': { type: 'application/pdf', body } });
		const parser = { type: 'pdf', maxPages: 2, pages: true };
		const document = await scrape(`${origin}/a.pdf`, { parsers: [parser] });
		expect(document).toMatchObject({
			markdown: 'First page\n\nSecond page',
			pages: [
				{ pageNumber: 1, markdown: 'First page' },
				{ pageNumber: 2, markdown: 'Second page' },
			],
			metadata: { numPages: 2, totalPages: 3, creditsUsed: 2 },
		});
		const raw = await scrape(`${origin}/a.pdf`, { parsers: [] });
		expect(raw).toMatchObject({
			markdown: body.toString('base64'),
			metadata: { creditsUsed: 1 },
		});
	});

	test('of Word or Excel becomes headings and tables', async () => {
		const book = utils.book_new();
		utils.book_append_sheet(
			book,
			utils.aoa_to_sheet([
				['Name', 'Price'],
				['Stool', 12],
			]),
			'Prices',
		);
		const sheet = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
		const { origin } = await webSite({
			'/a.docx': { type: 'application/octet-stream', body: wordOf('Terms', 'Pay at once.') },
			'/a.xlsx': {
				type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
				body: sheet,
			},
		});
		expect((await scrape(`${origin}/a.docx`)).markdown).toBe('Terms\n=====\n\nPay at once.');
		expect((await scrape(`${origin}/a.xlsx`)).markdown).toMatch(
			/^Prices\n-+\n\n\| Name \| Price \|\n.*\n\| Stool \| 12/,
		);
	});

	test('of JSON is fenced, and one of another kind is refused', async () => {
		const { origin } = await webSite({
			'/a.json': { type: 'application/json', body: '{"a":1}' },
			'/a.png': { type: 'image/png', body: Buffer.from([1, 2, 3]) },
		});
		expect((await scrape(`${origin}/a.json`)).markdown).toBe('```json\n{"a":1}\n```');
		expect(await failureOf(scrape(`${origin}/a.png`))).toEqual([
			500,
			'SCRAPE_UNSUPPORTED_FILE_ERROR',
		]);
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
