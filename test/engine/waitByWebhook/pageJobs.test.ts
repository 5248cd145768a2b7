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
		} as ExecuteOptions['parameters'],
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
