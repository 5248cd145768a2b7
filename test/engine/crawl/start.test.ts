/** Crawls: what leaves the node, and what the service is asked for. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import {
	byId,
	crawl,
	ERRORS_PATH,
	jsonOf,
	linkedSite,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	startsAt,
	STATUS_PATH,
	webSite,
} from './crawlUnderTest.ts';

const titleOf = ({ metadata }: IDataObject) => (metadata as IDataObject).title;

describe('A crawl', () => {
	test('has an item for each page, which tells the job and how it went', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(5);
		const { items, error } = await crawl(service, 'start', { url: origin });
		expect(error).toBeUndefined();
		const pages = jsonOf(items);
		expect(pages.map(titleOf).sort()).toEqual([
			'Home',
			...[1, 2, 3, 4, 5].map((n) => `Page /${n}`),
		]);
		const { id } = service.pageJobs.jobs.all[0] ?? {};
		for (const json of pages) {
			expect(json).toMatchObject({
				jobId: id,
				jobStatus: 'completed',
				markdown: expect.any(String) as string,
				crawl: { total: 6, completed: 6, failedPages: 0, creditsUsed: 6 },
			});
			expect(json.crawl).not.toHaveProperty('missing');
		}
		expect(startsAt(service).map(({ body }) => body)).toEqual([
			{ url: origin, limit: 100, scrapeOptions: { formats: ['markdown'] } },
		]);
	});

	test('runs for each input item, and its pages are linked to it', async () => {
		const { service } = await serviceUnderTest();
		const sites = [await linkedSite(1), await linkedSite(2), await linkedSite(0)];
		const result = await crawl(
			service,
			'start',
			{ url: '={{ $json.site }}' },
			{ items: sites.map(({ origin }) => ({ site: origin })) },
		);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 1, 2].map((item) => ({ item })),
		);
		expect(startsAt(service)).toHaveLength(3);
	});

	test('of a small site costs a start, a few looks and one question for failures', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(20);
		await crawl(service, 'start', { url: origin });
		const reads = requestsTo(service, 'GET', STATUS_PATH).length;
		expect(reads).toBeLessThanOrEqual(3);
		expect(requestsTo(service, 'GET', ERRORS_PATH)).toHaveLength(1);
		expect(service.requests).toHaveLength(reads + 3);
	});

	test('that is not waited for is one item with its id', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(3);
		const json = onlyJson(await crawl(service, 'start', { url: origin, waitForCompletion: false }));
		expect(json).toEqual({ jobId: service.pageJobs.jobs.all[0]?.id, url: origin });
	});

	test('by a prompt tells which options came of it', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(2);
		const prompt = { crawlOptions: { prompt: 'everything except archive' } };
		const { items } = await crawl(service, 'start', { url: origin, ...prompt });
		expect(items.length).toBeGreaterThan(0);
		for (const json of jsonOf(items)) {
			expect(json.crawl).toMatchObject({
				promptGeneratedOptions: { excludePaths: ['^/archive(/.*)?$'] },
			});
		}
	});

	test('sends every option under its name', async () => {
		const { service } = await serviceUnderTest({ mayIgnoreRobots: true });
		const crawlOptions = {
			allowExternalLinks: true,
			allowSubdomains: true,
			crawlEntireDomain: true,
			deduplicateSimilarURLs: false,
			delay: 0.5,
			excludePaths: ['^/a,b', '^/c'],
			ignoreQueryParameters: true,
			ignoreRobotsTxt: true,
			includePaths: '^/x.*\n^/$',
			maxConcurrency: 3,
			maxDiscoveryDepth: 0,
			prompt: 'only docs',
			regexOnFullURL: true,
			robotsUserAgent: 'Bot',
			sitemap: 'only',
		};
		const result = await crawl(service, 'start', {
			url: 'https://example.com/docs',
			maxPages: 7,
			formats: ['markdown', 'links'],
			crawlOptions,
			scrapeOptions: { onlyMainContent: false, waitFor: 10 },
			waitForCompletion: false,
			options: { webhookUrl: 'https://hook.example.com/' },
		});
		expect(result.error).toBeUndefined();
		expect(startsAt(service).map(({ body }) => body)).toEqual([
			{
				url: 'https://example.com/docs',
				limit: 7,
				...crawlOptions,
				includePaths: ['^/x.*', '^/$'],
				scrapeOptions: { formats: ['markdown', 'links'], onlyMainContent: false, waitFor: 10 },
				webhook: 'https://hook.example.com/',
			},
		]);
	});
});

describe('What is missing', () => {
	test('are pages beyond Max Pages', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(10);
		const { items } = await crawl(service, 'start', { url: origin, maxPages: 4 });
		expect(items).toHaveLength(4);
		expect(jsonOf(items)[0]?.crawl).toMatchObject({
			missing: ['limit'],
			note: 'The crawl ended at Max Pages, 4: the website may have more pages.',
		});
	});

	test('are pages for which there were no credits', async () => {
		const { service } = await serviceUnderTest({ planCredits: 3 });
		const { origin } = await linkedSite(10);
		const { items } = await crawl(service, 'start', { url: origin });
		expect(items).toHaveLength(3);
		expect(jsonOf(items)[0]?.crawl).toMatchObject({
			missing: ['credits'],
			note: expect.stringContaining('no credits left') as string,
		});
	});

	test('are pages that failed and pages that robots.txt forbids', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(2, {
			'/broken': { broken: true },
			'/secret/x': { broken: true },
			'/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret/' },
		});
		const { items } = await crawl(service, 'start', { url: origin });
		expect(items).toHaveLength(3);
		expect(jsonOf(items)[0]?.crawl).toMatchObject({
			failedPages: 1,
			missing: ['robots', 'failures'],
			note: 'robots.txt forbids 1 page. 1 page could not be read: Get Errors lists them.',
		});
	});

	test('stands beside the pages where Return Errors is set', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(2, {
			'/broken': { broken: true },
			'/secret/x': { broken: true },
			'/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret/' },
		});
		const result = await crawl(
			service,
			'start',
			{ url: origin, options: { returnErrors: true } },
			{ onError: 'continueErrorOutput' },
		);
		expect(result.errorItems).toEqual([]);
		const failed = jsonOf(result.items).filter(({ error }) => error !== undefined);
		expect(failed).toEqual([
			expect.objectContaining({
				url: `${origin}/broken`,
				code: 'SCRAPE_ALL_ENGINES_FAILED',
				jobStatus: 'completed',
			}),
			expect.objectContaining({ url: `${origin}/secret/x`, code: 'CRAWL_DENIAL' }),
		]);
	});

	test('is the page at the URL where Include Paths do not match it', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(2);
		const crawlOptions = { includePaths: ['^/\\d+$'] };
		const { items } = await crawl(service, 'start', { url: origin, crawlOptions });
		expect(jsonOf(items).map(titleOf).sort()).toEqual(['Page /1', 'Page /2']);
		expect(jsonOf(items)[0]?.crawl).toMatchObject({ missing: ['paths'] });
	});
});

describe('Where the pages that failed cannot be listed', () => {
	/** A service that has crawled a site, and answers no question for failures. */
	async function crawled() {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(2, { '/broken': { broken: true } });
		const answer = errorAnswer(500, 'Internal Server Error');
		service.orderFault({ path: ERRORS_PATH, times: Infinity, answer });
		return { service, url: origin };
	}

	const note = 'Which pages could not be read is unknown (The service failed)';
	const options = { maxAttempts: 1, returnErrors: true };

	/** The parameters of Start, and of Get for the crawl that it has started. */
	function byOperation(service: Awaited<ReturnType<typeof crawled>>['service'], url: string) {
		return [
			['start', () => ({ url })],
			['get', () => byId(service.pageJobs.jobs.all[0]?.id ?? '')],
		] as const;
	}

	test('those that were read leave the node, with an item that says so', async () => {
		const { service, url } = await crawled();
		for (const [operation, parameters] of byOperation(service, url)) {
			const result = await crawl(service, operation, { ...parameters(), options });
			expect(result.error, operation).toBeUndefined();
			const pages = jsonOf(result.items);
			expect(pages.slice(0, 3).map(titleOf).sort()).toEqual(['Home', 'Page /1', 'Page /2']);
			expect(pages[0]?.crawl).toMatchObject({ completed: 3 });
			expect((pages[0]?.crawl as IDataObject).note).toContain(note);
			expect(pages[0]?.crawl).not.toHaveProperty('failedPages');
			expect(pages.slice(3)).toEqual([
				expect.objectContaining({
					error: expect.stringContaining(note) as string,
					jobStatus: 'completed',
				}),
			]);
		}
	});

	test('those that were read stand in the file, with a line that says so', async () => {
		const { service, url } = await crawled();
		for (const [operation, parameters] of byOperation(service, url)) {
			const inFile = { ...options, output: 'file' };
			const result = await crawl(service, operation, { ...parameters(), options: inFile });
			const json = onlyJson(result);
			expect(json, operation).toMatchObject({ pages: 3, completed: 3 });
			expect(json.note).toContain(note);
			const { data = '' } = result.items[0]?.binary?.data ?? {};
			const lines = Buffer.from(data, 'base64').toString().trimEnd().split('\n');
			expect(lines).toHaveLength(4);
			expect(JSON.parse(lines[3] ?? '')).toMatchObject({
				error: expect.stringContaining(note) as string,
			});
		}
	});

	test('a crawl without a page is an error that names no other reason', async () => {
		const { service } = await crawled();
		const { origin } = await webSite({ '/': { broken: true } });
		const result = shown(await crawl(service, 'start', { url: origin, options }));
		expect(result.message).toBe('The crawl found no page');
		expect(result.description).toContain(note);
		expect(result.description).not.toContain('names no reason');
	});
});

describe('A crawl without a page is an error', () => {
	test('that names a website which cannot be reached', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({ '/': { broken: true } });
		const { message, description, details } = shown(
			await crawl(service, 'start', { url: `${origin}/` }),
		);
		expect(message).toBe('The crawl found no page');
		expect(description).toContain('All scraping engines failed');
		expect(details).toMatchObject({
			jobId: service.pageJobs.jobs.all[0]?.id,
			url: `${origin}/`,
			code: 'SCRAPE_ALL_ENGINES_FAILED',
			retryable: false,
		});
	});

	test('that names robots.txt', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(2, {
			'/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /' },
		});
		const result = shown(await crawl(service, 'start', { url: `${origin}/` }));
		expect(result.description).toContain('robots.txt of the website forbids');
		expect(result.details.code).toBe('CRAWL_DENIAL');
	});

	test('also where the file would be empty', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({ '/': { broken: true } });
		const result = await crawl(service, 'start', { url: origin, options: { output: 'file' } });
		expect(shown(result).message).toBe('The crawl found no page');
	});
});

describe('Before anything is sent', () => {
	test.each<[string, IDataObject, string]>([
		['no URL', { url: '={{ $json.none }}' }, 'URL is required'],
		['no page', { maxPages: 0 }, 'Max Pages must be a whole number of at least 1'],
		[
			'a broken pattern',
			{ crawlOptions: { includePaths: ['^/ok', '('] } },
			'Include Paths must hold regular expressions, such as ^/blog/.*',
		],
		['a long delay', { crawlOptions: { delay: 61 } }, 'Delay must be at most 60 seconds'],
		[
			'tracking without Markdown',
			{ formats: ['changeTracking'] },
			'Formats must include Markdown for change tracking',
		],
		[
			'a download into a file',
			{ options: { output: 'file', downloadFiles: true } },
			'Download Files needs Items as Output',
		],
	])('%s is found', async (_case, parameters, message) => {
		const { service } = await serviceUnderTest();
		const result = await crawl(service, 'start', {
			url: 'https://example.com',
			...parameters,
		});
		expect(shown(result).message).toContain(message);
		expect(service.requests).toEqual([]);
	});
});
