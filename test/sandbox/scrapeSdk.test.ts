/** Pages, batches and crawls judged by a client that nobody here wrote: the vendor's own. */
import { Firecrawl, SdkError } from 'firecrawl';
import { describe, expect, test } from 'vitest';

import type { ServiceOptions } from '../../sandbox/service/index.ts';
import { page, pdfOf, webSite } from './scrapeSite.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';

async function sdk(options: ServiceOptions = {}) {
	const { service } = await serviceUnderTest(options);
	return { app: new Firecrawl({ apiKey: 'sandbox-key', apiUrl: service.url }), service };
}

async function numberedSite(count: number) {
	const files = Array.from({ length: count }, (_, number): [string, string] => [
		`/${number}`,
		page(`Page ${number}`, `<p>Text ${number}</p>`),
	]);
	const links = files.map(([path]) => `<a href="${path}">${path}</a>`).join(' ');
	return await webSite({ ...Object.fromEntries(files), '/': page('Home', links) });
}

describe('the vendor’s SDK', () => {
	test('scrapes a page in many formats', async () => {
		const { origin } = await webSite({
			'/': page('Shop', '<h1>Shop</h1><p>Opens: at nine</p><a href="/a">a</a>'),
		});
		const { app } = await sdk();
		const document = await app.scrape(`${origin}/`, {
			formats: [
				'markdown',
				'html',
				'links',
				'summary',
				{ type: 'json', schema: { type: 'object', properties: { opens: { type: 'string' } } } },
				{ type: 'question', question: 'What opens when?' },
				{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
			],
			onlyMainContent: false,
			timeout: 20_000,
			location: { country: 'DE', languages: ['de'] },
			parsers: ['pdf'],
		});
		expect(document).toMatchObject({
			json: { opens: 'at nine' },
			answer: 'Opens: at nine',
			links: [`${origin}/a`],
			metadata: { title: 'Shop', statusCode: 200 },
		});
	});

	test('understands failures of a page', async () => {
		const { origin } = await webSite({ '/broken': { broken: true } });
		const { app } = await sdk();
		const failure = async (url: string): Promise<SdkError> => {
			const error: unknown = await app.scrape(url).catch((reason: unknown) => reason);
			if (error instanceof SdkError) return error;
			throw new Error('The SDK did not report an SdkError', { cause: error });
		};
		const { status, code } = await failure(`${origin}/broken`);
		expect([status, code]).toEqual([500, 'SCRAPE_ALL_ENGINES_FAILED']);
		expect((await failure('http://nowhere.invalid/')).code).toBe('SCRAPE_DNS_RESOLUTION_ERROR');
	});

	test('scrapes a batch and follows its pages', async () => {
		const { origin } = await numberedSite(120);
		const { app } = await sdk();
		const urls = Array.from({ length: 120 }, (_, number) => `${origin}/${number}`);
		const { status, completed, data } = await app.batchScrape([...urls, 'nonsense url'], {
			options: { formats: ['markdown'] },
			ignoreInvalidURLs: true,
			pollInterval: 1,
			timeout: 60,
		});
		expect([status, completed, data.length]).toEqual(['completed', 120, 120]);
		expect(new Set(data.map(({ markdown }) => markdown)).size).toBe(120);
	});

	test('starts, watches, adds to, cancels and asks for the errors of a batch', async () => {
		const { origin } = await numberedSite(3);
		const { app } = await sdk({ pageDuration: 60_000, maxConcurrency: 1 });
		const { id, invalidURLs } = await app.startBatchScrape([`${origin}/0`, 'nonsense url'], {
			ignoreInvalidURLs: true,
			idempotencyKey: '32f0e0a1-7171-4741-96a7-fadb8caef5c4',
			webhook: { url: 'https://hook.example/', events: ['completed'] },
			maxConcurrency: 2,
		});
		expect(invalidURLs).toEqual(['nonsense url']);
		await app.startBatchScrape([`${origin}/1`], { appendToId: id });
		const status = await app.getBatchScrapeStatus(id, { autoPaginate: false });
		expect(status).toMatchObject({ status: 'scraping', total: 2, completed: 0 });
		expect(await app.cancelBatchScrape(id)).toBe(true);
		const { errors } = await app.getBatchScrapeErrors(id);
		expect(errors).toMatchObject([{ url: `${origin}/1` }]);
	});

	test('crawls a site and follows its pages', async () => {
		const { origin } = await numberedSite(120);
		const { app } = await sdk();
		const { status, total, data } = await app.crawl(`${origin}/`, {
			limit: 110,
			sitemap: 'skip',
			scrapeOptions: { formats: ['markdown', 'links'] },
			maxDiscoveryDepth: 2,
			pollInterval: 1,
			timeout: 60,
		});
		expect([status, total, data.length]).toEqual(['completed', 110, 110]);
	});

	test('starts, lists, previews and cancels a crawl', async () => {
		const { origin } = await numberedSite(3);
		const { app } = await sdk({ pageDuration: 60_000 });
		const { id } = await app.startCrawl(`${origin}/`, {
			excludePaths: ['^/2'],
			deduplicateSimilarURLs: true,
			delay: 1,
		});
		const { crawls } = await app.getActiveCrawls();
		expect(crawls).toMatchObject([{ id, url: `${origin}/` }]);
		expect(await app.crawlParamsPreview(`${origin}/`, 'only docs')).toMatchObject({
			includePaths: ['^/docs(/.*)?$'],
		});
		expect(await app.cancelCrawl(id)).toBe(true);
		expect(await app.getCrawlErrors(id)).toMatchObject({ errors: [], robotsBlocked: [] });
		// Without this it would follow the next page of a cancelled job for ever, as at the service.
		const { status } = await app.getCrawlStatus(id, { autoPaginate: false });
		expect(status).toBe('cancelled');
	});

	test('gets a PDF file as text', async () => {
		const { origin } = await webSite({
			'/a.pdf': { type: 'application/pdf', body: pdfOf('One', 'Two') },
		});
		const { app } = await sdk();
		const { markdown, metadata } = await app.scrape(`${origin}/a.pdf`, {
			parsers: [{ type: 'pdf', maxPages: 1 }],
		});
		expect([markdown, metadata?.creditsUsed]).toEqual(['One', 1]);
	});
});
