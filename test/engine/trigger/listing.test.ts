/** What the list of a team's runs may look like, and what a poll takes from it. */
import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import {
	activated,
	engine,
	HOUR,
	idsOf,
	MINUTE,
	pass,
	SECOND,
	serviceUnderTest,
	startRun,
	startRuns,
} from './triggerUnderTest.ts';

describe('The ends that the list leads to', () => {
	it('are those of runs that were in progress when Prompt Contains was changed', async () => {
		const service = await serviceUnderTest();
		const id = randomUUID();
		const watching = (promptContains: string) => ({ options: { promptContains } });
		const other = startRun(service, '[lasts 10m] news');
		const first = await activated(service, watching('prices'), { id });
		const during = startRun(service, '[lasts 10m] news');
		const ignored = startRun(service, '[lasts 2s] news');
		const wanted = startRun(service, '[lasts 2s] prices');
		pass(MINUTE);
		const { saved, ...poll } = await first.tick();
		expect(idsOf({ saved, ...poll })).toEqual([wanted]);
		const second = await activated(service, watching('news'), { id, staticData: saved });
		pass(11 * MINUTE);
		const ids = idsOf(await second.tick());
		expect(ids).toEqual([other, during]);
		expect(ids).not.toContain(ignored);
	});

	it('are not those of runs far down the list whose prompt is another one', async () => {
		const service = await serviceUnderTest({ listPageSize: 3 });
		const options = { promptContains: 'prices' };
		startRun(service, '[lasts 10m] news');
		const wanted = startRun(service, '[lasts 10m] prices');
		const trigger = await activated(service, { options });
		startRuns(service, 12, '[lasts 2s] other');
		pass(11 * MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([wanted]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('are those below an empty page that has a next one', async () => {
		const service = await serviceUnderTest({ listPageSize: 5 });
		const trigger = await activated(service);
		const ids = startRuns(service, 4, '[lasts 2s]');
		pass(MINUTE);
		emptyPage(service, Date.now());
		expect(idsOf(await trigger.tick())).toEqual(ids);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('are those behind several empty pages, one poll after the other', async () => {
		const service = await serviceUnderTest({ listPageSize: 2 });
		const trigger = await activated(service);
		const ids = startRuns(service, 6, '[lasts 2s]');
		pass(MINUTE);
		for (let page = 0; page < 3; page++) emptyPage(service, Date.now() - page);
		expect(idsOf(await trigger.tick()).sort()).toEqual([...ids].sort());
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it.each([5, -5])(
		"are those that appear late, although n8n's clock is %i minutes ahead",
		async (minutes) => {
			const service = await serviceUnderTest({ now: () => Date.now() - minutes * MINUTE });
			const start = (ago: number) =>
				service.agentRuns.start(
					{ prompt: '[lasts 2s]' },
					{ createdAt: Date.now() - minutes * MINUTE - ago },
				).id;
			start(HOUR);
			const trigger = await activated(service);
			const second = start(0);
			pass(MINUTE);
			expect(idsOf(await trigger.tick())).toEqual([second]);
			const first = start(70 * SECOND);
			expect(idsOf(await trigger.tick())).toEqual([first]);
			expect(idsOf(await trigger.tick())).toEqual([]);
		},
	);
});

describe('What one execution is given', () => {
	it('is at most a thousand events; the others come with the next polls, in order', async () => {
		const service = await serviceUnderTest({ listPageSize: 500 });
		const past = startRuns(service, 1_200, '[lasts 2s]', HOUR);
		const trigger = await activated(service, { options: { emitExisting: true } });
		const first = idsOf(await trigger.tick());
		expect(first.length).toBeGreaterThanOrEqual(1_000);
		expect(first.length).toBeLessThan(1_010);
		expect([...first, ...idsOf(await trigger.tick())]).toEqual(past);
		expect(idsOf(await trigger.tick())).toEqual([]);
	}, 60_000);

	it('is at most some 50 MB; the others come with the next polls', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 14, '[lasts 2s]');
		pass(MINUTE);
		const data = 'x'.repeat(12 * 1024 * 1024);
		const json = { success: true, status: 'completed', data };
		service.orderFault({
			path: /^\/v2\/agent\/[^/]+$/,
			answer: { status: 200, json },
			times: Infinity,
		});
		const first = idsOf(await trigger.tick());
		expect(first.length).toBeGreaterThanOrEqual(5);
		expect(first.length).toBeLessThan(10);
		expect([...first, ...idsOf(await trigger.tick())]).toEqual(ids);
	}, 60_000);
});

describe('"On any agent run ended"', () => {
	it.each(['succeeded', 'failed', 'cancelled', 'credit_limit_reached', 'refused'])(
		'brings a run that ended %s',
		async (end) => {
			const service = await serviceUnderTest();
			const trigger = await activated(service, { events: ['any'] });
			const id = startRun(service, `[lasts 2s] [ends ${end}]`);
			pass(MINUTE);
			expect(idsOf(await trigger.tick())).toEqual([id]);
		},
	);

	it('stands first among the entries that n8n lists for the trigger', () => {
		const { properties } = engine().nodeType('webDataTrigger').description;
		const [first] = properties.find(({ name }) => name === 'events')?.options ?? [];
		expect(first).toMatchObject({ value: 'any', action: 'On any agent run ended' });
	});
});

/** A page of the list that has no runs, although the next one has those created before a time. */
function emptyPage(service: Service, before: number): void {
	const next = `${service.url}/v2/agent?before=${before}`;
	service.orderFault({
		path: '/v2/agent',
		answer: { status: 200, json: { success: true, agents: [], next } },
	});
}
