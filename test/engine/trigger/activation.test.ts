import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { retryAtOnce } from '../retryAtOnce.ts';
import {
	activated,
	HOUR,
	idsOf,
	KEY,
	MINUTE,
	pass,
	requestsSince,
	requestsTake,
	SECOND,
	serviceUnderTest,
	startRun,
	startRuns,
	triggerOf,
} from './triggerUnderTest.ts';

const NEW_KEY = 'sandbox-key-2';
const OTHER_TEAM = { key: 'key-of-others', team: 'others' };

describe('The poll at activation', () => {
	retryAtOnce();

	it('emits nothing and leaves a known state as it is, so that a stop of n8n loses nothing', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const { saved } = await trigger.tick();
		const ids = startRuns(service, 5, '[lasts 2s]');
		pass(MINUTE);
		requestsSince(service);

		const restarted = triggerOf(service, {}, { staticData: saved });
		const first = await restarted.activate();
		expect(idsOf(first)).toEqual([]);
		expect(first.saved).toEqual(saved);
		expect(requestsSince(service)).toEqual([]);

		// n8n was stopped before another poll: the next start has the same state.
		const again = await activated(service, {}, { staticData: first.saved });
		expect(idsOf(await again.tick())).toEqual(ids);
		expect(idsOf(await again.tick())).toEqual([]);
	});

	it('emits nothing of named runs either', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 1m]');
		const parameters = { watch: 'runs', jobIds: [id] };
		const { saved } = await triggerOf(service, parameters).activate();
		pass(2 * MINUTE);
		const restarted = triggerOf(service, parameters, { staticData: saved });
		const first = await restarted.activate();
		expect([first.items, first.saved]).toEqual([null, saved]);
		expect(idsOf(await restarted.tick())).toEqual([id]);
	});

	it('emits nothing where existing runs are asked for: they come with the next one', async () => {
		const service = await serviceUnderTest();
		const past = startRuns(service, 3, '[lasts 2s]', HOUR);
		const parameters = { options: { emitExisting: true } };
		const { items, saved } = await triggerOf(service, parameters).activate();
		expect(items).toBeNull();
		const restarted = await activated(service, parameters, { staticData: saved });
		expect(idsOf(await restarted.tick())).toEqual(past);
		expect(idsOf(await restarted.tick())).toEqual([]);
	});

	it('keeps what a replaced key of the same team has to bring', async () => {
		const service = await serviceUnderTest({ apiKeys: [KEY, NEW_KEY] });
		const before = startRun(service, '[lasts 2s]', HOUR);
		const { saved } = await triggerOf(service).activate();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const credentials = { apiKey: NEW_KEY, baseUrl: service.url };
		const trigger = triggerOf(service, {}, { staticData: saved, credentials });
		expect(idsOf(await trigger.activate())).toEqual([]);
		const ids = idsOf(await trigger.tick());
		expect(ids).toEqual([id]);
		expect(ids).not.toContain(before);
	});

	it('begins anew at once with a credential of another team', async () => {
		const service = await serviceUnderTest({ apiKeys: [KEY, OTHER_TEAM] });
		startRun(service, '[lasts 2s]');
		const { saved } = await triggerOf(service).activate();
		const credentials = { apiKey: OTHER_TEAM.key, baseUrl: service.url };
		const trigger = await activated(service, {}, { staticData: saved, credentials });
		const { id } = service.agentRuns.start({ prompt: '[lasts 2s]' }, { team: OTHER_TEAM.team });
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('takes at most half a minute, however long the list is', async () => {
		const service = await serviceUnderTest({ listPageSize: 2 });
		for (let ago = 60; ago > 0; ago--) startRun(service, '[lasts 1s]', ago * HOUR);
		requestsTake(service, '/v2/agent', 2 * SECOND);
		const began = Date.now();
		const trigger = await activated(service);
		expect(Date.now() - began).toBeLessThan(30 * SECOND);
		expect(requestsSince(service).length).toBeGreaterThan(3);
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('takes at most half a minute, although the service asks to wait for minutes', async () => {
		const service = await serviceUnderTest();
		service.orderFault({
			path: '/v2/agent',
			answer: {
				status: 429,
				headers: { 'Retry-After': '120' },
				json: { success: false, error: 'Rate limit exceeded' },
			},
			times: Infinity,
		});
		const began = performance.now();
		const { error } = await triggerOf(service).activate();
		expect(performance.now() - began).toBeLessThan(5 * SECOND);
		expect(error).toMatchObject({ failure: { cause: 'rate-limited' } });
	});

	it('is one poll only, also where n8n makes a new copy of the workflow for each', async () => {
		const service = await serviceUnderTest();
		const same = { id: randomUUID(), workflowId: randomUUID() };
		const { saved: staticData } = await triggerOf(service, {}, same).activate();
		const ids = startRuns(service, 2, '[lasts 2s]');
		pass(MINUTE);
		const scheduled = await triggerOf(service, {}, { ...same, staticData }).tick();
		expect(idsOf(scheduled)).toEqual(ids);
	});
});
