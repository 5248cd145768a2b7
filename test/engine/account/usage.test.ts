import { describe, expect, test } from 'vitest';

import {
	account,
	jsonOf,
	onlyJson,
	serviceUnderTest,
	shown,
	TestClock,
} from './accountUnderTest.ts';

describe('Get Credit History', () => {
	test('returns an item for each period', async () => {
		const clock = new TestClock();
		const { service, client } = await serviceUnderTest({ now: clock.now });
		const createdAt = Date.UTC(2025, 11, 31, 23);
		service.agentRuns.start({ prompt: '[credits 7]' }, { createdAt });
		await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
		const { items } = await account(service, 'getCreditHistory');
		expect(items.map(({ json, pairedItem }) => [json.creditsUsed, pairedItem])).toEqual([
			[7, { item: 0 }],
			[1, { item: 0 }],
		]);
		expect(service.requests.at(-1)?.query).toEqual({});
	});

	test('tells keys apart where that is wanted', async () => {
		const { service, client } = await serviceUnderTest();
		await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
		const options = { byApiKey: true };
		const json = onlyJson(await account(service, 'getCreditHistory', { options }));
		expect(json).toMatchObject({ apiKey: 'Default', creditsUsed: 1 });
	});

	test('reads the other name of what was used, too', async () => {
		const { service } = await serviceUnderTest();
		const periods = [{ startDate: '2026-01-01', endDate: '2026-02-01', totalCredits: 12 }];
		service.orderFault({ answer: { status: 200, json: { success: true, periods } } });
		expect(onlyJson(await account(service, 'getCreditHistory'))).toEqual({
			startDate: '2026-01-01',
			endDate: '2026-02-01',
			creditsUsed: 12,
		});
	});

	test('takes no answer without periods for one', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status: 200, json: { success: true } } });
		const { message } = shown(await account(service, 'getCreditHistory'));
		expect(message).toBe('The answer holds no list of billing periods');
	});
});

describe('Get Queue', () => {
	test('returns what the team has under way', async () => {
		const { service } = await serviceUnderTest({ maxConcurrency: 3 });
		expect(onlyJson(await account(service, 'getQueue'))).toEqual({
			jobsInQueue: 0,
			activeJobsInQueue: 0,
			waitingJobsInQueue: 0,
			maxConcurrency: 3,
			mostRecentSuccess: null,
		});
	});

	test('takes no other answer for one', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status: 200, json: { success: true } } });
		const { message } = shown(await account(service, 'getQueue'));
		expect(message).toBe('The answer holds no state of the queue');
	});
});

describe('Get Activity', () => {
	async function withRuns(count: number) {
		const { service, client } = await serviceUnderTest();
		for (let run = 0; run < count; run++) await client.post('/v2/agent', { prompt: `Run ${run}` });
		await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
		service.requests.length = 0;
		return service;
	}

	test('follows the pages, the newest first', async () => {
		const service = await withRuns(120);
		const { items } = await account(service, 'getActivity', { returnAll: true });
		expect(items).toHaveLength(121);
		const targets = jsonOf(items).map(({ target }) => target);
		expect(targets).toEqual([service.websiteUrl, ...numbered(120).reverse()]);
		expect(items[0]?.json).toMatchObject({ endpoint: 'map', jobId: items[0]?.json.id });
		expect(service.requests.map(({ query }) => query.limit)).toEqual(['100', '100']);
	});

	test('asks for no more than the limit', async () => {
		const service = await withRuns(120);
		const { items } = await account(service, 'getActivity', { limit: 110 });
		expect(items).toHaveLength(110);
		expect(service.requests.map(({ query }) => query.limit)).toEqual(['100', '10']);
	});

	test('asks for one endpoint only', async () => {
		const service = await withRuns(2);
		const { items } = await account(service, 'getActivity', { filters: { endpoint: 'map' } });
		expect(jsonOf(items).map(({ endpoint }) => endpoint)).toEqual(['map']);
	});

	test('ends where the service names the same page again', async () => {
		const { service } = await serviceUnderTest();
		const json = { success: true, data: [{ id: 'a' }], cursor: 'again', has_more: true };
		service.orderFault({ times: Infinity, answer: { status: 200, json } });
		const { items } = await account(service, 'getActivity', { returnAll: true });
		expect(items).toHaveLength(2);
	});

	test('refuses an endpoint that there is not, before anything is sent', async () => {
		const { service } = await serviceUnderTest();
		const result = await account(service, 'getActivity', { filters: { endpoint: 'nothing' } });
		expect(shown(result).message).toMatch(/^Endpoint must be one of/);
		expect(service.requests).toEqual([]);
	});
});

function numbered(count: number): string[] {
	return Array.from({ length: count }, (_, run) => `Run ${run}`);
}
