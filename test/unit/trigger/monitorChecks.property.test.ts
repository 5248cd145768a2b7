import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PageStatus } from '../../../nodes/contract/monitorCheck.ts';
import { CheckModel, DAY, steps, type Step } from './monitorHistory.ts';
import { MonitorTrigger } from './monitorTrigger.ts';

interface World {
	partSize: number;
	pageStatuses: PageStatus[];
	emitExisting: boolean;
	before: Step[];
	after: Step[];
}

const worlds: fc.Arbitrary<World> = fc.record({
	partSize: fc.integer({ min: 1, max: 5 }),
	pageStatuses: fc.subarray<PageStatus>(['new', 'changed', 'removed', 'error'], { minLength: 1 }),
	emitExisting: fc.boolean(),
	before: steps,
	after: steps,
});

/** Plays a history to its end: all checks have ended and all faults are over. */
async function play({ partSize, pageStatuses, emitExisting, before, after }: World) {
	const source = new CheckModel(200, partSize);
	const settings = { pageStatuses, emitExisting, onlyMeaningful: false, includeData: true };
	const trigger = new MonitorTrigger(source, settings);
	for (const step of before) {
		if (step.kind === 'check' || step.kind === 'wait') await trigger.live(step);
	}
	await trigger.activate();
	for (const step of after) await trigger.live(step);
	await trigger.drain();
	return { source, trigger };
}

describe('A trigger that watches a monitor', () => {
	it('brings every wanted page of every check once, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				const { source, trigger } = await play(world);
				const counts = new Map<string, number>();
				for (const id of trigger.emitted) counts.set(id, (counts.get(id) ?? 0) + 1);
				for (const { endsAt, pages } of source.checks) {
					const isPast = endsAt <= trigger.activatedAt.from && !world.emitExisting;
					const isDue = endsAt > trigger.activatedAt.to || world.emitExisting;
					for (const { id, status } of pages) {
						const isWanted = world.pageStatuses.includes(status);
						if (isPast || !isWanted) expect(counts.get(id) ?? 0).toBe(0);
						if (isDue && isWanted) expect(counts.get(id)).toBe(1);
					}
				}
			}),
			{ numRuns: 1_500 },
		);
	}, 120_000);

	it('keeps a small state and asks for the list alone when there is nothing to do', async () => {
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				const { source, trigger } = await play(world);
				expect(new Set(source.requests)).toEqual(new Set(['list']));
				// So many are read at once; where none of them tells its time, the list is read on.
				if (source.checks.length < 25) expect(source.requests).toHaveLength(1);
				expect(trigger.state?.unsettled).toEqual({});
				expect(trigger.state?.emitted).toEqual({});
				const { settledBefore = 0, handled = {} } = trigger.state ?? {};
				const recent = source.checks.filter(({ createdAt }) => createdAt >= settledBefore);
				expect(Object.keys(handled).length).toBeLessThanOrEqual(recent.length);
			}),
			{ numRuns: 500 },
		);
	}, 120_000);

	it('brings the checks in the order of their start when all goes well', async () => {
		const source = new CheckModel(200, 3);
		const trigger = new MonitorTrigger(source, {
			pageStatuses: ['changed'],
			emitExisting: false,
			onlyMeaningful: false,
			includeData: true,
		});
		await trigger.activate();
		const late = { pages: 0, by: 0 };
		for (let check = 0; check < 130; check++) {
			const pages: PageStatus[] = ['changed', 'same', 'changed'];
			source.add({ lasts: 1, pages, late, isUncounted: false, isUntimed: false });
			source.time += DAY / 24;
		}
		await trigger.drain();
		expect(trigger.emitted).toEqual(
			source.checks.flatMap(({ pages }) => [pages[0]?.id, pages[2]?.id]),
		);
		expect(Object.keys(trigger.state?.handled ?? {})).toHaveLength(1);
	});

	it('brings a check with more pages than one execution is given in several', async () => {
		const source = new CheckModel(1, 100);
		const trigger = new MonitorTrigger(source, {
			pageStatuses: ['new', 'changed'],
			emitExisting: false,
			onlyMeaningful: false,
			includeData: true,
		});
		await trigger.activate();
		const pages = Array.from({ length: 2_500 }, (_, index): PageStatus =>
			index % 2 ? 'changed' : 'new',
		);
		source.add({ lasts: 1, pages, late: { pages: 0, by: 0 }, isUncounted: true, isUntimed: false });
		const sizes: number[] = [];
		for (let poll = 0; poll < 4; poll++) {
			const before = trigger.emitted.length;
			await trigger.live({ kind: 'poll', budget: DAY, fault: { kind: 'none' } });
			sizes.push(trigger.emitted.length - before);
		}
		expect(sizes).toEqual([1_000, 1_000, 500, 0]);
		expect(new Set(trigger.emitted).size).toBe(2_500);
	});
});
