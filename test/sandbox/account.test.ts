import { expect, test } from 'vitest';

import { clientOf, serviceUnderTest, TestClock } from './serviceUnderTest.ts';

interface Activities {
	data: Array<{ id: string; endpoint: string; created_at: string; target: string | null }>;
	cursor: string | null;
	has_more: boolean;
}

test('the credits of each month are told, those of agent runs at their start', async () => {
	const clock = new TestClock();
	const { service, client } = await serviceUnderTest({ now: clock.now });
	service.agentRuns.start({ prompt: '[credits 7]' }, { createdAt: Date.UTC(2025, 11, 31, 23) });
	await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
	const { data } = await client.get<unknown>('/v2/team/credit-usage/historical');
	const months = ['2025-12-01', '2026-01-01', '2026-02-01'].map((day) => `${day}T00:00:00.000Z`);
	expect(data).toEqual({
		success: true,
		periods: [
			{ startDate: months[0], endDate: months[1], creditsUsed: 7 },
			{ startDate: months[1], endDate: months[2], creditsUsed: 1 },
		],
	});
	const byKey = await client.get('/v2/team/credit-usage/historical?byApiKey=true');
	expect(byKey.data).toMatchObject({ periods: [{ apiKey: 'Default' }, { apiKey: 'Default' }] });
});

test('what a team did is listed for a day, newest first, page by page, by endpoint', async () => {
	const clock = new TestClock();
	const { service, client } = await serviceUnderTest({
		now: clock.now,
		apiKeys: ['sandbox-key', { key: 'other-key', team: 'others' }],
	});
	await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
	clock.pass(1000);
	for (const prompt of ['one', 'two']) await client.post('/v2/agent', { prompt });
	await clientOf(service, 'other-key').post('/v2/agent', { prompt: 'not mine' });
	const activities = async (query: string): Promise<Activities> =>
		(await client.get<Activities>(`/v2/team/activity?${query}`)).data;
	const first = await activities('limit=2');
	expect(first.data.map(({ target }) => target)).toEqual(['two', 'one']);
	expect(first.data[0]?.created_at).toBe('2026-01-15 12:00:01.000+00');
	const second = await activities(`limit=2&cursor=${first.cursor}`);
	expect([second.data.map(({ endpoint }) => endpoint), second.cursor, second.has_more]).toEqual([
		['map'],
		null,
		false,
	]);
	expect((await activities('endpoint=map')).data).toHaveLength(1);
	expect((await client.get('/v2/team/activity?endpoint=x')).status).toBe(400);
	clock.pass(24 * 3_600_000 - 1000);
	expect((await activities('limit=0')).data).toHaveLength(1);
	clock.pass(1000);
	expect((await activities('')).data).toEqual([]);
});

test('browsers in use and what waits for one are told', async () => {
	const clock = new TestClock();
	const { service, client } = await serviceUnderTest({ now: clock.now, maxConcurrency: 3 });
	const queue = async (): Promise<unknown> => (await client.get('/v2/team/queue-status')).data;
	const idle = { success: true, jobsInQueue: 0, activeJobsInQueue: 0, waitingJobsInQueue: 0 };
	expect(await queue()).toEqual({ ...idle, maxConcurrency: 3, mostRecentSuccess: null });
	await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
	expect(await queue()).toMatchObject({ mostRecentSuccess: new Date(clock.time).toISOString() });
	const check = await client.get<unknown>('/v2/concurrency-check');
	expect(check.data).toEqual({ success: true, concurrency: 0, maxConcurrency: 3 });
});

test('a team that the service has banned gets nothing', async () => {
	const apiKeys = [{ key: 'sandbox-key', banned: true }];
	const { client } = await serviceUnderTest({ apiKeys });
	expect((await client.get('/v2/team/credit-usage')).status).toBe(403);
});
