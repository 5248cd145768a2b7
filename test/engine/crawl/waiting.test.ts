/** The wait for a crawl, and how crawls end that do not complete. */
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import {
	byId,
	crawl,
	inFastTime,
	jsonOf,
	linkedSite,
	onlyJson,
	realTime,
	requestsTo,
	serviceUnderTest,
	shown,
	startOperation,
	startsAt,
	STATUS_PATH,
	takeOverTime,
} from './crawlUnderTest.ts';

type Service = Awaited<ReturnType<typeof serviceUnderTest>>['service'];

afterEach(() => {
	vi.useRealTimers();
});

/** How a crawl stands, as the status route says it. */
function standing(status: string, more: IDataObject = {}): IDataObject {
	return { success: true, status, total: 0, completed: 0, creditsUsed: 0, data: [], ...more };
}

function document(number: number, bytes = 10): IDataObject {
	return {
		markdown: 'x'.repeat(bytes),
		metadata: {
			sourceURL: `https://example.com/${number}`,
			scrapeId: `0190c6f1-6c2b-7d3e-8a4f-${String(number).padStart(12, '0')}`,
		},
	};
}

/** Answers the next looks one after the other. */
function looks(service: Service, ...answers: IDataObject[]): void {
	for (const json of answers) {
		service.orderFault({ method: 'GET', path: STATUS_PATH, answer: { status: 200, json } });
	}
}

/** A crawl of which nothing real comes for hours. */
const LONG = { url: 'https://example.com', crawlOptions: { delay: 60 } };

const jobOf = (service: Service) => service.pageJobs.jobs.all[0]?.id as string;

describe('A crawl at work', () => {
	beforeEach(takeOverTime);

	test('is asked every ten seconds at most, and its end is noticed within one such pause', async () => {
		const { service } = await serviceUnderTest();
		const begin = Date.now();
		const end = begin + 30 * 60_000;
		const times: number[] = [];
		service.orderFault({
			method: 'GET',
			path: STATUS_PATH,
			times: Infinity,
			get answer() {
				times.push(Date.now());
				const status = Date.now() < end ? 'scraping' : 'completed';
				const data = [document(1)];
				return { status: 200, json: standing(status, { total: 1, completed: 1, data }) };
			},
		});
		const result = await inFastTime(startOperation(service, 'start', LONG), 1_000);
		expect(onlyJson(result)).toMatchObject({ url: 'https://example.com/1' });
		expect(requestsTo(service, 'GET', STATUS_PATH).length).toBeLessThan(200);
		expect(Date.now() - end).toBeLessThan(15_000);
	}, 60_000);

	test('has its pages read along, each once, wherever they stand at the end', async () => {
		const { service } = await serviceUnderTest();
		const documents = [1, 2, 3, 4].map((number) => document(number));
		looks(
			service,
			standing('scraping', { total: 4, completed: 2, data: documents.slice(0, 2) }),
			standing('scraping', { total: 4, completed: 3, data: documents.slice(2, 3) }),
			standing('completed', { total: 4, completed: 4, data: documents.slice(3) }),
		);
		const { items } = await inFastTime(startOperation(service, 'start', LONG));
		expect(jsonOf(items).map(({ url }) => url)).toEqual(
			[1, 2, 3, 4].map((number) => `https://example.com/${number}`),
		);
		const queries = requestsTo(service, 'GET', STATUS_PATH).map(({ query }) => query);
		expect(queries).toEqual([{}, { skip: '2' }, { skip: '3' }]);
	});

	test('ends the node as soon as n8n could not keep its pages any more', async () => {
		const { service } = await serviceUnderTest();
		const data = Array.from({ length: 12 }, (_, number) => document(number, 10_000_000));
		looks(
			service,
			standing('scraping', { total: 50, completed: 6, data: data.slice(0, 6) }),
			standing('scraping', { total: 50, completed: 12, data: data.slice(6) }),
		);
		const result = await inFastTime(startOperation(service, 'start', LONG));
		expect(shown(result)).toMatchObject({
			message: 'The pages are too large to leave the node as items',
			details: { jobId: jobOf(service), pages: 12 },
		});
		expect(startsAt(service)).toHaveLength(1);
	}, 60_000);
});

describe('A crawl with more pages than n8n could keep', () => {
	beforeEach(takeOverTime);

	test('leaves the room that it took to later ones', async () => {
		const { service } = await serviceUnderTest();
		const ended = (from: number, count: number, bytes: number) => {
			const data = Array.from({ length: count }, (_, number) => document(from + number, bytes));
			return standing('completed', { total: count, completed: count, data });
		};
		looks(service, ended(0, 6, 10_000_000), ended(10, 6, 10_000_000), ended(20, 2, 10));
		const started = startOperation(
			service,
			'start',
			{ ...LONG, options: { maxConcurrency: 1 } },
			{ items: [{}, {}, {}], onError: 'continueRegularOutput' },
		);
		const { items } = await inFastTime(started);
		expect(items.map(({ json, pairedItem }) => [json.url ?? json.error, pairedItem])).toEqual([
			...[0, 1, 2, 3, 4, 5].map((number) => [`https://example.com/${number}`, { item: 0 }]),
			['The pages are too large to leave the node as items', { item: 1 }],
			...[20, 21].map((number) => [`https://example.com/${number}`, { item: 2 }]),
		]);
	}, 60_000);
});

describe('At its time-out', () => {
	test('a crawl is an error with the id by which Get reads it', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(3);
		const parameters = { url: origin, crawlOptions: { delay: 30 }, options: { waitTimeout: 1 } };
		const { message, description, details } = shown(await crawl(service, 'start', parameters));
		expect(message).toBe('The crawl did not end within 1 s');
		expect(description).toContain(`use Get with the job id ${jobOf(service)}`);
		expect(details).toMatchObject({ jobId: jobOf(service), mayHaveBegun: true });
		const { items } = await crawl(service, 'get', byId(details.jobId as string));
		expect(jsonOf(items)).toEqual([expect.objectContaining({ url: `${origin}/` })]);
	});

	test('a crawl is an item with how it stands where the user wants that', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(3);
		const options = { waitTimeout: 1, onWaitTimeout: 'returnStatus' };
		const parameters = { url: origin, crawlOptions: { delay: 30 }, options };
		const json = onlyJson(await crawl(service, 'start', parameters));
		expect(json).toMatchObject({ jobId: jobOf(service), url: origin, jobStatus: 'scraping' });
		expect(json).not.toHaveProperty('data');
	});
});

describe.each(['cancelled', 'failed'])('A crawl that is %s', (status) => {
	const ended = (count: number) =>
		standing(status, {
			...(status === 'failed' && { success: false, error: 'The queue is gone' }),
			total: count,
			completed: count,
			data: Array.from({ length: count }, (_, number) => document(number)),
		});

	test('is an error that tells how many pages it had read, and where they are', async () => {
		const { service } = await serviceUnderTest();
		looks(service, ended(2));
		const { message, description, details } = shown(await crawl(service, 'start', LONG));
		expect(message).toBe(status === 'failed' ? 'The crawl failed' : 'The crawl was cancelled');
		expect(description).toContain(`It had read 2 pages before: use Get with the job id`);
		expect(details).toMatchObject({ jobId: jobOf(service), status, completed: 2 });
	});

	test('gives the pages that it had read where the user wants them', async () => {
		const { service } = await serviceUnderTest();
		looks(service, ended(2));
		const options = { onFailedJob: 'returnPages' };
		const { items } = await crawl(service, 'start', { ...LONG, options });
		expect(items).toHaveLength(2);
		for (const json of jsonOf(items)) expect(json.jobStatus).toBe(status);
	});

	test('gives them in a file, and is not started again by Retry On Fail', async () => {
		const { service } = await serviceUnderTest();
		// The look, and the reading.
		looks(service, ended(2), ended(2));
		const options = { onFailedJob: 'returnPages', output: 'file' };
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const json = onlyJson(await crawl(service, 'start', { ...LONG, options }, retry));
		expect(json).toMatchObject({ jobStatus: status, pages: 2 });
		expect(json.jobError).toBe(status === 'failed' ? 'The queue is gone' : undefined);
		expect(startsAt(service)).toHaveLength(1);
	});

	test('is an item without a page where it had read none', async () => {
		const { service } = await serviceUnderTest();
		looks(service, ended(0));
		const options = { onFailedJob: 'returnPages' };
		const json = onlyJson(await crawl(service, 'start', { ...LONG, options }));
		expect(json).toMatchObject({ jobId: jobOf(service), jobStatus: status });
		if (status === 'failed') expect(json.crawl).toMatchObject({ jobError: 'The queue is gone' });
	});
});

describe('A crawl whose failure is told without its pages', () => {
	beforeEach(takeOverTime);

	async function failing(options: IDataObject) {
		const { service } = await serviceUnderTest();
		const data = [document(1), document(2)];
		const last = { success: false, status: 'failed', error: 'Out of order' };
		looks(service, standing('scraping', { total: 5, completed: 2, data }), last, last);
		const parameters = { ...LONG, options: options as never };
		return { service, result: await inFastTime(startOperation(service, 'start', parameters)) };
	}

	test('gives those that were read before where the user wants them', async () => {
		const { result } = await failing({ onFailedJob: 'returnPages' });
		expect(jsonOf(result.items).map(({ url, jobStatus }) => [url, jobStatus])).toEqual([
			['https://example.com/1', 'failed'],
			['https://example.com/2', 'failed'],
		]);
		expect(jsonOf(result.items)[0]?.crawl).toMatchObject({
			completed: 2,
			jobError: 'Out of order',
		});
	});

	test('leaves a file without them, and tells how many it had read', async () => {
		const { result } = await failing({ onFailedJob: 'returnPages', output: 'file' });
		expect(onlyJson(result)).toMatchObject({
			jobStatus: 'failed',
			pages: 0,
			completed: 2,
			total: 5,
		});
	});

	test.each(['items', 'file'])(
		'is an error that tells how many it had read: %s',
		async (output) => {
			const { service, result } = await failing({ output });
			const { description, details } = shown(result);
			expect(description).toContain('It had read 2 pages before: use Get with the job id');
			expect(details).toMatchObject({ jobId: jobOf(service), completed: 2 });
		},
	);
});

describe('A start', () => {
	test('is never repeated when its answer was lost, and says how to look', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ method: 'POST', distortion: { kind: 'dropBeforeAnswer' } });
		const { description, details } = shown(await crawl(service, 'start', LONG));
		expect(description).toContain('Use Get Many to look for the new crawl');
		expect(details.mayHaveBegun).toBe(true);
		expect(startsAt(service)).toHaveLength(1);
	});

	test('without credits says so', async () => {
		const { service } = await serviceUnderTest({ planCredits: 0 });
		const result = shown(await crawl(service, 'start', LONG));
		expect(result.details).toMatchObject({ httpCode: '402', retryable: false });
		expect(startsAt(service)).toHaveLength(1);
	});

	test('with an enterprise option tells what the service says', async () => {
		const { service } = await serviceUnderTest();
		const crawlOptions = { ignoreRobotsTxt: true };
		const result = shown(await crawl(service, 'start', { url: LONG.url, crawlOptions }));
		expect(result.description).toContain('enterprise feature');
	});

	test('is sent once more when the service was too busy for it', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ method: 'POST', answer: errorAnswer(429, 'Rate limit exceeded') });
		const parameters = { ...LONG, waitForCompletion: false };
		expect(onlyJson(await crawl(service, 'start', parameters))).toHaveProperty('jobId');
		expect(startsAt(service)).toHaveLength(2);
	}, 90_000);
});

test('A crawl is cancelled with the execution where the user wants that', async () => {
	const { service } = await serviceUnderTest();
	const { origin } = await linkedSite(3);
	const options = { cancelJobOnStop: true };
	const parameters = { url: origin, crawlOptions: { delay: 30 }, options };
	const running = startOperation(service, 'start', parameters);
	while (requestsTo(service, 'GET', STATUS_PATH).length === 0) await realTime(50);
	running.cancel();
	await running.promise;
	for (let wait = 0; wait < 40 && !service.pageJobs.jobs.all[0]?.cancelRequestedAt; wait++) {
		await realTime(50);
	}
	expect(requestsTo(service, 'DELETE', STATUS_PATH)).toHaveLength(1);
});
