/** States that earlier versions, other workflows or nobody has left in the static data. */
import { createHash, randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { describe, expect, it } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import {
	activated,
	HOUR,
	idsOf,
	KEY,
	MINUTE,
	pass,
	requestsSince,
	serviceUnderTest,
	startRun,
	startRuns,
	triggerOf,
} from './triggerUnderTest.ts';

/** What version 0.1 stored for an account. */
function oldDigest({ url }: Service): string {
	return createHash('sha256').update(`${url}\n${KEY}`).digest('hex');
}

/** Static data in which a trigger finds this state. */
function stored(nodeId: string, state: IDataObject): IDataObject {
	const entry = { nodeId, revision: 7, state };
	return { global: { [`webDataTrigger:${nodeId}`]: entry } };
}

describe('A state that an earlier version has left', () => {
	it('is gone on from, and the digest of the account in it is salted from then on', async () => {
		const service = await serviceUnderTest();
		const id = randomUUID();
		const past = startRuns(service, 2, '[lasts 2s]', HOUR);
		const inProgress = startRun(service, '[lasts 10m]', MINUTE);
		const account = oldDigest(service);
		const state = {
			watch: 'team',
			account,
			settledBefore: Date.now() - 2 * HOUR,
			handled: Object.fromEntries(past.map((run) => [run, Date.now() - HOUR])),
			unsettled: { [inProgress]: Date.now() - MINUTE },
		};
		const trigger = triggerOf(service, {}, { id, staticData: stored(id, state) });
		requestsSince(service);
		const { saved } = await trigger.activate();
		expect(requestsSince(service)).toEqual([]);
		expect(JSON.stringify(saved)).not.toContain(account);
		pass(11 * MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([inProgress]);
	});

	it('of named runs is gone on from as well', async () => {
		const service = await serviceUnderTest();
		const nodeId = randomUUID();
		const past = startRun(service, '[lasts 2s]', HOUR);
		const id = startRun(service, '[lasts 2s]', MINUTE);
		const state = {
			watch: 'runs',
			account: oldDigest(service),
			handled: [past],
			unsettled: [id.toUpperCase()],
		};
		const parameters = { watch: 'runs', jobIds: [past.toUpperCase(), id] };
		const staticData = stored(nodeId, state);
		const trigger = await activated(service, parameters, { id: nodeId, staticData });
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});
});

describe('The account in the static data', () => {
	it('is told by two triggers with one key in different words', async () => {
		const service = await serviceUnderTest();
		const marks = new Set<string>();
		for (const watch of ['team', 'team', 'runs']) {
			const jobIds = [startRun(service, '[lasts 1h]')];
			const { saved } = await triggerOf(service, { watch, jobIds }).activate();
			const [, mark = ''] = /"account":"([^"]+)"/.exec(JSON.stringify(saved)) ?? [];
			marks.add(mark);
			expect(mark).not.toContain(oldDigest(service));
		}
		expect(marks.size).toBe(3);
	});
});

describe('A state in which something is missing or wrong', () => {
	const damages: Array<[string, IDataObject]> = [
		['no handled runs', { handled: undefined }],
		['no unsettled runs', { unsettled: undefined }],
		['lists of another type', { handled: 'all', unsettled: 5 }],
		['no account', { account: undefined }],
		['a gap without an end', { gap: { from: 5 } }],
		['no time', { settledBefore: undefined }],
	];

	it.each(damages)('does not stop the trigger: %s', async (_, damage) => {
		const service = await serviceUnderTest();
		const id = randomUUID();
		startRuns(service, 3, '[lasts 2s]', HOUR);
		const { saved } = await triggerOf(service, {}, { id }).activate();
		const key = `webDataTrigger:${id}`;
		const entry = (saved.global as Record<string, { state: IDataObject }>)[key];
		const staticData = stored(id, { ...entry?.state, ...damage });
		const trigger = await activated(service, {}, { id, staticData });
		await trigger.tick();
		const ended = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([ended]);
	});

	it.each([{ handled: undefined }, { unsettled: undefined }, { handled: [5, null] }])(
		'does not stop a trigger of named runs: %j',
		async (damage) => {
			const service = await serviceUnderTest();
			const nodeId = randomUUID();
			const id = startRun(service, '[lasts 10m]');
			const state = { watch: 'runs', account: 'x', handled: [], unsettled: [id], ...damage };
			const parameters = { watch: 'runs', jobIds: [id] };
			const staticData = stored(nodeId, state);
			const trigger = await activated(service, parameters, { id: nodeId, staticData });
			expect(idsOf(await trigger.tick())).toEqual([]);
			pass(11 * MINUTE);
			expect(idsOf(await trigger.tick())).toEqual([id]);
		},
	);
});

describe('A state that another execution has overwritten with an older one', () => {
	it('does not bring the same ends again while the process lives', async () => {
		const service = await serviceUnderTest();
		const same = { id: randomUUID(), workflowId: randomUUID() };
		// n8n's scheduler makes a new copy of the workflow for each poll, with what is saved.
		const pollWith = async (staticData: IDataObject) =>
			await triggerOf(service, {}, { ...same, staticData }).tick();
		const { saved: old } = await triggerOf(service, {}, same).activate();
		const first = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const one = await pollWith(old);
		expect(idsOf(one)).toEqual([first]);
		pass(MINUTE);
		expect(idsOf(await pollWith(one.saved))).toEqual([]);
		const second = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		// A long execution that began before the first poll ends, and saves the static data it had.
		const overwritten = await pollWith({ ...old, global: { ...(old.global as object), own: 1 } });
		expect(idsOf(overwritten)).toEqual([second]);
		expect(overwritten.saved).toMatchObject({ global: { own: 1 } });
	});
});

describe('Ids in capital and small letters', () => {
	it('name one run, whose end comes once', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 1m]');
		const parameters = { watch: 'runs', jobIds: [id, id.toUpperCase(), ` ${id} `] };
		const trigger = await activated(service, parameters);
		pass(2 * MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([id]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});
});
