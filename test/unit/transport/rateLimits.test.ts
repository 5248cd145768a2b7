/** What the gate makes of a service's rate limits, in simulated time. */
import { sleep } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ErrorAnswer } from '../../../nodes/transport/failure.ts';
import { Lane } from '../../../nodes/transport/lane.ts';
import { send } from '../../../nodes/transport/send.ts';
import { limitedService, newOptions, successes, type Hint } from './limitedService.ts';

beforeEach(() => {
	vi.useFakeTimers({ loopLimit: 1_000_000 });
});

afterEach(() => {
	vi.useRealTimers();
});

async function inSimulatedTime<T>(work: Promise<T>): Promise<{ result: T; seconds: number }> {
	const began = Date.now();
	let seconds = 0;
	const timed = work.then((result) => {
		seconds = (Date.now() - began) / 1000;
		return result;
	});
	await vi.runAllTimersAsync();
	return { result: await timed, seconds };
}

describe('at 10 requests per 2 s, 100 of 100 items succeed', () => {
	test.each<[Hint, number, number]>([
		['Retry-After', 120, 30],
		['text', 120, 30],
		['nowhere', 200, 90],
	])('where the wait is told in: %s', async (hint, mostRequests, mostSeconds) => {
		const service = limitedService({ requests: 10, perSeconds: 2 }, hint);
		const { result, seconds } = await inSimulatedTime(successes(service, 100, newOptions()));
		console.log(`${hint}: ${service.arrivals.length} requests, ${seconds.toFixed(1)} s`);
		expect(result).toBe(100);
		expect(service.arrivals.length).toBeLessThanOrEqual(mostRequests);
		expect(seconds).toBeLessThan(mostSeconds);
	});
});

test.each([5, 1])(
	'a limit per minute that is told nowhere costs no item its attempts (Max Concurrency %i)',
	async (max) => {
		const service = limitedService({ requests: 10, perSeconds: 60 }, 'nowhere');
		const options = newOptions({ lane: new Lane(max) });
		expect((await inSimulatedTime(successes(service, 50, options))).result).toBe(50);
		expect(service.arrivals.length).toBeLessThan(50 + 5 * 8);
	},
);

test('1,000 items at 40 per 2 s take little longer than the limit alone', async () => {
	const service = limitedService({ requests: 40, perSeconds: 2 });
	const { result, seconds } = await inSimulatedTime(successes(service, 1000, newOptions()));
	console.log(`1,000 items: ${service.arrivals.length} requests, ${seconds.toFixed(1)} s`);
	expect(result).toBe(1000);
	expect(service.arrivals.length).toBeLessThanOrEqual(1060);
	expect(seconds).toBeLessThanOrEqual(1.15 * 48);
});

describe('a window whose length one refusal has told', () => {
	const limit = { requests: 10, perSeconds: 60 };

	test('is left alone when it is used up, but for every fourth', async () => {
		const service = limitedService(limit, 'Retry-After', 500);
		const options = newOptions({ lane: new Lane(1) });
		const { result } = await inSimulatedTime(successes(service, 120, options));
		expect(result).toBe(120);
		expect(service.arrivals.length).toBeLessThanOrEqual(120 + 4);
	});

	test('is found to allow more when the limit is raised', async () => {
		const small = limitedService(limit);
		const large = limitedService({ ...limit, requests: 100 });
		const began = Date.now();
		const request = async () => {
			await (Date.now() - began < 200_000 ? small : large).request();
		};
		const { result, seconds } = await inSimulatedTime(successes({ request }, 340, newOptions()));
		expect(result).toBe(340);
		expect(seconds).toBeLessThan(12 * 60);
	});

	test('is not taken for longer than a minute after a rest in which others used it', async () => {
		const service = limitedService(limit);
		const options = newOptions({ lane: new Lane(1) });
		const work = (async () => {
			await successes(service, 22, options);
			await sleep(120_000);
			for (let count = 0; count < 8; count++) await service.request().catch(() => {});
			const began = Date.now();
			await successes(service, 40, options);
			return Date.now() - began;
		})();
		await inSimulatedTime(work);
		expect(await work).toBeLessThan(5 * 60_000);
	});

	test.each([-3_600_000, 200_000])(
		'is learned anew when the clock of the machine is set by %i ms',
		async (byMs) => {
			let set = 0;
			const real = () => Date.now() - set;
			const service = limitedService(limit, 'Retry-After', 5, real);
			const began = real();
			const work = successes(service, 40, newOptions({ lane: new Lane(1) }));
			const ended = work.then(() => real() - began);
			const clock = sleep(70_000).then(() => {
				set = byMs;
				vi.setSystemTime(Date.now() + byMs);
			});
			await inSimulatedTime(Promise.all([ended, clock]));
			expect(await work).toBe(40);
			expect(await ended).toBeLessThan(6 * 60_000);
		},
	);

	test('is learned anew where others count in it', async () => {
		const service = limitedService(limit);
		const options = newOptions();
		const own = successes(service, 60, options);
		const others = sleep(90_000).then(async () => {
			for (let count = 0; count < 7; count++) await service.request().catch(() => {});
		});
		await inSimulatedTime(Promise.all([own, others]));
		expect(await own).toBe(60);
	});
});

describe('fairness', () => {
	test('one item beside the 100 of another node waits at most two windows', async () => {
		for (const delay of [0, 500, 1900, 4100, 9000]) {
			const service = limitedService({ requests: 10, perSeconds: 2 });
			const options = newOptions();
			const big = successes(service, 100, options);
			const waited = sleep(delay).then(async () => {
				const began = Date.now();
				await send(service.request, { ...options, lane: new Lane(5) });
				return Date.now() - began;
			});
			await inSimulatedTime(Promise.all([big, waited]));
			expect(await waited).toBeLessThanOrEqual(2 * 2000 + 700);
		}
	});

	test('a poll of the trigger beside 800 waiting reads is not late', async () => {
		const service = limitedService({ requests: 50, perSeconds: 10 });
		const options = newOptions({ lane: new Lane(50) });
		const reads = successes(service, 800, options);
		const poll = sleep(1000).then(async () => {
			const began = Date.now();
			await successes(service, 3, { ...options, lane: new Lane(1) });
			return Date.now() - began;
		});
		await inSimulatedTime(Promise.all([reads, poll]));
		expect(await poll).toBeLessThan(25_000);
	});
});

describe('a request that is never answered', () => {
	test.each([1, 5])(
		'holds up no other beyond 2 s, even where it is sent alone after a refusal (%i others)',
		async (others) => {
			const options = newOptions();
			let attempts = 0;
			let hungAt = 0;
			const refusedThenHung = async () => {
				if (++attempts === 1) throw new ErrorAnswer(429, { 'retry-after': '1' }, {});
				hungAt = Date.now();
				await new Promise(() => {});
			};
			void send(refusedThenHung, { ...options, lane: new Lane(1) });
			await vi.advanceTimersByTimeAsync(10);
			const service = limitedService({ requests: 100, perSeconds: 2 });
			await inSimulatedTime(successes(service, others, options));
			expect(attempts).toBe(2);
			expect(service.arrivals[0]).toBeLessThanOrEqual(hungAt + 2_000);
			expect(service.arrivals.at(-1)).toBeLessThanOrEqual(hungAt + 2_100);
		},
	);

	test('still counts in Max Concurrency of its own node', async () => {
		const service = limitedService({ requests: 100, perSeconds: 2 });
		const options = newOptions({ lane: new Lane(1) });
		void send(async () => await new Promise(() => {}), options);
		void send(service.request, options);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(service.arrivals).toHaveLength(0);
	});
});
