/** Starts on a plan that allows few jobs at once, in simulated time. */
import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { explain } from '../../../nodes/messages/explain.ts';
import { ErrorAnswer, NotSent } from '../../../nodes/transport/failure.ts';
import { Lane } from '../../../nodes/transport/lane.ts';
import { planConcurrency } from '../../../nodes/transport/plan.ts';
import { send, type SendOptions } from '../../../nodes/transport/send.ts';
import { newOptions } from './limitedService.ts';

const START = { rateLimit: 'agentStart', repeatable: 'billedStart' } as const;

beforeEach(() => {
	vi.useFakeTimers({ loopLimit: 1_000_000 });
});

afterEach(() => {
	vi.useRealTimers();
});

function planFull(text = 'Concurrency limit reached'): ErrorAnswer {
	return new ErrorAnswer(429, {}, { success: false, error: text });
}

/** A service that runs so many jobs at once; a job occupies the plan from its start to its end. */
function planOf(most: number, jobMs: number, text?: string) {
	const plan = { running: 0, started: 0, refused: 0 };
	const start = async () => {
		await sleep(20);
		if (plan.running >= most) {
			plan.refused++;
			throw planFull(text);
		}
		plan.running++;
		plan.started++;
		const ended = sleep(jobMs).then(() => {
			plan.running--;
		});
		return { ended };
	};
	return { plan, start };
}

/** Starts a job and waits for its end, as an operation does. */
async function job(start: () => Promise<{ ended: Promise<void> }>, options: SendOptions) {
	const place = await options.lane.take(options.signal);
	try {
		const { ended } = await send(start, { ...options, place });
		await ended;
		planConcurrency(options.owner).jobEnded();
	} finally {
		place.release();
	}
}

async function outcomes(all: Array<Promise<unknown>>): Promise<unknown[]> {
	const settled = Promise.allSettled(all);
	await vi.runAllTimersAsync();
	return (await settled).map((one) =>
		one.status === 'fulfilled' ? 'done' : (one.reason as unknown),
	);
}

describe('six runs of 20 s on a plan of two', () => {
	test.each([
		'Concurrency limit reached',
		'CONCURRENCY LIMIT REACHED',
		'Concurrency limit reached. Upgrade your plan for more browsers.',
	])('all succeed, though each may be sent only once: %s', async (text) => {
		const { plan, start } = planOf(2, 20_000, text);
		const options = newOptions({ ...START, maxAttempts: 1, planWait: Date.now() + 900_000 });
		const began = Date.now();
		let ended = 0;
		const jobs = Array.from({ length: 6 }, async () => {
			await job(start, options);
			ended = Date.now();
		});
		expect(await outcomes(jobs)).toEqual(Array(6).fill('done'));
		expect(plan).toMatchObject({ started: 6, running: 0 });
		expect(ended - began).toBeLessThan(63_000);
		console.log(`six runs: ${(ended - began) / 1000} s, ${plan.refused} starts in vain`);
		expect(plan.refused).toBeLessThanOrEqual(15);
	});
});

describe('a full plan', () => {
	test('that others fill is tried again with growing pauses, until it has room', async () => {
		const options = newOptions({ ...START, planWait: Date.now() + 900_000 });
		const sentAt: number[] = [];
		const freeAt = Date.now() + 100_000;
		const start = async () => {
			sentAt.push(Date.now());
			await Promise.resolve();
			if (Date.now() < freeAt) throw planFull();
		};
		expect(await outcomes([send(start, options)])).toEqual(['done']);
		const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
		for (const [index, least] of [5_000, 10_000, 20_000, 30_000].entries()) {
			expect(pauses[index]).toBeGreaterThanOrEqual(least);
			expect(pauses[index]).toBeLessThanOrEqual(least * 1.2 + 1);
		}
		expect(pauses.length).toBeLessThan(8);
	});

	test('has other starts of the account wait, of whatever kind, unsent', async () => {
		const options = newOptions({ ...START, planWait: Date.now() + 60_000 });
		let crawls = 0;
		const refused = send(async () => await Promise.reject(planFull()), options);
		const crawl = sleep(100).then(async () => {
			await send(async () => await Promise.resolve(crawls++), {
				...options,
				rateLimit: 'crawl',
				lane: new Lane(5),
				planWait: Date.now() + 4_000,
			});
		});
		const [first, second] = await outcomes([refused, crawl]);
		expect(first).toBeInstanceOf(ErrorAnswer);
		expect((first as ErrorAnswer).attempts).toBeGreaterThan(2);
		expect(second).toBeInstanceOf(NotSent);
		expect(second).toMatchObject({
			attempts: 0,
			answer: { serviceError: planFull().serviceError },
		});
		expect(explain(second as Error).message).toBe(
			'The request was not sent, because the plan allows no more work at the same time',
		);
		expect(crawls).toBe(0);
	});

	test('lets go at once what does not start a job, such as code for an open browser', async () => {
		const options = newOptions({ ...START, planWait: Date.now() + 60_000 });
		const refused = send(async () => await Promise.reject(planFull()), options);
		let ranAt = Infinity;
		const code = sleep(100).then(async () => {
			const run = async () => await Promise.resolve((ranAt = Date.now()));
			await send(run, { ...options, rateLimit: 'interactExecute', lane: new Lane(5) });
		});
		const began = Date.now();
		await outcomes([refused, code]);
		expect(ranAt - began).toBeLessThan(1_000);
	});

	test('ends the wait at the time that was given, with what the service said', async () => {
		const planWait = Date.now() + 12_000;
		const options = newOptions({ ...START, planWait });
		let failedAt = 0;
		const start = send(async () => await Promise.reject(planFull()), options).catch(
			(error: unknown) => {
				failedAt = Date.now();
				throw error;
			},
		);
		const [failure] = await outcomes([start]);
		expect(failure).toMatchObject({ status: 429, mayHaveBegun: false });
		expect(failedAt - planWait).toBeGreaterThanOrEqual(0);
		expect(failedAt - planWait).toBeLessThan(50);
	});

	test('is waited for up to 5 minutes by a request that starts no job, and does not cost attempts', async () => {
		const { start, plan } = planOf(2, 3_000);
		const scrape = async () => {
			const { ended } = await start();
			await ended;
		};
		const options = newOptions({ rateLimit: 'scrape', maxAttempts: 1 });
		const began = Date.now();
		let endedAt = 0;
		const scrapes = Array.from({ length: 20 }, async () => {
			await send(scrape, options);
			endedAt = Date.now();
		});
		expect(await outcomes(scrapes)).toEqual(Array(20).fill('done'));
		console.log(`20 pages: ${(endedAt - began) / 1000} s, ${plan.refused} in vain`);
		expect(endedAt - began).toBeLessThan(45_000);

		const asked = Date.now();
		let gaveUpAt = 0;
		const neverRoom = send(async () => await Promise.reject(planFull()), newOptions()).catch(() => {
			gaveUpAt = Date.now();
		});
		await outcomes([neverRoom]);
		expect(gaveUpAt - asked).toBeGreaterThanOrEqual(300_000);
		expect(gaveUpAt - asked).toBeLessThan(301_000);
	});

	test('does not keep those waiting whose execution ends', async () => {
		const stop = new AbortController();
		const options = newOptions({ ...START, signal: stop.signal, planWait: Date.now() + 900_000 });
		const start = send(async () => await Promise.reject(planFull()), options);
		await vi.advanceTimersByTimeAsync(1_000);
		stop.abort(new Error('Stopped'));
		await expect(start).rejects.toThrow('Stopped');
	});

	test('of one account does not concern another', async () => {
		const full = newOptions({ ...START, planWait: Date.now() + 60_000 });
		void send(async () => await Promise.reject(planFull()), full).catch(() => {});
		await vi.advanceTimersByTimeAsync(100);
		const other = newOptions({ ...START, planWait: Date.now() + 60_000 });
		await expect(send(async () => await Promise.resolve('begun'), other)).resolves.toBe('begun');
	});
});
