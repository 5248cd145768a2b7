/** 50,000 items of one node execution must not keep n8n from anything else, whatever becomes of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { ErrorAnswer } from '../../../nodes/transport/failure.ts';
import { Lane } from '../../../nodes/transport/lane.ts';
import { send, type SendOptions } from '../../../nodes/transport/send.ts';
import { newOptions } from './limitedService.ts';

const ITEMS = 50_000;
const MOST_MS = 100;

type Request = (signal: AbortSignal) => Promise<unknown>;

/** Looks for the longest turn of the event loop, in processor time: other processes do not count. */
class Blocks {
	private longestMs = 0;

	private isOver = false;

	constructor() {
		void this.watch();
	}

	end(): number {
		this.isOver = true;
		return this.longestMs;
	}

	private async watch(): Promise<void> {
		for (let before = process.threadCpuUsage(); !this.isOver;) {
			await nextTurn();
			const { user, system } = process.threadCpuUsage(before);
			this.longestMs = Math.max(this.longestMs, (user + system) / 1000);
			before = process.threadCpuUsage();
		}
	}
}

/** Has all items sent, begun as n8n begins them; the longest that nothing else could be done. */
async function longestBlock(request: Request, options: SendOptions, afterBegun = () => {}) {
	const settled: Array<Promise<string>> = [];
	for (let item = 0; item < ITEMS; item++) {
		settled.push(
			send(request, options).then(
				() => 'served',
				(error: unknown) => (error as Error).message,
			),
		);
		if (item % 1000 === 0) await nextTurn();
	}
	await nextTurn();
	const blocks = new Blocks();
	const began = performance.now();
	afterBegun();
	const outcomes = await Promise.all(settled);
	const seconds = (performance.now() - began) / 1000;
	const blockedMs = blocks.end();
	const counts: Record<string, number> = {};
	for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return { blockedMs, seconds, counts };
}

function report(
	what: string,
	{ blockedMs, seconds }: { blockedMs: number; seconds: number },
): void {
	console.log(`${what}: blocked ${blockedMs.toFixed(0)} ms, over after ${seconds.toFixed(2)} s`);
}

const hung = async () => await new Promise<never>(() => {});

describe('50,000 waiting items block nothing', { timeout: 120_000 }, () => {
	test.each([5, ITEMS])('when they are aborted at once, %i under way', async (max) => {
		const stop = new AbortController();
		const options = newOptions({ lane: new Lane(max), signal: stop.signal });
		const result = await longestBlock(hung, options, () => {
			stop.abort(new Error('Stopped'));
		});
		report(`aborted (${max})`, result);
		expect(result.counts).toEqual({ Stopped: ITEMS });
		expect(result.blockedMs).toBeLessThan(MOST_MS);
	});

	test('when they are turned away at once', async () => {
		let refuse = () => {};
		const refused = new Promise<never>((_resolve, reject) => {
			refuse = () => {
				const body = { success: false, error: 'Rate limit exceeded' };
				reject(new ErrorAnswer(429, { 'retry-after': '3600' }, body));
			};
		});
		const options = newOptions();
		const result = await longestBlock(async () => await refused, options, refuse);
		report('turned away', result);
		expect(result.counts).toEqual({ 'Status 429': 5, 'Not sent': ITEMS - 5 });
		expect(result.blockedMs).toBeLessThan(MOST_MS);
	});

	test('when they wait at a closed gate and are turned away or aborted there', async () => {
		for (const end of ['turned away', 'aborted']) {
			const stop = new AbortController();
			const options = newOptions({ lane: new Lane(ITEMS + 1), signal: stop.signal });
			let answers = 0;
			const request = async () => {
				await nextTurn();
				const seconds = ++answers === 1 ? '1' : '3600';
				throw new ErrorAnswer(429, { 'retry-after': seconds }, { success: false, error: 'x' });
			};
			const first = send(request, { ...options, maxAttempts: 2 }).catch(() => {});
			await nextTurn();
			await nextTurn();
			const result = await longestBlock(request, options, () => {
				if (end === 'aborted') stop.abort(new Error('Stopped'));
			});
			await first;
			report(`${end} at the gate`, result);
			expect(result.blockedMs).toBeLessThan(MOST_MS);
		}
	});

	test('when they are served', async () => {
		const options = newOptions({ lane: new Lane(500) });
		const result = await longestBlock(async () => await nextTurn(), options);
		report('served', result);
		expect(result.counts).toEqual({ served: ITEMS });
		expect(result.blockedMs).toBeLessThan(MOST_MS);
	});
});
