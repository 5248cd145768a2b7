import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Shared } from '../../../nodes/transport/shared.ts';

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

interface Known {
	knows: boolean;
}

function newShared(): Shared<Known> {
	return new Shared(
		(): Known => ({ knows: false }),
		({ knows }) => knows,
	);
}

describe('what nodes share by a key', () => {
	test('is one for all who use it at a time', () => {
		const shared = newShared();
		const [first, second] = [shared.use('a'), shared.use('a')];
		expect(second).toBe(first);
		shared.leave('a');
		expect(shared.use('a')).toBe(first);
		expect(shared.use('b')).not.toBe(first);
	});

	test('is given up when nobody uses it any more', () => {
		const shared = newShared();
		for (let account = 0; account < 10_000; account++) {
			shared.use(String(account));
			shared.leave(String(account));
		}
		expect(shared.size).toBe(0);
	});

	test('is kept for ten minutes where it knows something', () => {
		const shared = newShared();
		for (let account = 0; account < 1_000; account++) {
			shared.use(String(account)).knows = true;
			shared.leave(String(account));
		}
		shared.use('in use').knows = true;
		vi.advanceTimersByTime(9 * 60_000);
		expect(shared.find('0')).toBeDefined();
		shared.use('999');
		vi.advanceTimersByTime(2 * 60_000);
		shared.use('new');
		shared.leave('new');
		expect(shared.size).toBe(2);
	});
});
