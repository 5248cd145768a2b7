import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import {
	activated,
	DAY,
	idsOf,
	KEY,
	MINUTE,
	pass,
	serviceUnderTest,
	startRun,
	startRuns,
	triggerOf,
} from './triggerUnderTest.ts';

const NEW_KEY = 'sandbox-key-2';
const OTHER_TEAM = { key: 'key-of-others', team: 'others' };

describe('What a trigger remembers', () => {
	it('stays with a node that is renamed, and renamed back', async () => {
		const service = await serviceUnderTest();
		const id = randomUUID();
		const emitted: unknown[] = [];
		const started: string[] = [];
		let staticData = {};
		for (const name of ['First', 'Second', 'First', 'Second']) {
			const trigger = triggerOf(service, {}, { id, name, staticData });
			emitted.push(...idsOf(await trigger.activate()));
			started.push(...startRuns(service, 2, '[lasts 2s]'));
			pass(MINUTE);
			const poll = await trigger.tick();
			emitted.push(...idsOf(poll));
			started.push(startRun(service, '[lasts 2s]'));
			pass(MINUTE);
			staticData = poll.saved;
		}
		expect(emitted).toEqual(started.slice(0, -1));
	});

	it('is not mixed up when two triggers of a workflow swap their names', async () => {
		const service = await serviceUnderTest({ apiKeys: [KEY, OTHER_TEAM] });
		const ours = { id: randomUUID() };
		const theirs = {
			id: randomUUID(),
			credentials: { apiKey: OTHER_TEAM.key, baseUrl: service.url },
		};
		const first = await triggerOf(service, {}, { ...ours, name: 'A' }).activate();
		const { saved } = await triggerOf(
			service,
			{},
			{ ...theirs, name: 'B', staticData: first.saved },
		).activate();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const trigger = triggerOf(service, {}, { ...ours, name: 'B', staticData: saved });
		expect(idsOf(await trigger.activate())).toEqual([]);
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('goes over to a new node of the same name', async () => {
		const service = await serviceUnderTest();
		const { saved } = await triggerOf(service).activate();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const trigger = await activated(service, {}, { staticData: saved });
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it.each(['', 'watched'])(
		'stays when the key is rotated while the workflow is active (prompt filter "%s")',
		async (promptContains) => {
			const service = await serviceUnderTest({ apiKeys: [KEY, NEW_KEY] });
			startRuns(service, 30, '[lasts 2s] ours', DAY);
			const credentials = { apiKey: KEY, baseUrl: service.url };
			const options = { promptContains };
			const trigger = await activated(service, { options }, { credentials });
			startRun(service, '[lasts 2s] ignored');
			pass(MINUTE);
			await trigger.tick();
			const id = startRun(service, '[lasts 2s] watched');
			pass(MINUTE);
			credentials.apiKey = NEW_KEY;
			expect(idsOf(await trigger.tick())).toContain(id);
			expect(idsOf(await trigger.tick())).toEqual([]);
		},
	);

	it('begins anew with a credential of another team', async () => {
		const service = await serviceUnderTest({ apiKeys: [KEY, OTHER_TEAM] });
		const startOther = (prompt: string) =>
			service.agentRuns.start({ prompt }, { team: OTHER_TEAM.team }).id;
		startRun(service, '[lasts 2s]');
		const credentials = { apiKey: KEY, baseUrl: service.url };
		const trigger = await activated(service, {}, { credentials });
		startOther('[lasts 2s]');
		const inProgress = startOther('[lasts 1h]');
		pass(MINUTE);
		credentials.apiKey = OTHER_TEAM.key;
		expect(idsOf(await trigger.tick())).toEqual([]);
		const ended = startOther('[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([ended]);
		pass(DAY / 2);
		expect(idsOf(await trigger.tick())).toEqual([inProgress]);
	});

	it("takes no named run for failed because another team's key does not know it", async () => {
		const service = await serviceUnderTest({ apiKeys: [KEY, OTHER_TEAM] });
		const id = startRun(service, '[lasts 2s]');
		const credentials = { apiKey: KEY, baseUrl: service.url };
		const trigger = await activated(service, { watch: 'runs', jobIds: [id] }, { credentials });
		pass(MINUTE);
		credentials.apiKey = OTHER_TEAM.key;
		expect((await trigger.tick()).error?.message).toBe(`There is no agent run ${id}`);
		credentials.apiKey = KEY;
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('begins anew when Watch is changed, in either direction', async () => {
		const service = await serviceUnderTest();
		const id = randomUUID();
		const team = await triggerOf(service, {}, { id }).activate();
		const past = startRun(service, '[lasts 2s]');
		const inProgress = startRun(service, '[lasts 30m]');
		pass(MINUTE);

		const parameters = { watch: 'runs', jobIds: [past, inProgress] };
		const named = triggerOf(service, parameters, { id, staticData: team.saved });
		expect(idsOf(await named.activate())).toEqual([]);
		pass(DAY / 2);
		const end = await named.tick();
		expect(idsOf(end)).toEqual([inProgress]);

		const again = triggerOf(service, {}, { id, staticData: end.saved });
		expect(idsOf(await again.activate())).toEqual([]);
		const next = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await again.tick())).toEqual([next]);
	});

	it("survives durable cursors, which lose what the activation's poll writes", async () => {
		const service = await serviceUnderTest();
		startRuns(service, 3, '[lasts 2s]', DAY);
		const options = { durableCursors: true, id: randomUUID() };
		const trigger = await activated(service, {}, options);
		const between = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([between]);
		expect(idsOf(await trigger.tick())).toEqual([]);
		const later = startRuns(service, 2, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual(later);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});
});
