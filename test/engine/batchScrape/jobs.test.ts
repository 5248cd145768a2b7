/** The job behind a batch: how it is waited for, what becomes of its troubles, and how it is stopped. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer, type Fault, type Service } from '../../../sandbox/service/index.ts';
import {
	batchScrape,
	inFastTime,
	jsonOf,
	numberedSite,
	onlyJson,
	pagesOf,
	realTime,
	requestsTo,
	serviceUnderTest,
	shown,
	startOperation,
	startsAt,
	STATUS_PATH,
	START_PATH,
	takeOverTime,
	webSite,
	page,
} from './batchUnderTest.ts';

afterEach(() => {
	vi.useRealTimers();
});

function onlyJob(service: Service) {
	const [job, ...others] = service.pageJobs.jobs.all;
	if (!job || others.length > 0) throw new Error(`${others.length + 1} jobs instead of one`);
	return job;
}

/** A website whose only page takes its time. */
async function slowSite(delay: number) {
	return await webSite({ '/slow': { body: page('Slow', '<p>At last</p>'), delay } });
}

const status = (fault: Partial<Fault>): Fault => ({ method: 'GET', path: STATUS_PATH, ...fault });

describe('A batch', () => {
	test.each(['hosted', 'open2026', 'open2025'] as const)(
		'of more pages than an answer holds is read whole: %s server',
		async (deployment) => {
			const { service } = await serviceUnderTest({ deployment, maxConcurrency: 20 });
			const site = await numberedSite(130, [7]);
			const items = pagesOf(site);
			const onError = 'continueErrorOutput';
			const result = await batchScrape(service, 'start', {}, { items, onError });
			expect(jsonOf(result.items).map(({ url }) => url)).toEqual(
				items.filter((_, index) => index !== 7).map(({ url }) => url),
			);
			expect(result.errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 7 }]);
		},
		60_000,
	);

	test('is read while it works, each page once', async () => {
		const { service } = await serviceUnderTest({ maxConcurrency: 1, completionLag: 1500 });
		const files = Array.from({ length: 12 }, (_, number) => [
			`/${number}`,
			{ body: page(`Page ${number}`, `<p>Text ${number}</p>`), delay: 400 },
		]);
		const site = await webSite(Object.fromEntries(files) as never);
		const { items } = await batchScrape(service, 'start', {}, { items: pagesOf(site) });
		expect(items).toHaveLength(12);
		const looks = requestsTo(service, 'GET', STATUS_PATH);
		// The second look asks only for what the first one has not brought.
		expect(looks.map(({ query }) => Number(query.skip ?? 0)).some((skip) => skip > 0)).toBe(true);
	});

	test('that is not waited for gives its id at once, linked to all its items', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(3);
		const parameters = { waitForCompletion: false };
		const items = [...pagesOf(site), { url: 'https://nonsense host/' }];
		const { items: jobs } = await batchScrape(service, 'start', parameters, { items });
		expect(jobs).toEqual([
			{
				json: {
					jobId: onlyJob(service).id,
					count: 4,
					invalidURLs: ['https://nonsense host/'],
				},
				pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }],
			},
		]);
		expect(requestsTo(service, 'GET', STATUS_PATH)).toEqual([]);
	});

	test('can be added to', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(2);
		const [first, second] = pagesOf(site);
		const begun = onlyJson(
			await batchScrape(service, 'start', { waitForCompletion: false }, { items: [first ?? {}] }),
		);
		const options = { appendToId: begun.jobId as string };
		const added = await batchScrape(service, 'start', { options }, { items: [second ?? {}] });
		expect(onlyJson(added).jobId).toBe(begun.jobId);
		expect(onlyJob(service).found).toBe(2);
	});

	test('that failed as a whole is an error, or its pages so far', async () => {
		for (const onFailedJob of ['error', 'returnPages']) {
			const { service } = await serviceUnderTest({ maxConcurrency: 1 });
			const site = await numberedSite(2);
			const files = { ...site.files, '/slow': { body: page('Slow', ''), delay: 60_000 } };
			const slow = await webSite(files);
			const started = startOperation(
				service,
				'start',
				{ options: { onFailedJob } },
				{ items: pagesOf(slow), onError: 'continueErrorOutput' },
			);
			while (service.pageJobs.jobs.all[0]?.documents.length !== 2) await realTime(20);
			service.pageJobs.fail(onlyJob(service).id, { error: 'Out of order', success: false });
			const { items, errorItems } = await started.promise;
			const errors = jsonOf(errorItems).map(({ error }) => error);
			if (onFailedJob === 'error') {
				expect(errors).toEqual(Array(3).fill('The batch scrape failed'));
			} else {
				expect(items).toHaveLength(2);
				expect(errors).toEqual(['The job ended without this page']);
			}
		}
	});
});

test('A batch whose failure is told without its pages tells how many it had read', async () => {
	const { service } = await serviceUnderTest();
	const data = [
		{ markdown: 'Text', metadata: { sourceURL: 'https://example.com/', scrapeId: '1' } },
	];
	for (const json of [
		{ success: true, status: 'scraping', total: 2, completed: 1, data },
		{ success: false, status: 'failed', error: 'Out of order' },
	]) {
		service.orderFault(status({ answer: { status: 200, json } }));
	}
	const items = [{ url: 'https://example.com/' }, { url: 'https://example.com/2' }];
	const result = await batchScrape(service, 'start', {}, { items });
	expect(shown(result).description).toContain(
		'It had read 1 pages before: use Get with the job id',
	);
});

describe('The start of a batch', () => {
	test('is not repeated when its answer was lost, and the error says so', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(2);
		service.orderFault({ path: START_PATH, distortion: { kind: 'dropBeforeAnswer' } });
		const result = await batchScrape(service, 'start', {}, { items: pagesOf(site) });
		expect(shown(result).details).toMatchObject({ mayHaveBegun: true });
		expect(shown(result).description).toContain('was therefore not started again');
		// Both items wait for the one job: there is no other that might have begun.
		expect(shown(result).description).not.toContain('For other items');
		expect(startsAt(service)).toHaveLength(1);
		expect(service.pageJobs.jobs.all).toHaveLength(1);
	});

	test('is repeated when the plan allows no more requests for the moment', async () => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(1);
		const headers = { 'retry-after': '1' };
		const answer = errorAnswer(429, 'Rate limit exceeded', { headers });
		service.orderFault({ path: START_PATH, answer });
		const { items } = await batchScrape(service, 'start', {}, { items: pagesOf(site) });
		expect(items).toHaveLength(1);
		expect(startsAt(service)).toHaveLength(2);
	});
});

describe('The wait for a batch', () => {
	beforeEach(takeOverTime);

	const troubles: Array<[string, Partial<Fault>]> = [
		['a poll that the service fails', { answer: errorAnswer(500, 'Internal Server Error') }],
		['a poll whose connection breaks', { distortion: { kind: 'dropMidBody', reset: true } }],
		['a job that is not known everywhere yet', { answer: errorAnswer(404, 'Job not found') }],
	];

	test.each(troubles)('survives %s', async (_title, trouble) => {
		const { service } = await serviceUnderTest();
		const site = await numberedSite(2);
		service.orderFault(status(trouble));
		const options = { maxAttempts: 1 };
		const started = startOperation(service, 'start', { options }, { items: pagesOf(site) });
		expect((await inFastTime(started)).items).toHaveLength(2);
		expect(startsAt(service)).toHaveLength(1);
	});

	test('ends with an error that names the job, or with its status', async () => {
		for (const onWaitTimeout of ['error', 'returnStatus']) {
			const { service } = await serviceUnderTest();
			const site = await slowSite(600_000);
			const started = startOperation(
				service,
				'start',
				{ options: { waitTimeout: 4, onWaitTimeout } },
				{ items: pagesOf(site) },
			);
			const result = await inFastTime(started);
			const jobId = onlyJob(service).id;
			if (onWaitTimeout === 'error') {
				expect(shown(result)).toMatchObject({
					message: 'The batch scrape did not end within 4 s',
					details: { jobId },
				});
			} else {
				expect(onlyJson(result)).toMatchObject({ jobId, status: 'scraping', completed: 0 });
				expect(onlyJson(result)).not.toHaveProperty('data');
			}
		}
	});
});

describe('A stopped execution', () => {
	test.each([
		[false, 'scraping'],
		[true, 'cancelled'],
	])('cancels the job too: %s', async (cancelJobOnStop, state) => {
		const { service, client } = await serviceUnderTest();
		const site = await slowSite(60_000);
		const started = startOperation(
			service,
			'start',
			{ options: { cancelJobOnStop } },
			{ items: pagesOf(site) },
		);
		while (service.pageJobs.jobs.all.length === 0) await realTime(20);
		await realTime(200);
		started.cancel();
		await started.promise;
		const { id } = onlyJob(service);
		const read = async () => (await client.get<{ status: string }>(`/v2/batch/scrape/${id}`)).data;
		await vi.waitFor(async () => expect((await read()).status).toBe(state), 5000);
		if (!cancelJobOnStop) {
			await realTime(500);
			expect((await read()).status).toBe(state);
		}
	});
});
