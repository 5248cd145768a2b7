import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { endingOf } from '../../../sandbox/service/index.ts';
import { steps, type Step } from './history.ts';
import { ModelSource } from './modelSource.ts';
import { TeamTrigger } from './teamTrigger.ts';
import { dueEvent, triggerOptions, type TriggerOptions } from './triggerOptions.ts';

interface World {
	pageSize: number;
	afterExpiry: 'gone' | 'withoutData';
	options: TriggerOptions;
	/** What happens before the workflow is activated; polls and the like do not count. */
	before: Step[];
	after: Step[];
}

function worlds(calm = false): fc.Arbitrary<World> {
	return fc.integer({ min: 1, max: 6 }).chain((pageSize) =>
		fc.record({
			pageSize: fc.constant(pageSize),
			afterExpiry: fc.constantFrom('gone' as const, 'withoutData' as const),
			options: triggerOptions,
			before: steps(pageSize),
			after: steps(pageSize, calm),
		}),
	);
}

/** Plays a history to its end: all runs have ended and all faults are over. */
async function play({ pageSize, afterExpiry, options, before, after }: World) {
	const source = new ModelSource(200, { listPageSize: pageSize, afterExpiry });
	const trigger = new TeamTrigger(source, options, pageSize);
	for (const step of before) {
		if (step.kind === 'start' || step.kind === 'wait') await trigger.live(step);
	}
	await trigger.activate();
	for (const step of after) await trigger.live(step);
	await trigger.drain();
	return { source, trigger };
}

function countByRun(emitted: ReadonlyArray<{ jobId: string }>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { jobId } of emitted) counts.set(jobId, (counts.get(jobId) ?? 0) + 1);
	return counts;
}

describe('A trigger that watches a team', () => {
	it('brings every end after activation once, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(worlds(), async (world) => {
				const { source, trigger } = await play(world);
				const counts = countByRun(trigger.emitted);
				for (const run of source.runs.all) {
					const count = counts.get(run.id) ?? 0;
					const { at } = endingOf(run);
					const isPast = at <= trigger.activated.from && !world.options.emitExisting;
					const isDue = at > trigger.activated.to || world.options.emitExisting;
					const { mustCome, mayCome } = dueEvent(run, world.options, source);
					if (isPast || !mayCome) expect(count).toBe(0);
					if (isDue && mustCome) expect(count).toBeGreaterThanOrEqual(1);
					if (!trigger.mayRepeat) expect(count).toBeLessThanOrEqual(1);
				}
			}),
			{ numRuns: 3_000 },
		);
	}, 120_000);

	it('reads the end of each run once, and its trace once if it failed', async () => {
		await fc.assert(
			fc.asyncProperty(worlds(true), async (world) => {
				const { source } = await play(world);
				for (const run of source.runs.all) {
					expect(source.endsRead.get(run.id) ?? 0).toBeLessThanOrEqual(1);
					const mayHaveTrace = endingOf(run).outcome !== 'succeeded';
					expect(source.tracesRead.get(run.id) ?? 0).toBeLessThanOrEqual(mayHaveTrace ? 1 : 0);
				}
			}),
			{ numRuns: 1_000 },
		);
	}, 120_000);
});
