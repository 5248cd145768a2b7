import { describe, expect, test } from 'vitest';

import { ErrorAnswer } from '../../../nodes/transport/failure.ts';

function answer(body: unknown, headers: Record<string, unknown> = {}): ErrorAnswer {
	return new ErrorAnswer(500, headers, body);
}

describe('an error answer', () => {
	test.each<[unknown, boolean]>([
		[{ success: false, error: 'Something' }, true],
		[{ success: false, error: 'Something', code: 'UNKNOWN_ERROR' }, true],
		[{ status: 504, error: 'Gateway Timeout' }, false],
		[{ success: true, error: 'Something' }, false],
		[{ success: false, error: { text: 'Something' } }, false],
		[{ success: false }, false],
		[{ message: 'no Route matched with those values' }, false],
		[undefined, false],
		[['success'], false],
	])('%j is from the service: %s', (body, isFromService) => {
		expect(answer(body).isFromService).toBe(isFromService);
	});

	test('keeps text, code and details as they are', () => {
		const details = [{ code: 'invalid_type', path: ['urls', 0], message: 'Required' }];
		const body = { success: false, error: 'Bad Request', code: 'BAD_REQUEST', details };
		expect(answer(body)).toMatchObject({
			serviceError: 'Bad Request',
			code: 'BAD_REQUEST',
			details,
		});
	});

	test('keeps only the beginning of a text of 20 MB', () => {
		const error = 'x'.repeat(20 * 1024 * 1024);
		const { serviceError, details } = answer({ success: false, error, details: { error } });
		expect(serviceError).toHaveLength(2_001);
		expect(JSON.stringify(details).length).toBeLessThan(2_100);
	});

	test('is not broken by details that are nested 20,000 deep', () => {
		const nested: unknown = JSON.parse(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`);
		const { details } = answer({ success: false, error: 'Bad Request', details: nested });
		expect(JSON.stringify(details)).toBe('[[[[[["…"]]]]]]');
	});

	test('keeps little of details with very many values', () => {
		const row = Array.from({ length: 1_000 }, (_, value) => value);
		const wide = Object.fromEntries(row.map((value) => [`name${value}`, row]));
		for (const details of [row, row.map(() => row), wide]) {
			const kept = answer({ success: false, error: 'Bad Request', details }).details;
			expect(JSON.stringify(kept).length).toBeLessThan(20_000);
		}
	});

	test.each([
		[{ 'retry-after': '7' }, 'Rate limit exceeded, please retry after 25s', 7_000],
		[{ 'retry-after': '0' }, 'Rate limit exceeded, please retry after 25s', 25_000],
		[{}, 'Rate limit exceeded, please retry after 25s', 25_000],
	])('with %j and "%s" asks for a wait of so many ms: %i', (headers, error, ms) => {
		expect(answer({ success: false, error }, headers).retryAfterMs).toBe(ms);
	});
});
