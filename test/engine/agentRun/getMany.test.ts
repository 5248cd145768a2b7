import { describe, expect, test } from 'vitest';

import type { Service, ServiceOptions } from '../../../sandbox/service/index.ts';
import { agentRun, jsonOf, serviceUnderTest, shown } from './agentRunUnderTest.ts';

const BASE = Date.UTC(2026, 0, 10, 12);
const MINUTE = 60_000;

/** A stand-in with runs a minute apart, the first at `BASE`; every third one has failed. */
async function serviceWith(count: number, options: ServiceOptions = {}): Promise<Service> {
	const { service } = await serviceUnderTest({ listPageSize: 20, ...options });
	for (let number = 0; number < count; number++) {
		const prompt = `[lasts 0s] ${number % 3 === 0 ? '[ends failed]' : ''} Run ${number}`;
		service.agentRuns.start({ prompt }, { createdAt: BASE + number * MINUTE });
	}
	return service;
}

function ids(service: Service): string[] {
	return service.agentRuns.all.map(({ id }) => id).reverse();
}

describe('Get Many', () => {
	test('returns the newest 50 runs, an item for each, with the service’s fields', async () => {
		const service = await serviceWith(60);
		const { items } = await agentRun(service, 'getAll');
		expect(items.map(({ json }) => json.jobId)).toEqual(ids(service).slice(0, 50));
		expect(items[0]).toEqual({
			json: {
				jobId: ids(service)[0],
				id: ids(service)[0],
				createdAt: new Date(BASE + 59 * MINUTE).toISOString(),
				targetHint: expect.any(String) as string,
				origin: 'api',
				settings: { hidden: false, starred: false },
				status: 'completed',
				options: expect.objectContaining({ model: 'spark-2' }) as object,
				prompt: '[lasts 0s]  Run 59',
			},
			pairedItem: { item: 0 },
		});
		expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual([
			'createdAt',
			'status',
			'prompt',
		]);
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		expect(service.requests).toHaveLength(3);
	});

	test('returns all runs where the user wants all', async () => {
		const service = await serviceWith(65);
		const { items } = await agentRun(service, 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json.jobId)).toEqual(ids(service));
	});

	test('reads no page more than the limit needs', async () => {
		const service = await serviceWith(60);
		const { items } = await agentRun(service, 'getAll', { limit: 20 });
		expect(items).toHaveLength(20);
		expect(service.requests).toHaveLength(1);
	});

	test('returns nothing for a team without runs', async () => {
		const service = await serviceWith(0);
		const { items, error } = await agentRun(service, 'getAll');
		expect([items, error]).toEqual([[], undefined]);
	});

	test('filters by status, across pages', async () => {
		const service = await serviceWith(60);
		const { items } = await agentRun(service, 'getAll', {
			limit: 15,
			filters: { status: 'failed' },
		});
		expect(items).toHaveLength(15);
		expect(new Set(jsonOf(items).map(({ status }) => status))).toEqual(new Set(['failed']));
	});

	const moments: Array<[string, string]> = [
		['an ISO time', '2026-01-10T12:49:30Z'],
		['a time with an offset', '2026-01-10T14:49:30+02:00'],
		['a time of the date field, in the workflow’s zone (here New York)', '2026-01-10T07:49:30'],
		['Unix milliseconds', `={{ ${BASE + 49.5 * MINUTE} }}`],
		['n8n’s own date and time', '={{ DateTime.fromISO("2026-01-10T12:49:30Z") }}'],
		['a JavaScript date', '={{ new Date("2026-01-10T12:49:30Z") }}'],
	];

	test.each(moments)(
		'filters by the time of creation, given as %s',
		async (_form, createdAfter) => {
			const service = await serviceWith(60);
			const { items } = await agentRun(service, 'getAll', { filters: { createdAfter } });
			expect(items).toHaveLength(10);
			expect(service.requests).toHaveLength(1);
		},
	);

	test('leaves out a run of which the service does not tell the time, when one is asked for', async () => {
		const service = await serviceWith(3);
		const agents = [
			{ id: 'a', createdAt: '2026-01-10T12:00:00Z' },
			{ id: 'b' },
			{ id: 'c', createdAt: '2026-01-10T11:00:00Z' },
		];
		service.orderFault({ answer: { status: 200, json: { success: true, agents } } });
		const filters = { createdAfter: '2026-01-10T10:00:00Z' };
		const { items } = await agentRun(service, 'getAll', { filters });
		expect(jsonOf(items).map(({ jobId }) => jobId)).toEqual(['a', 'c']);
	});

	test('works with a service that lists runs without their options', async () => {
		const service = await serviceWith(2, { listsOptions: false });
		const { items } = await agentRun(service, 'getAll');
		expect(jsonOf(items).map(({ jobId }) => jobId)).toEqual(ids(service));
	});

	test('says so where the service has no list', async () => {
		const service = await serviceWith(2, { withoutRoutes: { agentList: 404 } });
		expect(shown(await agentRun(service, 'getAll')).details).toEqual({ retryable: false });
	});

	const wrong: Array<[string, object, string]> = [
		['Limit 0', { limit: 0 }, 'Limit must be a whole number of at least 1'],
		['a limit of half a run', { limit: 1.5 }, 'Limit must be a whole number of at least 1'],
		[
			'a status that there is not',
			{ filters: { status: '={{ "done" }}' } },
			'Status must be one of: completed, failed, processing',
		],
		[
			'a time that is none',
			{ filters: { createdAfter: '={{ "soon" }}' } },
			'Created After must be a date and time',
		],
		[
			'a Return All that is neither yes nor no',
			{ returnAll: '={{ "all" }}' },
			'Return All must be true or false',
		],
	];

	test.each(wrong)('sends nothing for %s', async (_title, parameters, message) => {
		const service = await serviceWith(1);
		const result = await agentRun(service, 'getAll', parameters as never);
		expect(shown(result).message).toBe(`${message} [item 0]`);
		expect(service.requests).toEqual([]);
	});
});

describe('The next page', () => {
	test('is never asked of a host that an answer names', async () => {
		const service = await serviceWith(60);
		const { service: foreign } = await serviceUnderTest();
		const [id] = ids(service);
		const next = `${foreign.url}/v2/agent?before=${BASE + 20 * MINUTE}&steal=1`;
		const createdAt = new Date(BASE + 20 * MINUTE).toISOString();
		const json = { success: true, agents: [{ id, createdAt }], next };
		service.orderFault({ answer: { status: 200, json } });
		const { items } = await agentRun(service, 'getAll', { returnAll: true });
		expect(foreign.requests).toEqual([]);
		expect(items).toHaveLength(22);
		expect(service.requests[1]?.query).toEqual({ before: String(BASE + 20 * MINUTE + 1) });
	});

	const dead: Array<[string, unknown]> = [
		['is no URL', 'before=5'],
		['names no time', 'https://x.example/v2/agent'],
		['names no number', 'https://x.example/v2/agent?before=abc'],
		['is not text', { before: 5 }],
	];

	test.each(dead)('does not exist where next %s', async (_title, next) => {
		const service = await serviceWith(3);
		service.orderFault({
			answer: { status: 200, json: { success: true, agents: [{ id: 'a' }], next } },
		});
		const { items, error } = await agentRun(service, 'getAll', { returnAll: true });
		expect([items.length, error]).toEqual([1, undefined]);
		expect(service.requests).toHaveLength(1);
	});

	test('has the runs of one moment that the page before had no place for', async () => {
		const { service } = await serviceUnderTest({ listPageSize: 3 });
		for (const minute of [0, 1, 1, 1, 2]) {
			service.agentRuns.start({ prompt: 'Work' }, { createdAt: BASE + minute * MINUTE });
		}
		const { items } = await agentRun(service, 'getAll', { returnAll: true });
		const found = items.map(({ json }) => json.jobId).sort();
		expect(found).toEqual(service.agentRuns.all.map(({ id }) => id).sort());
	});

	test('does not exist where next leads in a circle', async () => {
		const service = await serviceWith(3);
		const next = `${service.url}/v2/agent?before=${BASE}`;
		const json = { success: true, agents: [{ id: 'a' }], next };
		service.orderFault({ times: Infinity, answer: { status: 200, json } });
		const { items } = await agentRun(service, 'getAll', { returnAll: true });
		// The run came with both pages.
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});
});
