/** Crawls that were started before: their pages, their failures, their end. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { fileHost, PNG } from '../fileHost.ts';
import {
	ACTIVE_PATH,
	byId,
	crawl,
	engine,
	ERRORS_PATH,
	jsonOf,
	KEY,
	linkedSite,
	onlyJson,
	PREVIEW_PATH,
	requestsTo,
	serviceUnderTest,
	shown,
	UNKNOWN_ID,
	type RunOptions,
} from './crawlUnderTest.ts';

const titleOf = ({ metadata }: IDataObject) => (metadata as IDataObject).title;

type Service = Awaited<ReturnType<typeof serviceUnderTest>>['service'];

/** Starts a crawl and does not wait for it. */
async function started(service: Service, url: string, crawlOptions = {}): Promise<string> {
	const parameters = { url, waitForCompletion: false, crawlOptions };
	return onlyJson(await crawl(service, 'start', parameters)).jobId as string;
}

/** A crawl that has ended. */
async function ended(service: Service, count: number): Promise<string> {
	const { origin } = await linkedSite(count, { '/broken': { broken: true } });
	const { items } = await crawl(service, 'start', { url: origin });
	return items[0]?.json.jobId as string;
}

/** A crawl that takes its time. */
async function slow(service: Service): Promise<{ jobId: string; origin: string }> {
	const { origin } = await linkedSite(5);
	return { origin, jobId: await started(service, origin, { delay: 30 }) };
}

describe('Get', () => {
	test('returns the pages of a crawl that has ended, and what is missing', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, 3);
		const { items } = await crawl(service, 'get', byId(jobId));
		expect(jsonOf(items).map(titleOf).sort()).toEqual(['Home', 'Page /1', 'Page /2', 'Page /3']);
		for (const json of jsonOf(items)) {
			expect(json).toMatchObject({
				jobId,
				jobStatus: 'completed',
				crawl: { total: 4, completed: 4, failedPages: 1, missing: ['failures'] },
			});
		}
	});

	test('returns as many as are wanted', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, 3);
		expect(
			(await crawl(service, 'get', { ...byId(jobId), returnAll: false, limit: 2 })).items,
		).toHaveLength(2);
	});

	test('keeps a page without a file that is gone, as Start does', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await fileHost({ '/here.png': { body: PNG } });
		const documents = ['gone', 'here'].map((name) => ({
			markdown: name,
			screenshot: `${origin}/${name}.png`,
			metadata: { sourceURL: `https://example.com/${name}` },
		}));
		const { id } = service.pageJobs.addFinished({ documents: documents as never });
		service.orderFault({
			method: 'POST',
			answer: { status: 200, json: { success: true, id, url: '' } },
		});
		const options = { downloadFiles: true };
		for (const [operation, parameters] of [
			['start', { url: 'https://example.com' }],
			['get', byId(id)],
		] as const) {
			const { items } = await crawl(service, operation, { ...parameters, options });
			expect(
				jsonOf(items).map(({ markdown, fileError, jobStatus }) => [markdown, fileError, jobStatus]),
				operation,
			).toEqual([
				['gone', expect.stringContaining('“screenshot” could not be fetched'), 'completed'],
				['here', undefined, 'completed'],
			]);
			expect(Object.keys(items[1]?.binary ?? {}), operation).toEqual(['screenshot']);
		}
	});

	test('says of a crawl at work how it stands', async () => {
		const { service } = await serviceUnderTest();
		const { jobId } = await slow(service);
		const json = onlyJson(await crawl(service, 'get', byId(jobId)));
		expect(json).toMatchObject({ jobId, jobStatus: 'scraping' });
		expect(requestsTo(service, 'GET', ERRORS_PATH)).toEqual([]);
	});

	test('tells that there is no such crawl', async () => {
		const { service } = await serviceUnderTest();
		const result = shown(await crawl(service, 'get', byId(UNKNOWN_ID)));
		expect(result.description).toContain('Job not found');
	});

	test('takes nothing but an id', async () => {
		const { service } = await serviceUnderTest();
		const result = shown(await crawl(service, 'get', byId('../team')));
		expect(result.message).toContain('Crawl must be the id of a crawl, which is a UUID');
		expect(service.requests).toEqual([]);
	});
});

describe('Get Many', () => {
	test('lists the crawls at work, with their addresses and options', async () => {
		const { service } = await serviceUnderTest();
		await ended(service, 0);
		const { jobId, origin } = await slow(service);
		const json = onlyJson(await crawl(service, 'getAll'));
		expect(json).toMatchObject({
			url: origin,
			createdAt: expect.stringMatching(/^2\d{3}-/) as string,
			options: { limit: 100 },
			jobId,
		});
		expect(json).not.toHaveProperty('id');
	});

	test('returns as many as are wanted', async () => {
		const { service } = await serviceUnderTest();
		for (let count = 0; count < 3; count++) await slow(service);
		expect((await crawl(service, 'getAll', { limit: 2 })).items).toHaveLength(2);
		expect((await crawl(service, 'getAll', { returnAll: true })).items).toHaveLength(3);
	});

	test('is behind the list of the field Crawl', async () => {
		const { service } = await serviceUnderTest();
		const { jobId, origin } = await slow(service);
		const search = async (filter: string) =>
			await engine().callListSearch({
				node: 'webData',
				parameters: { resource: 'crawl', operation: 'get' },
				credentials: { apiKey: KEY, baseUrl: service.url },
				method: 'searchCrawls',
				filter,
			});
		expect((await search(origin.slice(-5))).results).toEqual([
			{ name: `${origin} (${jobId.slice(-8)})`, value: jobId },
		]);
		expect((await search('elsewhere')).results).toEqual([]);
	});
});

describe('Cancel', () => {
	test('ends a crawl', async () => {
		const { service } = await serviceUnderTest();
		const { jobId } = await slow(service);
		expect(onlyJson(await crawl(service, 'cancel', byId(jobId)))).toEqual({
			jobId,
			status: 'cancelled',
		});
		expect((await crawl(service, 'getAll')).items).toEqual([]);
	});

	test('of a crawl that is over is an error, unless the user accepts it', async () => {
		const { service } = await serviceUnderTest();
		const jobId = await ended(service, 0);
		const result = shown(await crawl(service, 'cancel', byId(jobId)));
		expect(result.description).toContain('Crawl is already completed');
		const options = { ignoreFinished: true };
		expect(onlyJson(await crawl(service, 'cancel', { ...byId(jobId), options }))).toMatchObject({
			jobId,
			alreadyOver: true,
		});
	});
});

test('Get Errors lists the pages that failed, each with the reason', async () => {
	const { service } = await serviceUnderTest();
	const jobId = await ended(service, 1);
	const json = onlyJson(await crawl(service, 'getErrors', byId(jobId)));
	expect(json).toMatchObject({ jobId, code: 'SCRAPE_ALL_ENGINES_FAILED' });
	expect(json.url).toMatch(/\/broken$/);
	expect(json.error).toMatch(/^All scraping engines failed/);
});

describe('Preview', () => {
	const wish = { url: 'https://example.com/', prompt: 'only docs, 20 pages, not archive' };

	test('shows the options of a prompt under the names of Start', async () => {
		const { service } = await serviceUnderTest();
		const json = onlyJson(await crawl(service, 'preview', wish));
		expect(json).toMatchObject({
			url: 'https://example.com/',
			maxPages: 20,
			includePaths: ['^/docs(/.*)?$'],
			excludePaths: ['^/archive(/.*)?$'],
			sitemap: 'include',
		});
		// A crawl refuses it.
		expect(json).not.toHaveProperty('maxDepth');
		expect(requestsTo(service, 'POST', PREVIEW_PATH).map(({ body }) => body)).toEqual([wish]);
	});

	test('gives Start what Start takes', async () => {
		const { service } = await serviceUnderTest();
		const { maxPages, url, ...crawlOptions } = onlyJson(await crawl(service, 'preview', wish));
		const result = await crawl(service, 'start', {
			url,
			maxPages,
			crawlOptions,
			waitForCompletion: false,
		} as never);
		expect(result.error).toBeUndefined();
	});

	test('may give the delay in milliseconds, which Start wants in seconds', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			answer: { status: 200, json: { success: true, data: { delay: 1500, limit: null } } },
		});
		expect(onlyJson(await crawl(service, 'preview', wish))).toEqual({ url: wish.url, delay: 1.5 });
	});

	test('says why a prompt cannot be used', async () => {
		const { service } = await serviceUnderTest({ deployment: 'open2026' } as never);
		const result = shown(await crawl(service, 'preview', wish));
		expect(result.description).toContain('Failed to process natural language prompt');
	});
});

test('Each operation fails for one item alone where the user goes on', async () => {
	const { service } = await serviceUnderTest();
	const jobId = await ended(service, 0);
	const goOn: RunOptions = {
		items: [{ id: jobId }, { id: UNKNOWN_ID }, { id: jobId }],
		onError: 'continueErrorOutput',
	};
	for (const operation of ['get', 'getErrors', 'cancel']) {
		const options = operation === 'cancel' ? { ignoreFinished: true } : {};
		const parameters = { ...byId('={{ $json.id }}'), options };
		const { items, errorItems } = await crawl(service, operation, parameters, goOn);
		expect(
			errorItems.map(({ pairedItem }) => pairedItem),
			operation,
		).toEqual([{ item: 1 }]);
		const linked = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(
			linked.filter((item) => item === 1),
			operation,
		).toEqual([]);
	}
	expect(requestsTo(service, 'GET', ACTIVE_PATH)).toEqual([]);
});
