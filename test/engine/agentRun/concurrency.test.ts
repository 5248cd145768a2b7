/** Runs that are waited for while more of them wait to be started, in a time that passes faster. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { inFastTime, takeOverTime } from '../fastTime.ts';
import { jsonOf, serviceUnderTest, shown, startOperation } from './agentRunUnderTest.ts';

beforeEach(takeOverTime);
afterEach(() => {
	vi.useRealTimers();
});

/** The most runs that were at work at the same time. */
function mostAtOnce({ agentRuns }: Service, lastsMs: number): number {
	const starts = agentRuns.all.map(({ createdAt }) => createdAt);
	return Math.max(
		...starts.map((at) => starts.filter((other) => other <= at && other > at - lastsMs).length),
	);
}

describe('Runs that are waited for', () => {
	test('never wait for their status behind the starts of others', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, method: 'POST', path: '/v2/agent', delay: 1_000 });
		const { items, error } = await inFastTime(
			startOperation(
				service,
				'start',
				{ prompt: '=[lasts 0s] Run {{ $itemIndex }}', options: { waitTimeout: 10 } },
				{ items: Array.from({ length: 100 }, () => ({})) },
			),
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(100).fill('succeeded'));
		expect(service.agentRuns.all).toHaveLength(100);
	}, 60_000);

	test.each([1, 3])('are at most as many at once as Max Concurrency says: %i', async (most) => {
		const { service } = await serviceUnderTest();
		const { items } = await inFastTime(
			startOperation(
				service,
				'start',
				{ prompt: '[lasts 10s] Work', options: { maxConcurrency: most } },
				{ items: Array.from({ length: 6 }, () => ({})) },
			),
			500,
		);
		expect(items).toHaveLength(6);
		expect(mostAtOnce(service, 10_000)).toBe(most);
	});
});

describe('A plan that allows two runs at once', () => {
	test('gets all of six runs done, none started twice', async () => {
		const { service } = await serviceUnderTest({ maxConcurrentRuns: 2 });
		const { items, error } = await inFastTime(
			startOperation(
				service,
				'start',
				{ prompt: '=[lasts 20s] Run {{ $itemIndex }}' },
				{ items: Array.from({ length: 6 }, () => ({})) },
			),
			500,
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(6).fill('succeeded'));
		expect(service.agentRuns.all).toHaveLength(6);
	}, 60_000);

	test('is waited for no longer than Wait Timeout, and then says what holds it', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: errorAnswer(429, 'Concurrency limit reached') });
		const result = await inFastTime(
			startOperation(service, 'start', { prompt: 'Work', options: { waitTimeout: 60 } }),
			500,
		);
		const { message, description, details } = shown(result);
		expect(message).toBe('The plan allows no more work at the same time');
		expect(description).toContain('hold all that the plan may use at once');
		expect(details.mayHaveBegun).toBeUndefined();
	}, 60_000);
});

describe('Records', () => {
	const table = {
		schemaMode: 'table',
		schemaFields: { field: [{ name: 'name' }, { name: 'price', type: 'number' }] },
		output: 'records',
	};

	test('of a table are described to the service, and leave as an item each', async () => {
		const { service } = await serviceUnderTest();
		const prompt = '[data {"records": [{"name": "Chair", "price": 5}, {"name": "Table", "price": 9}]}]';
		const { items } = await inFastTime(startOperation(service, 'start', { prompt, ...table }));
		const jobId = service.agentRuns.all[0]?.id;
		expect(jsonOf(items)).toEqual([
			{ jobId, name: 'Chair', price: 5 },
			{ jobId, name: 'Table', price: 9 },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(service.requests[0]?.body).toMatchObject({
			schema: {
				type: 'object',
				required: ['records'],
				properties: {
					records: {
						type: 'array',
						items: {
							type: 'object',
							properties: { name: { type: 'string' }, price: { type: 'number' } },
						},
					},
				},
			},
		});
	});

	test.each([
		['a list', '[1, {"a": 2}]', [{ value: 1 }, { a: 2 }]],
		['one record', '{"a": 1, "tags": ["x"]}', [{ a: 1, tags: ['x'] }]],
		['two lists', '{"a": [{"b": 1}], "c": [{"d": 2}]}', [{ a: [{ b: 1 }], c: [{ d: 2 }] }]],
	])('of a result that is %s lose nothing', async (_what, data, records) => {
		const { service } = await serviceUnderTest();
		const prompt = `[data ${data}]`;
		const { items } = await inFastTime(
			startOperation(service, 'start', { prompt, output: 'records' }),
		);
		const jobId = service.agentRuns.all[0]?.id;
		expect(jsonOf(items)).toEqual(records.map((record) => ({ jobId, ...record })));
	});
});
