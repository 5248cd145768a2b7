import { afterEach, describe, expect, test, vi } from 'vitest';

import { ErrorAnswer } from '../../../nodes/transport/failure.ts';
import { retryDelayMs } from '../../../nodes/transport/retry.ts';

function answer(status: number, retryAfter?: string): ErrorAnswer {
	const headers = retryAfter ? { 'retry-after': retryAfter } : {};
	return new ErrorAnswer(status, headers, { success: false, error: 'Something' });
}

function delay(failure: ErrorAnswer, count: number, maxAttempts = 5): number | undefined {
	return retryDelayMs(failure, { count, lost: 0 }, maxAttempts, 'harmless');
}

afterEach(() => {
	vi.restoreAllMocks();
});

describe('the delay before the next attempt', () => {
	test('doubles with each attempt, up to 30 seconds, and ends with the last', () => {
		vi.spyOn(Math, 'random').mockReturnValue(1);
		const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => delay(answer(503), count, 8));
		expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, undefined]);
	});

	test('is drawn from its whole length', () => {
		for (const drawn of [0, 0.25, 0.999]) {
			vi.spyOn(Math, 'random').mockReturnValue(drawn);
			expect(delay(answer(500), 3)).toBe(drawn * 4000);
		}
	});

	test('is never shorter than Retry-After', () => {
		vi.spyOn(Math, 'random').mockReturnValue(0.5);
		expect(delay(answer(503, '7'), 1)).toBe(7000);
		expect(delay(answer(503, '1'), 4)).toBe(4000);
		expect(delay(answer(503, '300'), 1)).toBe(300_000);
	});

	test('does not exist for a Retry-After above 5 minutes', () => {
		expect(delay(answer(503, '301'), 1)).toBeUndefined();
	});
});
