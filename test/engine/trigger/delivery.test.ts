import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { retryAtOnce } from '../retryAtOnce.ts';
import {
	activated,
	DAY,
	eventsOf,
	HOUR,
	idsOf,
	MINUTE,
	pass,
	requestsTake,
	SECOND,
	serviceUnderTest,
	startRun,
	startRuns,
	triggerOf,
} from './triggerUnderTest.ts';

describe('The ends that come out of a trigger', () => {
	retryAtOnce();

	it('are not those from before the activation, unless existing ones are asked for', async () => {
		const service = await serviceUnderTest();
		const past = startRuns(service, 3, '[lasts 1m]', HOUR);
		const trigger = await activated(service);
		expect(idsOf(await trigger.tick())).toEqual([]);

		const eager = triggerOf(service, { options: { emitExisting: true } });
		expect(idsOf(await eager.activate())).toEqual([]);
		expect(idsOf(await eager.tick())).toEqual(past);
		expect(idsOf(await eager.tick())).toEqual([]);
	});

	it('are those of runs that were in progress at the activation, even for days', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 5d]', HOUR);
		const trigger = await activated(service);
		pass(3 * DAY);
		expect(idsOf(await trigger.tick())).toEqual([]);
		pass(2 * DAY);
		expect(idsOf(await trigger.tick())).toEqual([id]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('are those of runs that started and ended between two polls', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 3, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual(ids);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('come once when polls overlap, however many there are', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 12, '[lasts 2s]');
		pass(MINUTE);
		service.orderFault({ path: '/v2/agent', delay: 300, times: Infinity });
		const polls = await Promise.all(Array.from({ length: 6 }, async () => await trigger.tick()));
		expect(polls.flatMap(idsOf)).toEqual(ids);
	});

	it('come once when n8n prepares several polls with what was saved before the first', async () => {
		const service = await serviceUnderTest();
		const same = { id: randomUUID(), workflowId: randomUUID() };
		const { saved: staticData } = await triggerOf(service, {}, same).activate();
		const prepare = () => triggerOf(service, {}, { ...same, staticData });
		const ids = startRuns(service, 3, '[lasts 2s]');
		pass(MINUTE);
		const together = [prepare(), prepare(), prepare()].map(async (copy) => await copy.tick());
		const polls = [...(await Promise.all(together)), await prepare().tick()];
		expect(polls.flatMap(idsOf)).toEqual(ids);
		pass(MINUTE);
		// Nothing was saved, perhaps because n8n has dropped these events: they come again.
		expect(idsOf(await prepare().tick())).toEqual(ids);
	});

	it('keep no poll in another copy of the workflow waiting, such as a new activation', async () => {
		const service = await serviceUnderTest();
		const same = { id: randomUUID(), workflowId: randomUUID() };
		const { saved: staticData } = await triggerOf(service, {}, same).activate();
		const before = service.requests.length;
		service.orderFault({ path: '/v2/agent', delay: 3_000 });
		const slow = triggerOf(service, {}, { ...same, staticData }).tick();
		await vi.waitUntil(() => service.requests.length > before);
		const began = performance.now();
		const { items, error } = await triggerOf(service, {}, { ...same, staticData }).activate();
		expect(performance.now() - began).toBeLessThan(1_500);
		expect([items, error]).toEqual([null, undefined]);
		await slow;
	});

	it('come all the same when the poll of another trigger in the workflow ends meanwhile', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 3, '[lasts 2s]');
		pass(MINUTE);
		service.orderFault({ path: '/v2/agent', delay: 300, times: Infinity });
		const poll = trigger.tick();
		await vi.waitUntil(() => service.requests.length > 1);
		await trigger.anotherPollEnds();
		expect(idsOf(await poll)).toEqual(ids);
	});

	it('are not fewer when runs begin in the same millisecond, across the pages of the list', async () => {
		const service = await serviceUnderTest({ listPageSize: 4 });
		const trigger = await activated(service);
		const moment = Date.now();
		const together = (count: number, createdAt: number) =>
			Array.from(
				{ length: count },
				() => service.agentRuns.start({ prompt: '[lasts 2s]' }, { createdAt }).id,
			);
		const ids = [...together(4, moment), ...together(3, moment + 1), ...together(4, moment + 2)];
		pass(MINUTE);
		const first = idsOf(await trigger.tick());
		const later = together(1, moment + 2);
		pass(MINUTE);
		expect([...first, ...idsOf(await trigger.tick())].sort()).toEqual([...ids, ...later].sort());
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('come in order and once when they are on more pages than one poll can read', async () => {
		const service = await serviceUnderTest({ listPageSize: 3 });
		const trigger = await activated(service);
		const ids = startRuns(service, 40, '[lasts 2s]');
		pass(MINUTE);
		// Half of the five minutes are for pages.
		requestsTake(service, '/v2/agent', 15 * SECOND);
		const polls: unknown[][] = [];
		while (polls.flat().length < ids.length) polls.push(idsOf(await trigger.tick()));
		expect(polls.length).toBeGreaterThan(1);
		expect(polls.flat().sort()).toEqual([...ids].sort());
		for (const poll of polls) expect(poll).toEqual(ids.filter((id) => poll.includes(id)));
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('come in order over several polls when there is no time to read all results', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 60, '[lasts 2s]');
		pass(MINUTE);
		requestsTake(service, /^\/v2\/agent\/[^/]+$/, 8 * SECOND);
		const polls: unknown[][] = [];
		while (polls.flat().length < ids.length) polls.push(idsOf(await trigger.tick()));
		expect(polls.length).toBeGreaterThan(1);
		expect(polls.flat()).toEqual(ids);
	});

	it('come at once but for the one whose status cannot be read, which comes when it can', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 8, '[lasts 2s]');
		const [failing = ''] = ids.slice(4);
		pass(MINUTE);
		service.orderFault({
			path: `/v2/agent/${failing}`,
			answer: errorAnswer(500, 'Internal Server Error'),
			times: Infinity,
		});
		const first = await trigger.tick();
		expect(idsOf(first)).toEqual(ids.filter((id) => id !== failing));
		expect(first.log.join('\n')).toMatch(/warn Some agent runs could not be read/);
		service.clearFaults();
		expect(idsOf(await trigger.tick())).toEqual([failing]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it.each([
		['a 429', errorAnswer(429, 'Rate limit exceeded', { headers: { 'Retry-After': '600' } })],
		['an outage', errorAnswer(503, 'Service Unavailable')],
	])('come once when %s begins in the middle of a poll', async (_, answer) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 12, '[lasts 2s]');
		pass(MINUTE);
		service.orderFault({ path: /^\/v2\/agent/, skip: 7, answer, times: Infinity });
		const first = idsOf(await trigger.tick());
		expect(first.length).toBeGreaterThan(0);
		expect(first.length).toBeLessThan(ids.length);
		expect((await trigger.tick()).error).toBeDefined();
		service.clearFaults();
		pass(11 * MINUTE);
		const rest = idsOf(await trigger.tick());
		expect([...first, ...rest].sort()).toEqual([...ids].sort());
	});

	it('come once over restarts, although polls without events are never saved', async () => {
		const service = await serviceUnderTest();
		const early = startRun(service, '[lasts 10m]');
		const trigger = await activated(service);
		const late = startRun(service, '[lasts 30m]');
		const first = await trigger.tick();
		expect(first.staticData).not.toEqual(first.saved);
		trigger.restart();
		pass(15 * MINUTE);
		expect(idsOf(await trigger.activate())).toEqual([]);
		expect(idsOf(await trigger.tick())).toEqual([early]);
		expect(idsOf(await trigger.tick())).toEqual([]);
		trigger.restart();
		pass(30 * MINUTE);
		await trigger.activate();
		expect(idsOf(await trigger.tick())).toEqual([late]);
		trigger.restart();
		await trigger.activate();
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('come again after a crash before they were saved, rather than never', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const { saved } = await trigger.tick();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([id]);
		const restored = await activated(service, {}, { staticData: saved });
		expect(idsOf(await restored.tick())).toEqual([id]);
	});

	it('come although the run appeared in the list later than its creation time says', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const second = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([second]);
		const first = startRun(service, '[lasts 2s]', 70 * SECOND);
		expect(eventsOf(await trigger.tick())).toMatchObject([{ jobId: first }]);
	});
});
