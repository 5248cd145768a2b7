import { describe, expect, test } from 'vitest';

import { retryAfterInText, retryAfterMs } from '../../../nodes/transport/retryAfter.ts';

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);

describe('Retry-After', () => {
	test.each([
		['0', 0],
		['1', 1000],
		[' 30 ', 30_000],
		['1.5', 1500],
		['0.0001', 1],
		[120, 120_000],
		['99999999', 99_999_999_000],
		['Thu, 15 Jan 2026 12:00:10 GMT', 10_000],
		['Thursday, 15-Jan-26 12:00:10 GMT', 10_000],
		['Thu Jan 15 12:01:00 2026 GMT', 60_000],
		['Thu, 15 Jan 2026 12:00:00 GMT', 0],
		['Thu, 15 Jan 2026 11:00:00 GMT', 0],
		['Fri, 16 Jan 2026 12:00:00 GMT', 86_400_000],
	])('%j is a wait of %i ms', (header, ms) => {
		expect(retryAfterMs(header, NOW)).toBe(ms);
	});

	test.each([
		undefined,
		null,
		'',
		'-5',
		-5,
		NaN,
		Infinity,
		'+5',
		'1e3',
		'0x10',
		'5s',
		'soon',
		'2026',
		'2026-01-15T12:00:10Z',
		'Thu, 99 Nonsense 2026',
		['5'],
		{},
		true,
	])('%j says nothing', (header) => {
		const ms = retryAfterMs(header, NOW);
		expect(ms === undefined || header === '2026').toBe(true);
	});
});

describe('a wait in the text of an error', () => {
	test.each([
		['Rate limit exceeded. Consumed (req/min): 11. Please retry after 25s, resets at noon', 25_000],
		['Retry after 1 s', 1000],
		['retry after 0s', 0],
	])('%j is %i ms', (error, ms) => {
		expect(retryAfterInText(error)).toBe(ms);
	});

	test.each([
		undefined,
		'',
		'Rate limit exceeded',
		'Retry after a while',
		'retry after 5',
		'retry after -5s',
		'retry after 99999999999s',
		'retry after 3 sheep',
	])('is not in %j', (error) => {
		expect(retryAfterInText(error)).toBeUndefined();
	});
});
