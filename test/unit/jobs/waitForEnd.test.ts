import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { waitForEnd, type AwaitedJob } from '../../../nodes/jobs/waitForEnd.ts';
import { ConnectionBroken, ErrorAnswer } from '../../../nodes/transport/failure.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
	vi.useRealTimers();
});

const never = new AbortController().signal;

/** A job that ends at some time, with the times at which its status was read. */
function jobEndingAt(endsAt: number): AwaitedJob & { readAt: number[] } {
	const readAt: number[] = [];
	return {
		readAt,
		readStatus: () => {
			readAt.push(Date.now());
			return Promise.resolve({ status: Date.now() >= endsAt ? 'completed' : 'processing' });
		},
		hasEnded: ({ status }) => status === 'completed',
	};
}

async function finish<T>(work: Promise<T>): Promise<T> {
	const settled = Promise.allSettled([work]);
	await vi.runAllTimersAsync();
	await settled;
	return await work;
}

describe('Waiting for a job', () => {
	test('reads ever less often, up to every 10 seconds', async () => {
		const job = jobEndingAt(60_000);
		await finish(waitForEnd(job, 900_000, never));
		const pauses = job.readAt.map((at, index) => at - (job.readAt[index - 1] ?? 0));
		expect(pauses.slice(0, 6)).toEqual([2_000, 3_000, 4_500, 6_750, 10_000, 10_000]);
		expect(Math.max(...pauses)).toBe(10_000);
	});

	test('takes a last look when the time is up', async () => {
		const job = jobEndingAt(9_900);
		const result = await finish(waitForEnd(job, 10_000, never));
		expect(job.readAt.at(-1)).toBe(10_000);
		expect(result).toMatchObject({ hasEnded: true, status: { status: 'completed' } });
	});

	test('takes a last look when the clock has jumped past the time-out', async () => {
		const job = jobEndingAt(3_600_000);
		const waiting = waitForEnd(job, 60_000, never);
		vi.setSystemTime(7_200_000);
		expect(await finish(waiting)).toMatchObject({ hasEnded: true });
		expect(job.readAt).toHaveLength(1);
	});

	test('gives no status that was not read', async () => {
		const readStatus = vi.fn(() => Promise.reject(new ConnectionBroken('ECONNRESET', false)));
		const job = { readStatus, hasEnded: () => true };
		const result = await finish(waitForEnd(job, 4_000, never));
		expect(readStatus).toHaveBeenCalledTimes(2);
		expect(result).toMatchObject({ hasEnded: false, failure: { code: 'ECONNRESET' } });
		expect(result.status).toBeUndefined();
	});

	test('gets over a failed poll, and gives up after five in a row', async () => {
		let polls = 0;
		const failing = (from: number): AwaitedJob => ({
			readStatus: () =>
				++polls >= from
					? Promise.reject(new ErrorAnswer(503, {}, undefined))
					: Promise.resolve({ status: 'processing' }),
			hasEnded: () => false,
		});
		await expect(finish(waitForEnd(failing(3), 900_000, never))).rejects.toThrow(ErrorAnswer);
		expect(polls).toBe(7);
	});

	test('gives up at once when the service will not tell for good', async () => {
		const readStatus = vi.fn(() => Promise.reject(new ErrorAnswer(401, {}, undefined)));
		const job = { readStatus, hasEnded: () => false };
		await expect(finish(waitForEnd(job, 900_000, never))).rejects.toThrow(ErrorAnswer);
		expect(readStatus).toHaveBeenCalledTimes(1);
	});

	test('ends with the signal', async () => {
		const stop = new AbortController();
		const waiting = waitForEnd(jobEndingAt(Infinity), 900_000, stop.signal);
		stop.abort(new Error('stopped'));
		await expect(finish(waiting)).rejects.toThrow('stopped');
	});
});
