import { stringify } from 'flatted';
import { expect } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import type { PollResult } from '../../support/activeTrigger.ts';
import { engine, isOnlyLasting, SECRET, type Cell } from '../faults/cell.ts';
import type { Row } from '../faults/row.ts';
import { inFastTime } from '../fastTime.ts';

/** The routes that a poll of the team's runs reads. */
export type TriggerRoute = 'list' | 'status';

/** A poll that nobody waits for may not last longer than this here. */
const BUDGET_MS = 1_500;

/**
 * Tries a fault on a poll: first lasting, whereupon the run that has ended must come with the next
 * poll without it; then on one request only.
 */
export async function tryPoll(route: TriggerRoute, row: Row): Promise<Cell> {
	const lasting = await pollWith(route, row, Infinity);
	if (lasting.message === undefined || isOnlyLasting(row)) return lasting;
	const { message } = await pollWith(route, row, 1);
	return { ...lasting, survivedOnce: message === undefined };
}

async function pollWith(route: TriggerRoute, row: Row, times: number): Promise<Cell> {
	let passed = 0;
	const service = await startService({ apiKeys: [SECRET], now: () => Date.now() + passed });
	const finished = async <Result>(promise: Promise<Result>): Promise<Result> =>
		row.isWaitedFor ? await inFastTime({ promise, cancel: () => {} }, 1_000) : await promise;
	try {
		const { id } = service.agentRuns.start({ prompt: 'Watched [lasts 10m]' });
		const trigger = engine().activeTrigger({
			node: 'webDataTrigger',
			parameters: {},
			credentials: { apiKey: SECRET, baseUrl: service.url },
			budgetMs: row.requestTimeout === undefined ? undefined : BUDGET_MS,
		});
		const activated = await finished(trigger.activate());
		expect(activated.error).toBeUndefined();
		passed = 11 * 60_000;
		const path = route === 'list' ? '/v2/agent' : `/v2/agent/${id}`;
		const before = service.requests.length;
		order(service, path, row, times);
		if (row.fault === 'unreachable') await service.stop();
		const hit = await finished(trigger.tick());
		expectNoKey(hit);
		const sent = service.requests.slice(before).filter((request) => request.path === path).length;
		service.clearFaults();
		if (hit.error) {
			expect(hit.error.name).toBe('NodeApiError');
			expect(hit.error.description).toBeTruthy();
			expect(hit.items).toBeNull();
			expect(hit.staticData).toEqual(activated.staticData);
		}
		if (row.fault === 'unreachable') return { sent: 0, message: hit.error?.message };
		const after = await finished(trigger.tick());
		expect(after.error).toBeUndefined();
		// The end is told once, in the poll that could read it or in the next one.
		const events = [...(hit.items ?? []), ...(after.items ?? [])].map(({ json }) => json);
		expect(events).toMatchObject([{ jobId: id, event: 'agent.completed' }]);
		return { sent, message: hit.error?.message };
	} finally {
		await service.stop();
	}
}

function order(service: Service, path: string, { fault }: Row, times: number): void {
	if (fault === 'unreachable') return;
	const wanted = typeof fault === 'function' ? fault(service) : fault;
	service.orderFault({ method: 'GET', path, ...wanted, times });
}

function expectNoKey({ items, error, staticData, saved, log }: PollResult): void {
	const { message, description, stack, cause } =
		error ?? ({} as Partial<NonNullable<typeof error>>);
	for (const place of [items, { message, description, stack, cause }, staticData, saved, log]) {
		expect(stringify(place)).not.toContain(SECRET);
	}
}
