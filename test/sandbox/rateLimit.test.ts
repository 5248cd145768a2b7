import { expect, test } from 'vitest';

import { clientOf, serviceUnderTest, TestClock } from './serviceUnderTest.ts';

test('requests above the limit get 429 and Retry-After, until the window has passed', async () => {
	const clock = new TestClock();
	const { client } = await serviceUnderTest({
		now: clock.now,
		rateLimits: { agentStart: { requests: 2, perSeconds: 60 } },
	});
	const start = async (): Promise<unknown[]> => {
		const { status, headers } = await client.post<unknown>('/v2/agent', { prompt: 'x' });
		return [status, headers['retry-after'] as unknown];
	};
	expect(await start()).toEqual([200, undefined]);
	clock.pass(10_500);
	expect(await start()).toEqual([200, undefined]);
	expect(await start()).toEqual([429, '50']);
	clock.pass(49_000);
	expect(await start()).toEqual([429, '1']);
	clock.pass(500);
	expect(await start()).toEqual([200, undefined]);
});

test('a refusal has the error of the contract', async () => {
	const { client } = await serviceUnderTest({
		rateLimits: { map: { requests: 0, perSeconds: 1 } },
	});
	const { data } = await client.post<unknown>('/v2/map', {});
	expect(data).toEqual({ success: false, error: 'Rate limit exceeded' });
});

test('`all` counts every route together, a route limit only its own', async () => {
	const { client } = await serviceUnderTest({
		rateLimits: {
			all: { requests: 3, perSeconds: 60 },
			creditUsage: { requests: 1, perSeconds: 60 },
		},
	});
	expect((await client.get('/v2/team/credit-usage')).status).toBe(200);
	expect((await client.get('/v2/team/credit-usage')).status).toBe(429);
	expect((await client.get('/v2/agent')).status).toBe(200);
	expect((await client.get('/v2/agent')).status).toBe(429);
});

test('routes of a group share its count', async () => {
	const { client } = await serviceUnderTest({
		rateLimits: { agentReads: { requests: 1, perSeconds: 60 } },
	});
	expect((await client.get('/v2/agent')).status).toBe(200);
	expect((await client.get('/v2/agent/7')).status).toBe(429);
	expect((await client.post('/v2/agent', { prompt: 'x' })).status).toBe(200);
});

test('the wait is told in the text, or not at all, if so ordered', async () => {
	const { client } = await serviceUnderTest({
		rateLimits: {
			agentList: { requests: 0, perSeconds: 60, waitInText: true },
			creditUsage: { requests: 0, perSeconds: 60, tellsWait: false },
		},
	});
	const refused = async (path: string): Promise<unknown[]> => {
		const { headers, data } = await client.get<{ error: string }>(path);
		return [headers['retry-after'] as unknown, data.error];
	};
	expect(await refused('/v2/agent')).toEqual([undefined, expect.stringContaining('after 60s')]);
	expect(await refused('/v2/team/credit-usage')).toEqual([undefined, 'Rate limit exceeded']);
});

test('teams do not use up each other’s limit', async () => {
	const { service, client } = await serviceUnderTest({
		apiKeys: ['sandbox-key', { key: 'other-key', team: 'others' }],
		rateLimits: { all: { requests: 1, perSeconds: 60 } },
	});
	expect((await client.get('/v2/agent')).status).toBe(200);
	expect((await clientOf(service, 'other-key').get('/v2/agent')).status).toBe(200);
	expect((await client.get('/v2/agent')).status).toBe(429);
});

test('runs above the concurrency limit get 429 until one has ended', async () => {
	const clock = new TestClock();
	const { client } = await serviceUnderTest({ now: clock.now, maxConcurrentRuns: 1 });
	expect((await client.post('/v2/agent', { prompt: '[lasts 5s]' })).status).toBe(200);
	const { status, data } = await client.post<unknown>('/v2/agent', { prompt: 'x' });
	expect([status, data]).toEqual([429, { success: false, error: 'Concurrency limit reached' }]);
	clock.pass(5000);
	expect((await client.post('/v2/agent', { prompt: 'x' })).status).toBe(200);
});
