/** Batches: items that share a job, and what each of them gets of it. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { fileHost, PNG } from '../fileHost.ts';
import {
	batchScrape,
	ERRORS_PATH,
	jsonOf,
	numberedSite,
	onlyJson,
	pagesOf,
	requestsTo,
	serviceUnderTest,
	shown,
	startsAt,
	STATUS_PATH,
	webSite,
} from './batchUnderTest.ts';

const titleOf = ({ metadata }: IDataObject) => (metadata as IDataObject).title;

/** An address that the service finds invalid. */
const INVALID = 'https://nonsense host/';

describe('The items of a node execution', () => {
	test('share one job, and each gets its page in their order', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(30);
		const items = pagesOf(site);
		const result = await batchScrape(service, 'start', {}, { items });
		expect(jsonOf(result.items).map(titleOf)).toEqual(items.map((_, n) => `Page ${n}`));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(jsonOf(result.items)[7]).toMatchObject({
			url: `${site.origin}/7`,
			markdown: expect.stringContaining('Text 7') as string,
		});
		const jobIds = new Set(jsonOf(result.items).map(({ jobId }) => jobId));
		expect(jobIds.size).toBe(1);
		expect(startsAt(service).map(({ body }) => body)).toEqual([
			{ urls: items.map(({ url }) => url), formats: ['markdown'], ignoreInvalidURLs: true },
		]);
		// No page has failed, so that nobody asks for reasons.
		expect(requestsTo(service, 'GET', ERRORS_PATH)).toEqual([]);
	});

	test('have an address that several of them name read once', async () => {
		const { service } = await serviceUnderTest();
		const { origin, visits } = await numberedSite(2);
		const urls = [`${origin}/0`, `${origin}/1`, `${origin}/0`, ` ${origin}/0 `];
		const { items } = await batchScrape(
			service,
			'start',
			{},
			{ items: urls.map((url) => ({ url })) },
		);
		expect(jsonOf(items).map(titleOf)).toEqual(['Page 0', 'Page 1', 'Page 0', 'Page 0']);
		expect(visits).toHaveLength(2);
	});

	test('share a job only where they want the same of it', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await numberedSite(4);
		const items = ['html', 'markdown', 'html', 'markdown'].map((format, number) => ({
			url: `${origin}/${number}`,
			format,
		}));
		const result = await batchScrape(
			service,
			'start',
			{ formats: '={{ [$json.format] }}' },
			{ items },
		);
		expect(jsonOf(result.items).map((json) => 'html' in json)).toEqual([true, false, true, false]);
		expect(startsAt(service)).toHaveLength(2);
	});

	test('are divided among jobs of at most 1,000 addresses', async () => {
		const { service } = await serviceUnderTest();
		const items = Array.from({ length: 1010 }, (_, n) => ({ url: `https://example.com/${n}` }));
		const parameters = { waitForCompletion: false };
		const { items: jobs } = await batchScrape(service, 'start', parameters, { items });
		expect(jsonOf(jobs).map(({ count }) => count)).toEqual([1000, 10]);
		expect(jobs.map(({ pairedItem }) => (pairedItem as unknown[]).length)).toEqual([1000, 10]);
	}, 60_000);

	test('that name a list have each a job of their own', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await numberedSite(4);
		const { items } = await batchScrape(
			service,
			'start',
			{ urlsFrom: 'list', urls: '={{ $json.list }}' },
			{ items: [{ list: [`${origin}/0`, `${origin}/1`] }, { list: `${origin}/2\n${origin}/3` }] },
		);
		expect(jsonOf(items).map(titleOf)).toEqual(['Page 0', 'Page 1', 'Page 2', 'Page 3']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1].map((item) => ({ item })),
		);
		expect(startsAt(service)).toHaveLength(2);
	});
});

describe('Pages that fail among others', () => {
	const broken = [3, 20, 41, 60, 99];

	async function hundred() {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(100, broken);
		const items = pagesOf(site);
		for (const index of [10, 50, 90]) items[index] = { url: `${INVALID}${index}` };
		return { service, items, site };
	}

	test('are failed items of their own, each linked to its input', async () => {
		const { service, items } = await hundred();
		const result = await batchScrape(
			service,
			'start',
			{},
			{ items, onError: 'continueErrorOutput' },
		);
		expect(result.items).toHaveLength(92);
		const failed = result.errorItems.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(failed.toSorted((a, b) => a - b)).toEqual([3, 10, 20, 41, 50, 60, 90, 99]);
		const errors = new Map(result.errorItems.map(({ json }) => [json.url, json.error]));
		expect(errors.get(items[3]?.url)).toBe('The page could not be read');
		expect(errors.get(`${INVALID}10`)).toBe('The service does not accept this URL');
		expect(startsAt(service)).toHaveLength(1);
	});

	test('are one error that tells how many, which, and where the others are', async () => {
		const { service, items } = await hundred();
		const { message, description, details } = shown(
			await batchScrape(service, 'start', {}, { items }),
		);
		expect(message).toBe('8 of 100 pages failed');
		for (const index of [3, 10, 20, 41, 50, 60, 90, 99]) {
			expect(description).toContain(`[item ${index}] ${items[index]?.url as string}`);
		}
		const { id } = service.pageJobs.jobs.all[0] ?? {};
		expect(description).toContain(`use Get with the job id ${id ?? ''}`);
		expect(details).toMatchObject({ failed: 8, total: 100, jobId: id });
		expect(details.failures).toHaveLength(8);
	});

	test('stand beside the pages of the same list under Continue On Fail', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await numberedSite(3, [1]);
		const urls = [0, 1, 2].map((number) => `${origin}/${number}`);
		const { items } = await batchScrape(
			service,
			'start',
			{ urlsFrom: 'list', urls },
			{ onError: 'continueRegularOutput' },
		);
		expect(jsonOf(items).map(({ url, error }) => url ?? error)).toEqual([
			`${origin}/0`,
			`${origin}/2`,
			'The page could not be read',
		]);
	});

	test('with an error status count as failed where the user says so', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await webSite({});
		const items = [{ url: `${origin}/none` }];
		expect(onlyJson(await batchScrape(service, 'start', {}, { items }))).toMatchObject({
			metadata: { statusCode: 404 },
		});
		const options = { onPageError: 'error' };
		expect(shown(await batchScrape(service, 'start', { options }, { items })).message).toBe(
			'The website answered with status 404',
		);
	});

	test('are told in the words of the service where no page could be had', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(2, [0, 1]);
		const result = await batchScrape(service, 'start', {}, { items: pagesOf(site) });
		expect(shown(result).message).toBe('2 of 2 pages failed');
		expect(shown(result).description).toContain('All scraping engines failed');
	});

	test('are all of them where the service takes none of the addresses', async () => {
		const { service } = await serviceUnderTest();
		const items = [{ url: `${INVALID}1` }, { url: `${INVALID}2` }];
		const result = await batchScrape(
			service,
			'start',
			{},
			{ items, onError: 'continueErrorOutput' },
		);
		expect(jsonOf(result.errorItems).map(({ error }) => error)).toEqual([
			'The service does not accept this URL',
			'The service does not accept this URL',
		]);
	});
});

describe('A page whose file is gone', () => {
	const urls = [0, 1, 2].map((number) => `https://example.com/${number}`);

	/** Has the job end with a screenshot of each page, the second of which is not there. */
	async function serviceWithFiles() {
		const { service } = await serviceUnderTest();
		const { origin } = await fileHost({ '/0.png': { body: PNG }, '/2.png': { body: PNG } });
		const data = urls.map((sourceURL, number) => ({
			markdown: 'Text',
			screenshot: `${origin}/${number}.png`,
			metadata: { sourceURL, statusCode: 200 },
		}));
		const json = { success: true, status: 'completed', total: 3, completed: 3, data };
		service.orderFault({ path: STATUS_PATH, answer: { status: 200, json } });
		return service;
	}

	test.each([
		['an item for each URL', {}],
		['a list', { urlsFrom: 'list', urls: '={{ $json.all }}' }],
	])('stays with the others and says which file: %s', async (_case, parameters) => {
		const service = await serviceWithFiles();
		const items = 'urls' in parameters ? [{ all: urls }] : urls.map((url) => ({ url }));
		const options = { downloadFiles: true };
		const result = await batchScrape(service, 'start', { ...parameters, options }, { items });
		expect(result.error).toBeUndefined();
		expect(jsonOf(result.items)).toEqual([
			expect.objectContaining({ url: urls[0], markdown: 'Text' }),
			expect.objectContaining({
				url: urls[1],
				markdown: 'Text',
				fileError: expect.stringMatching(
					/“screenshot” could not be fetched: .* status 404/,
				) as string,
			}),
			expect.objectContaining({ url: urls[2], markdown: 'Text' }),
		]);
		expect(jsonOf(result.items).filter((json) => 'fileError' in json)).toHaveLength(1);
		expect(result.items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([
			['screenshot'],
			[],
			['screenshot'],
		]);
	});
});

test('A page without a reason fails alone where the reasons cannot be read', async () => {
	const { service } = await serviceUnderTest();
	const site = await numberedSite(3, [1]);
	const answer = errorAnswer(500, 'Internal Server Error');
	service.orderFault({ path: ERRORS_PATH, times: Infinity, answer });
	const { items, errorItems } = await batchScrape(
		service,
		'start',
		{ options: { maxAttempts: 1 } },
		{ items: pagesOf(site), onError: 'continueErrorOutput' },
	);
	expect(jsonOf(items).map(titleOf)).toEqual(['Page 0', 'Page 2']);
	expect(errorItems).toEqual([
		expect.objectContaining({
			json: expect.objectContaining({
				error: 'The job ended without this page',
				message: expect.stringContaining(
					'The reasons could not be read (The service failed)',
				) as string,
			}) as IDataObject,
			pairedItem: { item: 1 },
		}),
	]);
});

describe('A batch with more pages than n8n could keep as items', () => {
	const urls = Array.from({ length: 12 }, (_, number) => `https://example.com/${number}`);

	/** Answers the looks at a job with these pages, so many bytes each. */
	function lookAt(service: Service, pages: string[], bytes: number): void {
		const data = pages.map((sourceURL) => ({
			markdown: 'x'.repeat(bytes),
			metadata: { sourceURL, statusCode: 200 },
		}));
		const count = pages.length;
		const json = { success: true, status: 'completed', total: count, completed: count, data };
		service.orderFault({ path: STATUS_PATH, answer: { status: 200, json } });
	}

	test('is an error that names the job from which Get reads them', async () => {
		const { service } = await serviceUnderTest();
		lookAt(service, urls, 10_000_000);
		const result = await batchScrape(service, 'start', { urlsFrom: 'list', urls });
		const { message, description, details } = shown(result);
		const { id } = service.pageJobs.jobs.all[0] ?? {};
		expect(message).toBe('The pages are too large to leave the node as items');
		expect(description).toContain(`use Get with the job id ${id ?? ''}`);
		expect(details).toMatchObject({ jobId: id, pages: 12 });
		expect(startsAt(service)).toHaveLength(1);
	}, 60_000);

	test('leaves the others of the node execution as they are', async () => {
		const { service } = await serviceUnderTest();
		const lists = [urls.slice(0, 6), urls.slice(6), ['https://example.com/small']];
		lookAt(service, lists[0] ?? [], 10_000_000);
		lookAt(service, lists[1] ?? [], 10_000_000);
		lookAt(service, lists[2] ?? [], 10);
		const { items } = await batchScrape(
			service,
			'start',
			{ urlsFrom: 'list', urls: '={{ $json.list }}', options: { maxConcurrency: 1 } },
			{ items: lists.map((list) => ({ list })), onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.url ?? json.error)).toEqual([
			...(lists[0] ?? []),
			'The pages are too large to leave the node as items',
			'https://example.com/small',
		]);
	}, 60_000);
});

test('An item without an address fails before anything is started', async () => {
	const { service } = await serviceUnderTest();
	const items = [{ url: 'https://example.com' }, { other: 1 }];
	const result = await batchScrape(service, 'start', {}, { items });
	expect(shown(result).message).toBe('URL is required [item 1]');
	expect(startsAt(service)).toEqual([]);
});

test('Under Continue On Fail it fails alone, and the others share their job', async () => {
	const { service } = await serviceUnderTest();
	const { origin } = await numberedSite(2);
	const items = [{ url: `${origin}/0` }, { other: 1 }, { url: `${origin}/1` }];
	const result = await batchScrape(service, 'start', {}, { items, onError: 'continueErrorOutput' });
	expect(jsonOf(result.items).map(titleOf)).toEqual(['Page 0', 'Page 1']);
	expect(result.errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	expect(startsAt(service)).toHaveLength(1);
});
