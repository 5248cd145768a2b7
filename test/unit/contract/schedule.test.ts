import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { FieldError } from '../../../nodes/contract/checks.ts';
import { isRare, schedule } from '../../../nodes/contract/schedule.ts';
import { cronOf, intervalOf, nextTime } from '../../../sandbox/service/monitor/schedule.ts';

const NOW = Date.UTC(2026, 10, 21, 17, 44);
const MONDAY = Date.UTC(2026, 10, 23);

function isAccepted(mode: 'text' | 'cron', value: string): boolean {
	try {
		schedule(mode, value, '', NOW);
		return true;
	} catch (error) {
		if (error instanceof FieldError) return false;
		throw error;
	}
}

/**
 * Whether the stand-in takes a schedule at any time of a working day: it looks at the next two times
 * only, so that a gap that is too short shows in the minutes before it.
 */
function isTaken(cron: () => string): boolean {
	try {
		for (let minute = 0; minute < 24 * 60; minute += 4)
			intervalOf(cron(), 'UTC', MONDAY + minute * 60_000);
		return true;
	} catch {
		return false;
	}
}

describe('A schedule as text', () => {
	test.each([
		'every 5 minutes',
		'Every 30 Minutes',
		'every 30 mins starting at :10',
		'hourly',
		'hourly at :15',
		'every hour',
		'every 6 hours',
		'daily',
		'daily at 9:00',
		'daily at 9am',
		'daily at 5:30 PM',
		'daily at 5:30 p.m.',
		'weekly',
	])('is one: %s', (text) => {
		expect(isAccepted('text', text)).toBe(true);
		expect(isTaken(() => cronOf(text))).toBe(true);
		expect(schedule('text', ` ${text} `, '', NOW)).toEqual({ text });
	});

	test.each([
		'',
		'sometimes',
		'every monday',
		'every 7 minutes',
		'every 0 minutes',
		'every 1 minute',
		'every 2 minutes',
		'every 5 hours',
		'every 30 minutes starting at :75',
		'daily at 24:00',
		'daily at 13 pm',
		'daily at 9:60',
		`daily${' '.repeat(130)}at 9`,
		'*/30 * * * *',
	])('is none: %s', (text) => {
		expect(isAccepted('text', text)).toBe(false);
		if (text.length <= 128) expect(isTaken(() => cronOf(text))).toBe(false);
	});
});

const part = (max: number) =>
	fc.oneof(
		fc.constant('*'),
		fc.nat(max + 2).map(String),
		fc.integer({ min: 0, max: 12 }).map((step) => `*/${step}`),
		fc.tuple(fc.nat(max), fc.nat(max)).map(([from, to]) => `${from}-${to}`),
		fc
			.tuple(fc.nat(max), fc.nat(max), fc.integer({ min: 1, max: 40 }))
			.map(([from, to, step]) => `${from}-${to}/${step}`),
		fc.constantFrom('MON', '', '1,', 'L', '-3'),
	);
const field = (max: number) =>
	fc.array(part(max), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));

/** Days that come often, so that the stand-in need not look far. */
const cron = fc
	.tuple(
		field(59),
		field(23),
		fc.constant('*'),
		fc.constant('*'),
		fc.constantFrom('*', '1-5', '0-7'),
	)
	.map((fields) => fields.join(' '));

describe('A schedule as cron expression', () => {
	it('is accepted when and only when the service takes it at any time of the day', () => {
		fc.assert(
			fc.property(cron, (expression) => {
				expect(isAccepted('cron', expression)).toBe(isTaken(() => expression));
			}),
			{ numRuns: 150 },
		);
	}, 60_000);

	test.each([
		['0 0 31 2 *', false],
		['0 0 30 2 1', false],
		['0 0 1 1 *', true],
		['0 0 13 * 5', true],
		['58,0 23,0 1 * *', true],
		['58,0 23,0 * * *', false],
	])('%s has its times within a year and far enough apart: %s', (expression, expected) => {
		expect(isAccepted('cron', expression)).toBe(expected);
	});

	test.each([
		['0 0 1 1 *', true],
		['0 0 1 * *', true],
		['0 9 * * 1', false],
		['*/30 * * * *', false],
	])('%s is one that some servers think long about: %s', (expression, expected) => {
		expect(isRare({ cron: expression }, NOW)).toBe(expected);
	});
});

describe('The stand-in’s clock', () => {
	test('goes by the time zone, also when summer time begins', () => {
		const at = (text: string) => new Date(text).getTime();
		const next = (from: string) =>
			new Date(nextTime('30 9 * * *', 'Europe/Berlin', at(from))).toISOString();
		expect(next('2026-03-28T12:00:00Z')).toBe('2026-03-29T07:30:00.000Z');
		expect(next('2026-03-27T12:00:00Z')).toBe('2026-03-28T08:30:00.000Z');
	});
});
