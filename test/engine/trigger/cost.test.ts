import { describe, expect, it } from 'vitest';

import {
	activated,
	DAY,
	HOUR,
	idsOf,
	MINUTE,
	pass,
	requestsSince,
	serviceUnderTest,
	startRun,
	startRuns,
} from './triggerUnderTest.ts';

function times(count: number, route: string): string[] {
	return Array.from({ length: count }, () => route);
}

describe('What a poll costs', () => {
	it('is one list request when nothing has happened and nothing is in progress', async () => {
		const service = await serviceUnderTest({ listPageSize: 5 });
		startRuns(service, 12, '[lasts 2s]', HOUR);
		const trigger = await activated(service);
		requestsSince(service);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(['list']);

		// Also right after a burst of more runs than a page holds.
		startRuns(service, 12, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toHaveLength(12);
		requestsSince(service);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(['list']);
	});

	it('is one request more for each run that ended, and two for each that failed', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		startRuns(service, 4, '[lasts 2s]');
		startRuns(service, 3, '[lasts 2s] [ends refused]');
		pass(MINUTE);
		requestsSince(service);
		expect(idsOf(await trigger.tick())).toHaveLength(7);
		expect(requestsSince(service).sort()).toEqual([
			'list',
			...times(7, 'status'),
			...times(3, 'trace'),
		]);
	});

	it('is nothing more for ends that are not asked for, where the list tells', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service, { events: ['completed'] });
		startRuns(service, 5, '[lasts 2s] [ends failed]');
		pass(MINUTE);
		requestsSince(service);
		expect(idsOf(await trigger.tick())).toEqual([]);
		expect(requestsSince(service)).toEqual(['list']);
	});

	it('is nothing more for runs in progress that the page shows', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		startRuns(service, 10, '[lasts 2h]');
		await trigger.tick();
		requestsSince(service);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(['list']);
	});

	it('is a status request for a lone run in progress far down the list', async () => {
		const service = await serviceUnderTest({ listPageSize: 5 });
		const id = startRun(service, '[lasts 2d]', HOUR);
		for (let ago = 50; ago > 0; ago--) startRun(service, '[lasts 2s]', ago * MINUTE);
		const trigger = await activated(service);
		requestsSince(service);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(['list', 'status']);

		// Its end costs one request more: the page with its prompt and its start.
		pass(2 * DAY);
		expect(idsOf(await trigger.tick())).toEqual([id]);
		expect(requestsSince(service)).toEqual(['list', 'status', 'list']);
	});

	it('is pages for many runs in progress further down, where these are fewer', async () => {
		const service = await serviceUnderTest({ listPageSize: 10 });
		for (let ago = 40; ago > 0; ago--) startRun(service, '[lasts 2d]', ago * MINUTE);
		const trigger = await activated(service);
		requestsSince(service);
		await trigger.tick();
		const requests = requestsSince(service);
		expect(new Set(requests)).toEqual(new Set(['list']));
		expect(requests.length).toBeLessThanOrEqual(6);
	});

	it('is one request for each unfinished run when runs are named', async () => {
		const service = await serviceUnderTest();
		const ended = startRuns(service, 3, '[lasts 2s]', HOUR);
		const failing = startRuns(service, 2, '[lasts 1m] [ends failed]');
		const going = startRuns(service, 2, '[lasts 2h]');
		const jobIds = [...ended, ...failing, ...going];
		const trigger = await activated(service, { watch: 'runs', jobIds });
		requestsSince(service);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(times(4, 'status'));
		pass(2 * MINUTE);
		expect(idsOf(await trigger.tick()).sort()).toEqual([...failing].sort());
		expect(requestsSince(service).sort()).toEqual([...times(4, 'status'), ...times(2, 'trace')]);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(times(2, 'status'));
	});

	it('grows neither the state nor the requests when thousands of runs have passed', async () => {
		const service = await serviceUnderTest({ listPageSize: 100 });
		startRuns(service, 1_000, '[lasts 2s]', HOUR);
		const trigger = await activated(service, { events: ['failed'] });
		for (let poll = 0; poll < 3; poll++) {
			startRuns(service, 400, '[lasts 2s]');
			pass(5 * MINUTE);
			await trigger.tick();
		}
		startRun(service, '[lasts 2s]');
		pass(5 * MINUTE);
		const { staticData } = await trigger.tick();
		expect(JSON.stringify(staticData).length).toBeLessThan(2_000);
		requestsSince(service);
		await trigger.tick();
		expect(requestsSince(service)).toEqual(['list']);
	});
});
