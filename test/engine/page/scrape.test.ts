import { describe, expect, test } from 'vitest';

import {
	getPage,
	jsonOf,
	onlyJson,
	page,
	pdfOf,
	requestsTo,
	scrape,
	SCRAPE_PATH,
	serviceUnderTest,
	shown,
	UNKNOWN_ID,
	webSite,
} from './pageUnderTest.ts';

const CHAIR = page('Blue chair', '<main><h1>Blue chair</h1><p>Price: 49.90</p></main>');

describe('A page that is scraped', () => {
	test('leaves as the document, with its address and the id of the scrape', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({ '/chair': CHAIR });
		const json = onlyJson(await scrape(service, { url: `${origin}/chair` }));
		expect(json).toMatchObject({
			url: `${origin}/chair`,
			markdown: expect.stringContaining('Blue chair') as string,
			metadata: { title: 'Blue chair', statusCode: 200, creditsUsed: 1 },
		});
		expect(json.jobId).toBe((json.metadata as { scrapeId: string }).scrapeId);
		expect(Object.keys(json).at(0)).toBe('url');
		expect(json).not.toHaveProperty('success');
		expect(requestsTo(service, 'POST', SCRAPE_PATH).map(({ body }) => body)).toEqual([
			{ url: `${origin}/chair`, formats: ['markdown'] },
		]);
	});

	test('can be read again by that id, at no cost', async () => {
		const { service } = await serviceUnderTest();
		const { origin, visits } = await webSite({ '/chair': CHAIR });
		const first = onlyJson(await scrape(service, { url: `${origin}/chair` }));
		const again = onlyJson(await getPage(service, { scrapeId: first.jobId as string }));
		expect(again).toEqual(first);
		expect(visits).toHaveLength(1);
	});

	test('has each format in a field of its own', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({ '/chair': CHAIR });
		const json = onlyJson(
			await scrape(service, {
				url: `${origin}/chair`,
				formats: ['markdown', 'html', 'links', 'question', 'json'],
				question: 'What does it cost?',
				jsonPrompt: 'The price',
				schemaMode: 'fields',
				schemaFields: { field: [{ name: 'price', type: 'number' }] },
			}),
		);
		expect(Object.keys(json)).toEqual(
			expect.arrayContaining(['markdown', 'html', 'links', 'answer', 'json']),
		);
	});

	test('keeps the warning of the service', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			answer: {
				status: 200,
				json: { success: true, data: { markdown: '' }, warning: 'Robots frown' },
			},
		});
		const json = onlyJson(await scrape(service, { url: 'https://example.com' }));
		expect(json).toEqual({ url: 'https://example.com', warning: 'Robots frown', markdown: '' });
	});

	test('is a result also where the website answers 404, unless the user says otherwise', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({});
		const url = `${origin}/none`;
		expect(onlyJson(await scrape(service, { url }))).toMatchObject({
			metadata: { statusCode: 404 },
		});
		const result = await scrape(service, { url, options: { onPageError: 'error' } });
		expect(shown(result)).toMatchObject({
			message: 'The website answered with status 404',
			details: { url, statusCode: 404, retryable: false },
		});
	});

	test('is linked to its item, and failures are linked to theirs', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({
			'/a': page('A', '<p>A</p>'),
			'/broken': { broken: true },
			'/b': page('B', '<p>B</p>'),
		});
		const { items, errorItems } = await scrape(
			service,
			{ url: '={{ $json.url }}' },
			{
				items: ['/a', '/broken', '/b'].map((path) => ({ url: origin + path })),
				onError: 'continueErrorOutput',
			},
		);
		expect(items.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual([
			[`${origin}/a`, { item: 0 }],
			[`${origin}/b`, { item: 2 }],
		]);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(jsonOf(errorItems)[0]).toMatchObject({
			error: 'The page could not be read in any way',
			url: `${origin}/broken`,
		});
	});

	test('may be a PDF file', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({
			'/a.pdf': { type: 'application/pdf', body: pdfOf('First page', 'Second page') },
		});
		const json = onlyJson(await scrape(service, { url: `${origin}/a.pdf` }));
		expect(json.markdown).toContain('Second page');
	});
});

describe('A page that cannot be scraped', () => {
	test('fails the node, which names the pages that it had read for other items', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({ '/chair': CHAIR, '/gone': { broken: true } });
		const items = ['/chair', '/chair', '/gone'].map((path) => ({ url: origin + path }));
		const parameters = { url: '={{ $json.url }}', options: { maxConcurrency: 1 } };
		const { description, details } = shown(await scrape(service, parameters, { items }));
		expect(description).toContain('The 2 pages that this node had already read for other items');
		const scrapeIds = details.scrapeIds as string[];
		expect(scrapeIds).toHaveLength(2);
		for (const scrapeId of scrapeIds) {
			const { markdown } = onlyJson(await getPage(service, { scrapeId }));
			expect(markdown).toContain('Blue chair');
		}
	});

	test('because its host does not exist fails, although the service answers 200', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			answer: {
				status: 200,
				json: {
					success: false,
					code: 'SCRAPE_DNS_RESOLUTION_ERROR',
					error: 'DNS resolution failed for hostname "nowhere.example".',
				},
			},
		});
		const result = await scrape(service, { url: 'https://nowhere.example' });
		expect(shown(result)).toMatchObject({
			message: 'There is no such website',
			details: { code: 'SCRAPE_DNS_RESOLUTION_ERROR', retryable: false },
		});
		expect(requestsTo(service, 'POST', SCRAPE_PATH)).toHaveLength(1);
	});

	test.each([
		'SCRAPE_SSL_ERROR',
		'SCRAPE_ACTION_ERROR',
		'SCRAPE_PDF_ANTIBOT_ERROR',
		'SCRAPE_UNSUPPORTED_FILE_ERROR',
		'SCRAPE_ALL_ENGINES_FAILED',
	])('for good by the code %s is asked for once', async (code) => {
		const { service } = await serviceUnderTest();
		const json = { success: false, code, error: 'No' };
		service.orderFault({ answer: { status: 500, json } });
		const result = await scrape(service, { url: 'https://example.com' });
		expect(shown(result).details).toMatchObject({ code, retryable: false });
		expect(requestsTo(service, 'POST', SCRAPE_PATH)).toHaveLength(1);
	});

	test('because the answer holds no page fails', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status: 200, json: { success: true } } });
		const result = await scrape(service, { url: 'https://example.com' });
		expect(shown(result).message).toBe('The answer holds no page');
	});

	test('again, because nobody knows the scrape, fails', async () => {
		const { service } = await serviceUnderTest();
		expect(shown(await getPage(service, { scrapeId: UNKNOWN_ID }))).toMatchObject({
			details: { httpCode: '404' },
		});
		expect(shown(await getPage(service, { scrapeId: 'x' })).message).toMatch(/^Scrape ID must be/);
	});
});
