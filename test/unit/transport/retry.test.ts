import { afterEach, describe, expect, test, vi } from 'vitest';

import {
	ConnectionBroken,
	RefusedByService,
	UnusableAnswer,
	type RequestFailure,
} from '../../../nodes/transport/failure.ts';
import { retryDelayMs } from '../../../nodes/transport/retry.ts';

const FROM_SERVICE = { success: false, error: 'Something' };

function refusal(
	status: number,
	body: unknown = FROM_SERVICE,
	retryAfter?: string,
): RequestFailure {
	return new RefusedByService(status, retryAfter ? { 'retry-after': retryAfter } : {}, body);
}

function delays(failure: RequestFailure, maxAttempts: number): Array<number | undefined> {
	return Array.from({ length: maxAttempts }, (_, index) =>
		retryDelayMs(failure, index + 1, maxAttempts, 'harmless'),
	);
}

type Repeatable = Parameters<typeof retryDelayMs>[3];

function isRepeated(failure: RequestFailure, repeatable: Repeatable): boolean {
	return retryDelayMs(failure, 1, 5, repeatable) !== undefined;
}

afterEach(() => {
	vi.restoreAllMocks();
});

describe('the delay before the next attempt', () => {
	test('doubles with each attempt, up to 30 seconds, and ends with the last', () => {
		vi.spyOn(Math, 'random').mockReturnValue(1);
		expect(delays(refusal(503), 8)).toEqual([
			1000,
			2000,
			4000,
			8000,
			16_000,
			30_000,
			30_000,
			undefined,
		]);
	});

	test('is drawn from its whole length', () => {
		for (const drawn of [0, 0.25, 0.999]) {
			vi.spyOn(Math, 'random').mockReturnValue(drawn);
			expect(retryDelayMs(refusal(500), 3, 5, 'harmless')).toBe(drawn * 4000);
		}
	});

	test('is never shorter than Retry-After', () => {
		vi.spyOn(Math, 'random').mockReturnValue(0.5);
		expect(retryDelayMs(refusal(429, FROM_SERVICE, '7'), 1, 5, 'harmless')).toBe(7000);
		expect(retryDelayMs(refusal(429, FROM_SERVICE, '1'), 4, 5, 'harmless')).toBe(4000);
		expect(retryDelayMs(refusal(429, FROM_SERVICE, '300'), 1, 5, 'harmless')).toBe(300_000);
	});

	test('does not exist for a Retry-After above 5 minutes', () => {
		expect(retryDelayMs(refusal(429, FROM_SERVICE, '301'), 1, 5, 'harmless')).toBeUndefined();
	});
});

describe('work that would be billed twice', () => {
	test.each([
		['a connection that never came about', new ConnectionBroken('ECONNREFUSED', true), true],
		['an answer that was lost', new ConnectionBroken('ECONNRESET', false), false],
		['a refusal by the service itself', refusal(500), true],
		['a rate limit', refusal(429), true],
		['a rate limit of a proxy', refusal(429, '<h1>Slow down</h1>'), true],
		['a page of a proxy that gave up', refusal(504, '<h1>Gateway Timeout</h1>'), false],
		['a page of a proxy that failed', refusal(502, null), false],
	])('is begun again after %s: %s %s', (_what, failure, again) => {
		expect(isRepeated(failure, 'billedStart')).toBe(again);
		expect(isRepeated(failure, 'harmless')).toBe(true);
	});
});

test('an answer that makes no sense is not asked for again', () => {
	expect(isRepeated(new UnusableAnswer('It is HTML', 'Check it.'), 'harmless')).toBe(false);
});
