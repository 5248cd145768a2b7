import { describe, expect, test } from 'vitest';

import { ServiceError } from '../../sandbox/service/index.ts';
import { Browsers } from '../../sandbox/service/jobs/browsers.ts';
import { resultPage, type PagedJob } from '../../sandbox/service/jobs/resultPages.ts';
import type { Deployment } from '../../sandbox/service/deployment.ts';

const address = 'http://api.example/v2/crawl/1';

function page(
	job: Partial<PagedJob<unknown>>,
	query = '',
	deployment: Deployment = 'hosted',
): { count: number; next?: string } {
	const server = { deployment, crash: () => new ServiceError(500, 'broken') };
	const { results = [] } = job;
	const whole = { results, total: results.length, isRunning: false, address, ...job };
	const { data, next } = resultPage(server, whole, new URLSearchParams(query));
	return { count: data.length, next: next?.replace(address, '') };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a page of a job’s results', () => {
	test('has a hundred, and a next one as long as there are more', () => {
		const results = numbers(131);
		expect(page({ results })).toEqual({ count: 100, next: '?skip=100' });
		expect(page({ results }, 'skip=100')).toEqual({ count: 31 });
		expect(page({ results }, 'skip=500')).toEqual({ count: 0 });
		expect(page({ results }, 'skip=10&limit=20')).toEqual({ count: 20, next: '?skip=30&limit=20' });
		expect(page({ results }, 'limit=1000')).toEqual({ count: 131 });
	});

	test('always has a next one while the job runs or was cut short, be it the same again', () => {
		expect(page({ isRunning: true })).toEqual({ count: 0, next: '?skip=0' });
		expect(page({ results: numbers(2), isRunning: true })).toEqual({ count: 2, next: '?skip=2' });
		expect(page({ results: numbers(2), isCutShort: true })).toEqual({ count: 2, next: '?skip=2' });
	});

	test('of the server of 2025 has a next one as long as the total says so', () => {
		const results = numbers(3);
		expect(page({ isRunning: true, total: 0 }, '', 'open2025')).toEqual({ count: 0 });
		expect(page({ results, total: 4 }, '', 'open2025')).toEqual({ count: 3, next: '?skip=3' });
		expect(page({ results, total: 3 }, '', 'open2025')).toEqual({ count: 3 });
	});

	test('ends before 10 MiB, but is never empty', () => {
		const results = numbers(3).map(() => 'x'.repeat(6 * 1024 * 1024));
		expect(page({ results })).toEqual({ count: 1, next: '?skip=1' });
		expect(page({ results: ['x'.repeat(11 * 1024 * 1024)] })).toEqual({ count: 1 });
	});

	test.each(['skip=-1', 'skip=x', 'limit=0', 'limit=1001', 'limit=1.5'])('refuses %s', (query) => {
		expect(() => page({}, query)).toThrow('Invalid pagination');
	});

	test('of an open server breaks on text, and may be empty and its own next', () => {
		const results = numbers(3);
		expect(() => page({ results }, 'skip=-1', 'open2026')).toThrow('broken');
		expect(page({ results }, 'limit=0', 'open2026')).toEqual({ count: 0, next: '?skip=0&limit=0' });
		expect(page({ results }, 'limit=5000', 'open2026')).toEqual({ count: 3 });
	});
});

describe('a team’s browsers', () => {
	test('are given to those who ask, in their order, each team its own', async () => {
		const browsers = new Browsers(1);
		const order: string[] = [];
		const giveBack = await browsers.take('one');
		await browsers.take('other');
		const waiting = ['a', 'b'].map(async (name) => {
			const done = await browsers.take('one');
			order.push(name);
			done();
		});
		expect([browsers.inUse('one'), browsers.waiting('one')]).toEqual([1, 2]);
		giveBack();
		giveBack();
		await Promise.all(waiting);
		expect(order).toEqual(['a', 'b']);
		expect([browsers.inUse('one'), browsers.waiting('one'), browsers.inUse('other')]).toEqual([
			0, 0, 1,
		]);
	});

	test('are not given to who has gone', async () => {
		const browsers = new Browsers(1);
		const giveBack = await browsers.take('one');
		const gone = new AbortController();
		const waiting = browsers.take('one', gone.signal);
		gone.abort();
		await expect(waiting).rejects.toThrow('Gave up waiting');
		giveBack();
		expect([browsers.inUse('one'), browsers.waiting('one')]).toEqual([0, 0]);
	});
});
