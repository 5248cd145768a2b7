/** Batches and crawls that are waited for in sleep. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecuteOptions, ExecutionResult } from '../../support/engine.ts';
import {
	awake,
	engine,
	jsonOf,
	requestsTo,
	serviceUnderTest,
	sleeping,
	woken,
} from './sleeperUnderTest.ts';

const BATCH_PATH = /^\/v2\/batch\/scrape$/;
const CRAWL_PATH = /^\/v2\/crawl$/;

type Given = Partial<Pick<ExecuteOptions, 'items' | 'onError'>>;

async function start(
	service: Service,
	resource: 'batchScrape' | 'crawl',
	parameters: IDataObject,
	given: Given = {},
): Promise<ExecutionResult> {
	const { options = {}, ...fields } = parameters;
	return await engine().execute({
		node: 'webData',
		parameters: {
			resource,
			operation: 'start',
			...fields,
			options: { waitBy: 'webhook', ...(options as IDataObject) },
		},
		credentials: { apiKey: 'sandbox-key', baseUrl: service.url },
		...given,
	});
}

/** Waits until every job of the stand-in has ended. */
async function allEnded(service: Service): Promise<void> {
	const { jobs } = service.pageJobs;
	while (!jobs.all.every((job) => jobs.hasEnded(job))) await sleep(50);
}

describe('A batch', () => {
	test('of several items is one job, and gives each its page after the sleep', async () => {
		const { service } = await serviceUnderTest();
		const items = ['/', '/guide'].map((path) => ({ url: `${service.websiteUrl}${path}` }));
		const asleep = sleeping(await start(service, 'batchScrape', {}, { items }));
		await allEnded(service);
		const result = woken(await asleep.call());
		expect(result.error).toBeUndefined();
		const [job, ...others] = service.pageJobs.jobs.all;
		expect(others).toEqual([]);
		expect(result.items.map(({ json, pairedItem }) => [json.url, json.jobId, pairedItem])).toEqual(
			items.map(({ url }, item) => [url, job?.id, { item }]),
		);
		expect(requestsTo(service, 'POST', BATCH_PATH)[0]?.body).toMatchObject({
			webhook: { events: ['completed', 'failed'] },
		});
	});

	test('in several jobs sleeps until all have ended, and starts none of them twice', async () => {
		const { service } = await serviceUnderTest();
		const items = ['/', '/guide'].map((path) => ({ url: `${service.websiteUrl}${path}` }));
		// Options that differ part the items into a job each.
		const options = { waitTimeout: '={{ 600 + $itemIndex }}' };
		const asleep = sleeping(await start(service, 'batchScrape', { options }, { items }));
		await allEnded(service);
		const { items: pages } = woken(await asleep.call());
		expect(jsonOf(pages).map(({ url }) => url)).toEqual(items.map(({ url }) => url));
		expect(requestsTo(service, 'POST', BATCH_PATH)).toHaveLength(2);
	});
});

describe('After the sleep of a batch', () => {
	test('its pages are found by the addresses that were sent, whatever expressions give now', async () => {
		const { service } = await serviceUnderTest();
		const items = ['/', '/guide'].map((path) => ({ url: `${service.websiteUrl}${path}` }));
		const url = '={{ $json.url }}?t={{ $now.toMillis() }}';
		const options = { minCredits: '={{ $now.toMillis() % 7 + 1 }}' };
		const asleep = sleeping(await start(service, 'batchScrape', { url, options }, { items }));
		await allEnded(service);
		const { items: pages, error } = woken(await asleep.call());
		expect(error).toBeUndefined();
		expect(pages).toHaveLength(2);
		expect(requestsTo(service, 'POST', BATCH_PATH)).toHaveLength(1);
	});

	test('what the user has changed before a retry holds', async () => {
		const { service } = await serviceUnderTest();
		const items = [{ url: `${service.websiteUrl}/none` }];
		const asleep = sleeping(await start(service, 'batchScrape', {}, { items }));
		await allEnded(service);
		const options = { waitBy: 'webhook', onPageError: 'error' };
		const { error } = awake(await asleep.timeUp({ options }));
		expect(error?.message).toContain('404');
		expect(requestsTo(service, 'POST', BATCH_PATH)).toHaveLength(1);
	});

	test('every item has its own job again, also where many take several and some are refused', async () => {
		const { service } = await serviceUnderTest();
		const site = service.websiteUrl;
		const at = (first: number, count: number) =>
			Array.from({ length: count }, (_, index) => `${site}/none/${first + index}`);
		// Two addresses of one item stand where the first job has room for one more.
		const urls = [
			...at(0, 999),
			at(1_000, 2).join('\n'),
			at(2_000, 1_001).join('\n'),
			...at(4_000, 3),
		];
		const items = urls.map((url) => ({ url }));
		const given = { items, onError: 'continueRegularOutput' } as const;
		const asleep = sleeping(await start(service, 'batchScrape', {}, given));
		await allEnded(service);
		const { items: pages } = woken(await asleep.call());
		expect(requestsTo(service, 'POST', BATCH_PATH)).toHaveLength(2);
		expect(pages.filter(({ json }) => typeof json.jobId !== 'string')).toMatchObject([
			{ json: { error: expect.stringContaining('at most 1,000 entries') as string } },
		]);
		expect(pages).toHaveLength(999 + 2 + 1 + 3);
	}, 180_000);
});

describe('A call that tells the end of a job', () => {
	test('before its status does is to come again', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(
			await start(service, 'crawl', { url: service.websiteUrl, maxPages: 1 }),
		);
		await allEnded(service);
		const id = service.pageJobs.jobs.all[0]?.id;
		const working = { status: 200, json: { success: true, status: 'scraping', data: [] } };
		service.orderFault({ method: 'GET', path: `/v2/crawl/${id}`, times: 2, answer: working });
		expect((await asleep.call({ type: 'crawl.page', id })).status).toBe(200);
		expect((await asleep.call({ type: 'crawl.completed', id })).status).toBe(503);
		expect(woken(await asleep.call({ type: 'crawl.completed', id })).items).toHaveLength(1);
	});

	test('of which the service knows nothing any more wakes the execution, to say so', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(
			await start(service, 'crawl', { url: service.websiteUrl, maxPages: 1 }),
		);
		await allEnded(service);
		const id = service.pageJobs.jobs.all[0]?.id;
		const answer = { status: 404, json: { success: false, error: 'Job not found' } };
		service.orderFault({ method: 'GET', path: `/v2/crawl/${id}`, times: Infinity, answer });
		const { error } = woken(await asleep.call());
		expect(error?.context.details).toMatchObject({ jobId: id });
	}, 60_000);
});

describe('A crawl', () => {
	test('gives its pages after the sleep', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { url: service.websiteUrl, maxPages: 3 };
		const asleep = sleeping(await start(service, 'crawl', parameters));
		await allEnded(service);
		const before = service.requests.length;
		const { items } = woken(await asleep.call());
		const jobId = service.pageJobs.jobs.all[0]?.id;
		expect(jsonOf(items).map((page) => page.jobId)).toEqual([jobId, jobId, jobId]);
		expect(requestsTo(service, 'POST', CRAWL_PATH)).toHaveLength(1);
		// The look for the call asks for as little as can be asked for.
		expect(service.requests[before]?.query).toMatchObject({ limit: '1' });
	});

	test('that was cancelled, of which nothing is told, is found out when the time is up', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { url: service.websiteUrl, maxPages: 3, options: { waitTimeout: 1 } };
		const asleep = sleeping(await start(service, 'crawl', parameters));
		const [job] = service.pageJobs.jobs.all;
		if (job) service.pageJobs.cancel(job);
		const { error } = awake(await asleep.timeUp());
		expect(error?.message).toMatch(/cancelled/);
		expect(error?.context.details).toMatchObject({ jobId: job?.id });
	});
});
