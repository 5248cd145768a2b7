/** How often a wait asks, in a time that passes faster than the real one; HTTP is real all the same. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import {
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	startOperation,
	STATUS_PATH,
} from './agentRunUnderTest.ts';
import { inFastTime, realTime, takeOverTime } from '../fastTime.ts';

beforeEach(takeOverTime);
afterEach(() => {
	vi.useRealTimers();
});

/** Seconds from the answer to the start until each status request. */
function pollTimes(service: Service): number[] {
	const [start] = service.requests;
	const since = start?.endedAt ?? 0;
	return requestsTo(service, 'GET', STATUS_PATH).map((entry) => (entry.receivedAt - since) / 1000);
}

function gaps(times: number[]): number[] {
	return times.map((time, index) => time - (times[index - 1] ?? 0));
}

describe('A wait', () => {
	test('asks first after 2 s, then ever less often, but at least every 10 s', async () => {
		const { service } = await serviceUnderTest();
		const prompt = '[lasts 2m] Long work';
		await inFastTime(startOperation(service, 'start', { prompt }));
		const times = pollTimes(service);
		expect(times[0]).toBeGreaterThanOrEqual(2);
		expect(times[0]).toBeLessThan(2.5);
		const waits = gaps(times);
		for (const [index, wait] of waits.entries()) {
			expect(wait).toBeLessThan(10.5);
			expect(wait).toBeGreaterThan((waits[index - 1] ?? 0) - 0.5);
		}
		expect(waits.at(-1)).toBeGreaterThan(9.5);
	});

	test('of five minutes costs at most 45 status requests and sees the end within 10 s', async () => {
		const { service } = await serviceUnderTest();
		const prompt = '[lasts 5m] Long work';
		const result = await inFastTime(startOperation(service, 'start', { prompt }));
		expect(onlyJson(result).outcome).toBe('succeeded');
		const times = pollTimes(service);
		expect(times.length).toBeLessThanOrEqual(45);
		expect(times.length).toBeGreaterThan(25);
		expect(times.at(-1)).toBeGreaterThanOrEqual(300);
		expect(times.at(-1)).toBeLessThan(310.5);
	});

	test('ends after 15 minutes where the user sets no time-out', async () => {
		const { service } = await serviceUnderTest();
		const running = startOperation(service, 'start', { prompt: '[lasts 1h] Long work' });
		const { message } = shown(await inFastTime(running, 1000));
		expect(message).toBe('The agent run did not end within 900 s');
		expect(pollTimes(service).at(-1)).toBeLessThan(905);
	});

	test('is not shortened by a time-out longer than any timer', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { prompt: '[lasts 30s] Work', options: { waitTimeout: 1e9 } };
		const result = await inFastTime(startOperation(service, 'start', parameters));
		expect(onlyJson(result).outcome).toBe('succeeded');
	});

	test('never asks again once the execution was stopped', async () => {
		const { service } = await serviceUnderTest();
		const running = startOperation(service, 'start', { prompt: '[lasts 1h] Work' });
		const waiting = inFastTime(running);
		while (pollTimes(service).length < 3) await realTime(5);
		running.cancel();
		const { execution } = await waiting;
		const asked = service.requests.length;
		for (let second = 0; second < 60; second++) await vi.advanceTimersByTimeAsync(1000);
		await realTime(50);
		expect(execution.status).toBe('canceled');
		expect(service.requests).toHaveLength(asked);
	});
});
