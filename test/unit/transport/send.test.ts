/** What becomes of a request that fails: how often it is sent, and what its failure tells. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
	ConnectionBroken,
	CUT_SHORT,
	ErrorAnswer,
	NotSent,
	RedirectAnswer,
	UntrustedConnection,
	UnusableAnswer,
	type Repeatable,
	type RequestFailure,
} from '../../../nodes/transport/failure.ts';
import { Lane } from '../../../nodes/transport/lane.ts';
import { send } from '../../../nodes/transport/send.ts';
import { newOptions } from './limitedService.ts';

beforeEach(() => {
	vi.useFakeTimers({ loopLimit: 1_000_000 });
});

afterEach(() => {
	vi.useRealTimers();
});

const SERVICE = { success: false, error: 'Something' };
const lost = () => new ConnectionBroken('ECONNRESET', false);
const answer = (status: number, body: unknown) => () => new ErrorAnswer(status, {}, body);

/** Sends what always fails in the same way. */
async function failing(failure: () => Error, repeatable: Repeatable) {
	let sent = 0;
	const request = async () => {
		sent++;
		await Promise.resolve();
		throw failure();
	};
	const sending = send(request, newOptions({ repeatable })).catch((error: unknown) => error);
	await vi.runAllTimersAsync();
	return { sent, failure: (await sending) as RequestFailure };
}

/** How often it is sent, and whether the work may be under way. */
const CASES: Array<[string, () => Error, number, boolean]> = [
	['a rate limit of the service', answer(429, SERVICE), 5, false],
	['a rate limit of a proxy', answer(429, '<h1>Slow down</h1>'), 1, true],
	[
		'a rejected submission',
		answer(500, { success: false, error: 'Failed to passthrough agent request.' }),
		2,
		false,
	],
	['a failure inside the service', answer(500, { ...SERVICE, code: 'UNKNOWN_ERROR' }), 1, true],
	['another 5xx of the service', answer(503, SERVICE), 1, true],
	['a 408 of the service', answer(408, SERVICE), 1, true],
	["a gateway's JSON", answer(504, { status: 504, error: 'Gateway Timeout' }), 1, true],
	["a gateway's 429 as JSON", answer(429, { status: 429, error: 'Too many' }), 1, true],
	['an HTML page', answer(502, undefined), 1, true],
	['an HTML 403', answer(403, undefined), 1, true],
	['a route that does not exist', answer(404, undefined), 1, false],
	['a field that the service refuses', answer(400, SERVICE), 1, false],
	['a key that the service refuses', answer(401, SERVICE), 1, false],
	['a lost connection', lost, 1, true],
	[
		'a connection that never came about',
		() => new ConnectionBroken('ECONNREFUSED', true),
		5,
		false,
	],
	['a success without meaning', () => new UnusableAnswer('It is HTML', 'Check it.'), 1, true],
	['a redirect', () => new RedirectAnswer('https://example.com'), 1, false],
	[
		'a certificate that is not trusted',
		() => new UntrustedConnection('CERT_HAS_EXPIRED'),
		1,
		false,
	],
];

describe('a billed start', () => {
	test.each(CASES)('after %s', async (_what, failure, times, mayHaveBegun) => {
		const { sent, failure: thrown } = await failing(failure, 'billedStart');
		expect(sent).toBe(times);
		expect(thrown).toMatchObject({ attempts: times, mayHaveBegun });
	});
});

describe('a request that costs again', () => {
	test.each([
		['is sent once more after a lost connection', lost, 2],
		['is sent once more after the page of a gateway', answer(504, undefined), 2],
		['is sent up to five times after errors of the service', answer(500, SERVICE), 5],
		["is sent up to five times after a proxy's 429", answer(429, undefined), 5],
		['is not sent again after an answer without sense', () => new UnusableAnswer('?', '!'), 1],
	])('%s', async (_what, failure, times) => {
		const { sent, failure: thrown } = await failing(failure, 'costsAgain');
		expect(sent).toBe(times);
		expect(thrown.mayHaveBegun).toBe(false);
	});

	test('is sent again only once after lost answers, whatever comes between them', async () => {
		let sent = 0;
		const request = async () => {
			await Promise.resolve();
			throw ++sent % 2 === 1 ? lost() : answer(503, SERVICE)();
		};
		const sending = send(request, newOptions({ repeatable: 'costsAgain' })).catch(() => sent);
		await vi.runAllTimersAsync();
		expect(await sending).toBe(3);
	});
});

test('a harmless request is sent five times after lost answers and gateways', async () => {
	for (const failure of [lost, answer(504, undefined), answer(500, SERVICE)]) {
		expect((await failing(failure, 'harmless')).sent).toBe(5);
	}
});

test.each([
	{ code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
	{ code: 'SCRAPE_SSL_ERROR' },
	{ code: 'SCRAPE_PDF_OCR_REQUIRED' },
	{ code: 'SCRAPE_ALL_ENGINES_FAILED' },
	{ code: 'SCRAPE_SITE_ERROR', details: { retryable: false } },
])('a 500 that its code or details call permanent is not sent again: %j', async (fields) => {
	const { sent } = await failing(answer(500, { ...SERVICE, ...fields }), 'harmless');
	expect(sent).toBe(1);
});

describe('an aborted request', () => {
	test('ends at once, though its own does not answer, and hands the signal on', async () => {
		const stop = new AbortController();
		const signals: AbortSignal[] = [];
		const hung = async (signal: AbortSignal) => {
			signals.push(signal);
			return await new Promise<never>(() => {});
		};
		const sending = send(hung, newOptions({ signal: stop.signal }));
		await vi.advanceTimersByTimeAsync(10);
		stop.abort(new Error('Stopped'));
		await expect(sending).rejects.toThrow('Stopped');
		expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
	});

	test('tells that a billed start may have begun, if it was under way', async () => {
		const stop = new AbortController();
		const lane = new Lane(1);
		const options = newOptions({ signal: stop.signal, repeatable: 'billedStart', lane });
		const hung = async () => await new Promise<never>(() => {});
		const [underWay, waiting] = [send(hung, options), send(hung, options)];
		await vi.advanceTimersByTimeAsync(10);
		stop.abort(new Error('Stopped'));
		await expect(underWay).rejects.toMatchObject({ code: CUT_SHORT, mayHaveBegun: true });
		await expect(waiting).rejects.toThrow('Stopped');
	});

	test('that was to be next is not sent when the one before has failed the node', async () => {
		const stop = new AbortController();
		const options = newOptions({ signal: stop.signal, lane: new Lane(1), maxAttempts: 1 });
		let sent = 0;
		const request = async () => {
			sent++;
			return await Promise.reject(lost());
		};
		const items = [1, 2, 3].map(async () => {
			await send(request, options).catch((error: unknown) => {
				stop.abort(error);
			});
		});
		await vi.runAllTimersAsync();
		await Promise.all(items);
		expect(sent).toBe(1);
	});
});

describe('a wait that is too long', () => {
	test('fails those who wait with a failure of their own, and no later request', async () => {
		const tooLong = new ErrorAnswer(429, { 'retry-after': '3600' }, SERVICE);
		let sent = 0;
		const request = async () => {
			await Promise.resolve();
			if (++sent === 1) throw tooLong;
			return 'served';
		};
		const options = newOptions({ lane: new Lane(1) });
		const sending = [1, 2, 3].map(async () => await send(request, options));
		const settled = Promise.allSettled(sending);
		await vi.runAllTimersAsync();
		const reasons = (await settled).map((one) => (one as PromiseRejectedResult).reason as Error);
		expect(reasons[0]).toBe(tooLong);
		for (const reason of reasons.slice(1)) {
			expect(reason).toBeInstanceOf(NotSent);
			expect(reason).toMatchObject({ attempts: 0, answer: { retryAfterMs: 3_600_000 } });
		}
		expect(reasons[1]).not.toBe(reasons[2]);
		expect(sent).toBe(1);
		await expect(send(request, options)).resolves.toBe('served');
	});

	test('is not begun where it ends after the time that is left', async () => {
		const options = newOptions();
		const refused = async () =>
			await Promise.reject(new ErrorAnswer(429, { 'retry-after': '60' }, SERVICE));
		const until = Date.now() + 10_000;
		await expect(send(refused, { ...options, until })).rejects.toMatchObject({ attempts: 1 });
		const other = send(async () => await Promise.resolve(), { ...options, until });
		await expect(other).rejects.toBeInstanceOf(NotSent);
	});
});

test('a job and its reads hold one place together, so that no start holds up a read', async () => {
	const options = newOptions({ lane: new Lane(1) });
	const order: string[] = [];
	const ask = async (name: string) => {
		await Promise.resolve();
		order.push(name);
	};
	const place = await options.lane.take();
	const next = send(async () => await ask('next start'), options);
	for (const name of ['read 1', 'read 2']) {
		await send(async () => await ask(name), { ...options, rateLimit: 'agentRead', place });
	}
	place.release();
	await vi.runAllTimersAsync();
	await next;
	expect(order).toEqual(['read 1', 'read 2', 'next start']);
});
