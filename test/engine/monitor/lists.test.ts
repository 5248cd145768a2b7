/** The lists that the editor opens behind the fields Monitor and Check. */
import type { INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import {
	byId,
	engine,
	givenMonitor,
	KEY,
	serviceUnderTest,
	TestClock,
} from './monitorUnderTest.ts';

interface Search {
	node?: 'webData' | 'webDataTrigger';
	monitorId?: string;
	filter?: string;
	paginationToken?: string;
}

async function search(
	service: Service,
	method: 'searchMonitors' | 'searchMonitorChecks',
	{ node = 'webData', monitorId = '', ...rest }: Search = {},
): Promise<INodeListSearchResult> {
	return await engine().callListSearch({
		node,
		method,
		parameters: { resource: 'monitor', operation: 'getCheck', ...byId(monitorId) },
		credentials: { apiKey: KEY, baseUrl: service.url },
		...rest,
	});
}

function names({ results }: INodeListSearchResult): string[] {
	return results.map(({ name }) => name);
}

describe('The list of monitors', () => {
	test.each(['webData', 'webDataTrigger'] as const)(
		'names them, the newest first: %s',
		async (node) => {
			const { service } = await serviceUnderTest();
			const ids = ['Prices', 'Jobs'].map((name) => givenMonitor(service, undefined, { name }).id);
			const { results, paginationToken } = await search(service, 'searchMonitors', { node });
			expect(results).toEqual([
				{ name: 'Jobs', value: ids[1] },
				{ name: 'Prices', value: ids[0] },
			]);
			expect(paginationToken).toBeUndefined();
		},
	);

	test('finds a monitor by its name or its id, wherever it stands', async () => {
		const { service } = await serviceUnderTest();
		const { id } = givenMonitor(service, undefined, { name: 'The one' });
		for (let number = 0; number < 130; number++) givenMonitor(service);
		expect(names(await search(service, 'searchMonitors', { filter: 'the ONE' }))).toEqual([
			'The one',
		]);
		expect(names(await search(service, 'searchMonitors', { filter: id }))).toEqual(['The one']);
	});

	test('goes on where it stopped', async () => {
		const { service } = await serviceUnderTest();
		for (let number = 0; number < 130; number++) givenMonitor(service);
		const first = await search(service, 'searchMonitors');
		expect(first.results).toHaveLength(100);
		const paginationToken = first.paginationToken as string;
		const second = await search(service, 'searchMonitors', { paginationToken });
		expect(second.results).toHaveLength(30);
		expect(second.paginationToken).toBeUndefined();
	});

	test('says so where the server has no monitors', async () => {
		const { service } = await serviceUnderTest({ deployment: 'open2025' });
		await expect(search(service, 'searchMonitors')).rejects.toThrow(
			'This deployment of the service has no monitors',
		);
	});
});

describe('The list of checks', () => {
	test('names the checks of the chosen monitor by time and trigger', async () => {
		const clock = new TestClock();
		const { service } = await serviceUnderTest({ now: clock.now });
		const monitor = givenMonitor(service);
		const { id } = service.monitors.addCheck(monitor, { trigger: 'manual' });
		const { results } = await search(service, 'searchMonitorChecks', { monitorId: monitor.id });
		// Left to itself, n8n is in New York.
		expect(results).toEqual([{ name: '2026-01-15 07:00, manual', value: id }]);
	});

	test('asks for a monitor first', async () => {
		const { service } = await serviceUnderTest();
		await expect(search(service, 'searchMonitorChecks')).rejects.toThrow(
			'Monitor must be the id of a monitor',
		);
		expect(service.requests).toEqual([]);
	});
});
