/** What the stand-in makes of a page by rule, and of files that are no pages. */
import { describe, expect, test } from 'vitest';
import { utils, write } from 'xlsx';

import { pdfOf, webSite, wordOf } from './scrapeSite.ts';
import { failureOf, scrape, shop } from './scrapeUnderTest.ts';

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
