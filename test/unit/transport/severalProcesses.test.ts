/**
 * Processes that share a rate limit of the service but, each having a gate of its own, know nothing of
 * each other. In simulated time, so that hundreds of loads of minutes and hours take seconds.
 */
import { randomUUID } from 'node:crypto';

import { sleep } from 'n8n-workflow';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { ServiceError } from '../../../sandbox/service/http/serviceError.ts';
import { RateLimiter, type RateLimit } from '../../../sandbox/service/team/rateLimit.ts';

type Transport = Awaited<ReturnType<typeof loadTransport>>;

const transports: Transport[] = [];

beforeAll(async () => {
	const most = Math.max(...LOADS.map(([, { processes }]) => processes));
	while (transports.length < most) transports.push(await loadTransport());
});

beforeEach(() => {
	vi.useFakeTimers({ loopLimit: 1_000_000 });
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

interface Load {
	processes: number;
	itemsEach: number;
	/** Items of a process that may be under way at once. */
	concurrency: number;
	limit: RateLimit;
	/** How long the service takes to answer, half as long to half as long again. */
	latencyMs: number;
	maxAttempts?: number;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** @returns how many items failed */
async function failuresUnder(load: Load, seed: number): Promise<number> {
	const random = randomNumbers(seed);
	vi.spyOn(Math, 'random').mockImplementation(random);
	const limiter = new RateLimiter({ map: load.limit }, Date.now);
	// A new one for each load, as gates remember.
	const account = randomUUID();
	const processes = transports
		.slice(0, load.processes)
		.map(async (transport) => await runProcess(transport, account, load, limiter, random));
	await vi.runAllTimersAsync();
	return (await Promise.all(processes)).flat().filter(({ status }) => status === 'rejected').length;
}

/** The transport as a process of its own would load it. */
async function loadTransport() {
	vi.resetModules();
	const [{ send }, { Lane }, { ErrorAnswer }] = await Promise.all([
		import('../../../nodes/transport/send.ts'),
		import('../../../nodes/transport/lane.ts'),
		import('../../../nodes/transport/failure.ts'),
	]);
	return { send, Lane, ErrorAnswer };
}

async function runProcess(
	{ send, Lane, ErrorAnswer }: Transport,
	account: string,
	{ itemsEach, concurrency, latencyMs, maxAttempts = 5 }: Load,
	limiter: RateLimiter,
	random: () => number,
) {
	const request = async () => {
		await sleep(latencyMs * (0.5 + random()));
		try {
			limiter.admit('team', 'map');
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const headers = { 'retry-after': error.headers['Retry-After'] };
			throw new ErrorAnswer(error.status, headers, error.body);
		}
	};
	const lane = new Lane(concurrency);
	// Begun at whatever time.
	await sleep(random() * 3_000);
	return await Promise.allSettled(
		Array.from({ length: itemsEach }, async () => {
			await send(request, {
				owner: account,
				rateLimit: 'map',
				lane,
				maxAttempts,
				repeatable: 'harmless',
			});
		}),
	);
}

const LOADS: Array<[title: string, load: Load]> = [
	[
		'two workers at the limit of maps of a free plan',
		{
			processes: 2,
			itemsEach: 60,
			concurrency: 5,
			limit: { requests: 10, perSeconds: 60 },
			latencyMs: 2_000,
		},
	],
	[
		'two workers at the limit of agent starts of a free plan',
		{
			processes: 2,
			itemsEach: 20,
			concurrency: 1,
			limit: { requests: 2, perSeconds: 60 },
			latencyMs: 50,
		},
	],
	[
		'two busy workers at a limit that one of them could use up',
		{
			processes: 2,
			itemsEach: 100,
			concurrency: 20,
			limit: { requests: 20, perSeconds: 4 },
			latencyMs: 20,
		},
	],
	[
		'ten busy workers with the Max Attempts that the README advises',
		{
			processes: 10,
			itemsEach: 50,
			concurrency: 5,
			limit: { requests: 20, perSeconds: 4 },
			latencyMs: 20,
			maxAttempts: 20,
		},
	],
];

describe('Processes at one rate limit complete all their items', () => {
	test.each(LOADS)('%s', { timeout: 120_000 }, async (_title, load) => {
		for (let seed = 0; seed < 50; seed++) expect(await failuresUnder(load, seed)).toBe(0);
	});
});
