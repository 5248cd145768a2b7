/** Batch jobs that are there already: reading, cancelling, their errors, and their list. */
import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { fileHost, PNG } from '../fileHost.ts';
import {
	batchScrape,
	byId,
	engine,
	jsonOf,
	KEY,
	numberedSite,
	onlyJson,
	page,
	pagesOf,
	requestsTo,
	serviceUnderTest,
	shown,
	STATUS_PATH,
	UNKNOWN_ID,
	webSite,
	type WebSite,
} from './batchUnderTest.ts';

/** A job for the pages of a site, which is over unless the site is slow. */
async function started(service: Service, site: WebSite): Promise<string> {
	const { jobId } = onlyJson(
		await batchScrape(service, 'start', {
			urlsFrom: 'list',
			urls: pagesOf(site).map(({ url }) => url as string),
			waitForCompletion: false,
		}),
	);
	return jobId as string;
}

async function ended(service: Service, site: WebSite): Promise<string> {
	const id = await started(service, site);
	while (service.pageJobs.jobs.active().length > 0) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return id;
}

describe('Get', () => {
	test('returns the pages of a job, each with how the job stands', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(3);
		const jobId = await ended(service, site);
		const { items } = await batchScrape(service, 'get', byId(jobId));
		expect(
			jsonOf(items)
				.map(({ url }) => url)
				.toSorted(),
		).toEqual(pagesOf(site).map(({ url }) => url));
		for (const json of jsonOf(items)) expect(json).toMatchObject({ jobId, jobStatus: 'completed' });
	});

	test('returns as many as are asked for, and asks the service for no more', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, await numberedSite(130));
		const { items: some } = await batchScrape(service, 'get', {
			...byId(jobId),
			returnAll: false,
			limit: 7,
		});
		expect(some).toHaveLength(7);
		expect(requestsTo(service, 'GET', STATUS_PATH).map(({ query }) => query)).toEqual([
			{ limit: '7' },
		]);
		const { items: all } = await batchScrape(service, 'get', { ...byId(jobId), returnAll: true });
		expect(all).toHaveLength(130);
	});

	test('returns how a job stands that has read nothing yet', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await started(
			service,
			await webSite({ '/slow': { body: page('Slow', ''), delay: 60_000 } }),
		);
		expect(onlyJson(await batchScrape(service, 'get', byId(jobId)))).toMatchObject({
			jobId,
			jobStatus: 'scraping',
			completed: 0,
			total: 1,
		});
	});

	/** A job of which the first page answered with 404, among as many others as are wanted. */
	function withNotFound({ pageJobs }: Service, others: number): string {
		const documents = Array.from({ length: others + 1 }, (_, number) => ({
			markdown: 'Text',
			metadata: {
				sourceURL: `https://example.com/${number}`,
				statusCode: number === 0 ? 404 : 200,
			},
		}));
		return pageJobs.addFinished({ kind: 'batch_scrape', documents: documents as never }).id;
	}

	const onPageError = { options: { onPageError: 'error' } };

	test('has a failed item for a page that is an error, beside the others', async () => {
		const { service } = await serviceUnderTest();
		const jobId = withNotFound(service, 2);
		const parameters = { ...byId(jobId), ...onPageError };
		const onError = 'continueErrorOutput';
		const { items, errorItems } = await batchScrape(service, 'get', parameters, { onError });
		expect(jsonOf(items).map(({ url, jobStatus }) => [url, jobStatus])).toEqual([
			['https://example.com/1', 'completed'],
			['https://example.com/2', 'completed'],
		]);
		expect(jsonOf(errorItems).map(({ error }) => error)).toEqual([
			'The website answered with status 404',
		]);
	});

	test('ends with an error that tells of such pages what Start tells', async () => {
		const { service } = await serviceUnderTest();
		const jobId = withNotFound(service, 2);
		const result = await batchScrape(service, 'get', { ...byId(jobId), ...onPageError });
		const { message, description, details } = shown(result);
		expect(message).toBe('1 of 3 pages failed');
		expect(description).toContain('https://example.com/0: The website answered with status 404');
		expect(details).toMatchObject({ failed: 1, total: 3, jobId });
	});

	test('gives nothing but the failure where the only page is an error', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { ...byId(withNotFound(service, 0)), ...onPageError };
		const stopped = await batchScrape(service, 'get', parameters);
		expect(shown(stopped).message).toBe('The website answered with status 404');
		const onError = 'continueRegularOutput';
		const { items } = await batchScrape(service, 'get', parameters, { onError });
		expect(jsonOf(items).map(({ error }) => error)).toEqual([
			'The website answered with status 404',
		]);
	});

	test('keeps a page without a file that is gone', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await fileHost({ '/here.png': { body: PNG } });
		const documents = ['gone', 'here'].map((name) => ({
			markdown: name,
			screenshot: `${origin}/${name}.png`,
			metadata: { sourceURL: `https://example.com/${name}` },
		}));
		const { id } = service.pageJobs.addFinished({
			kind: 'batch_scrape',
			documents: documents as never,
		});
		const options = { downloadFiles: true };
		const { items } = await batchScrape(service, 'get', { ...byId(id), options });
		expect(jsonOf(items).map(({ markdown, fileError }) => [markdown, fileError])).toEqual([
			['gone', expect.stringContaining('“screenshot” could not be fetched')],
			['here', undefined],
		]);
		expect(Object.keys(items[1]?.binary ?? {})).toEqual(['screenshot']);
	});

	test('says so of a job that nobody knows', async () => {
		const { service } = await serviceUnderTest();
		const result = await batchScrape(service, 'get', byId(UNKNOWN_ID));
		expect(shown(result)).toMatchObject({ details: { httpCode: '404' } });
		expect(shown(result).description).toContain('Job not found');
	});
});

describe('Cancel', () => {
	test('ends a job at once', async () => {
		const { service } = await serviceUnderTest();
		const site = await webSite({ '/slow': { body: page('Slow', ''), delay: 60_000 } });
		const jobId = await started(service, site);
		const expected = { jobId, status: 'cancelled' };
		expect(onlyJson(await batchScrape(service, 'cancel', byId(jobId)))).toEqual(expected);
		expect(onlyJson(await batchScrape(service, 'get', byId(jobId)))).toMatchObject({
			jobStatus: 'cancelled',
		});
	});

	test('of a job that is over is an error, unless that counts as done', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, await numberedSite(1));
		expect(shown(await batchScrape(service, 'cancel', byId(jobId))).details).toMatchObject({
			httpCode: '409',
		});
		const options = { ignoreFinished: true };
		const done = await batchScrape(service, 'cancel', { ...byId(jobId), options });
		expect(onlyJson(done)).toMatchObject({ jobId, alreadyOver: true });
	});
});

describe('Get Errors', () => {
	test('lists the pages that could not be read', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(3, [1]);
		const jobId = await ended(service, site);
		expect(onlyJson(await batchScrape(service, 'getErrors', byId(jobId)))).toMatchObject({
			url: `${site.origin}/1`,
			code: 'SCRAPE_ALL_ENGINES_FAILED',
			jobId,
		});
	});

	test('gives no item where all were read', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, await numberedSite(1));
		expect((await batchScrape(service, 'getErrors', byId(jobId))).items).toEqual([]);
	});
});

describe('The list of batch scrapes', () => {
	const search = async (service: Pick<Service, 'url'>, filter?: string) =>
		await engine().callListSearch({
			node: 'webData',
			method: 'searchBatchScrapes',
			parameters: { resource: 'batchScrape', operation: 'get' },
			credentials: { apiKey: KEY, baseUrl: service.url },
			filter,
		});

	test('names those of the last day by time and id', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, await numberedSite(1));
		const { results } = await search(service);
		expect(results).toEqual([
			{
				name: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d: [0-9a-f-]{36}$/) as string,
				value: jobId,
			},
		]);
		expect((await search(service, 'nothing like it')).results).toEqual([]);
	});

	test('says how to do without it where a server has none', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			path: '/v2/team/activity',
			answer: errorAnswer(500, 'Failed to fetch activity.'),
		});
		await expect(search(service)).rejects.toThrow('cannot list batch scrapes');
	});
});

test('Get writes the pages into a file where the user wants that', async () => {
	const { service } = await serviceUnderTest();
	const document = { markdown: 'Text', metadata: { sourceURL: 'https://example.com/' } };
	const documents = [document, document] as never;
	const { id } = service.pageJobs.addFinished({ kind: 'batch_scrape', documents });
	const options = { output: 'file' };
	const { items } = await batchScrape(service, 'get', { ...byId(id), options });
	expect(jsonOf(items)).toEqual([expect.objectContaining({ jobId: id, pages: 2 })]);
	const { data = '', fileName } = items[0]?.binary?.data ?? {};
	expect(fileName).toBe(`batch-scrape-${id}.jsonl`);
	expect(Buffer.from(data, 'base64').toString().trim().split('\n')).toHaveLength(2);
});

test.each([
	[{ downloadFiles: true }, 'Download Files needs Items as Output [item 0]'],
	[
		{ onPageError: 'error' },
		'If a Page Is an Error must be Return the Page where Output is File [item 0]',
	],
])('A file has nothing of %j, which is said before anything is sent', async (option, message) => {
	const { service } = await serviceUnderTest();
	const options = { output: 'file', ...option };
	const result = await batchScrape(service, 'get', { ...byId(UNKNOWN_ID), options });
	expect(shown(result).message).toBe(message);
	expect(service.requests).toEqual([]);
});
