import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { beginNamed, pollNamed } from '../../../nodes/WebDataTrigger/poll/namedRuns.ts';
import { Doubts } from '../../../nodes/WebDataTrigger/state/doubts.ts';
import type { NamedState } from '../../../nodes/WebDataTrigger/state/state.ts';
import { endingOf, RESULT_LIFETIME_MS } from '../../../sandbox/service/index.ts';
import { fault, MINUTE, newRun, startRun, steps, type NewRun, type Step } from './history.ts';
import { InjectedFault, ModelSource, NO_FAULT, type Fault } from './modelSource.ts';
import {
	dueEvent,
	expectTrueEvent,
	triggerOptions,
	type TriggerOptions,
} from './triggerOptions.ts';

const LONG = 10 * MINUTE;

interface World {
	afterExpiry: 'gone' | 'withoutData';
	options: TriggerOptions;
	/** What goes wrong when the workflow is first switched on; then it is again. */
	activationFault: Fault;
	/** The named runs, each with its age at activation in milliseconds. */
	named: Array<{ run: NewRun; age: number }>;
	after: Step[];
}

const worlds: fc.Arbitrary<World> = fc.record({
	afterExpiry: fc.constantFrom('gone' as const, 'withoutData' as const),
	options: triggerOptions.map((options) => ({ ...options, promptContains: '' })),
	activationFault: fault,
	named: fc.array(fc.record({ run: newRun, age: fc.nat(RESULT_LIFETIME_MS - MINUTE) }), {
		minLength: 1,
		maxLength: 12,
	}),
	after: steps(3),
});

/** A trigger that watches named runs, with what n8n does around it in its default mode. */
class NamedTrigger {
	readonly counts = new Map<string, number>();

	mayRepeat = false;

	activated = { from: 0, to: 0 };

	private state?: NamedState;

	private saved: NamedState[] = [];

	private readonly doubts = new Doubts();

	constructor(
		private readonly source: ModelSource,
		private readonly options: TriggerOptions,
		private readonly jobIds: string[],
	) {}

	async activate(fault: Fault): Promise<void> {
		this.activated.from = this.source.time;
		await this.poll(LONG, fault);
		if (!this.state) await this.poll(LONG, NO_FAULT);
		this.activated.to = this.source.time;
		if (this.state) this.saved = [this.state];
	}

	async live(step: Step): Promise<void> {
		if (step.kind === 'start') for (const run of step.runs) startRun(this.source, run, Infinity);
		if (step.kind === 'wait') this.source.time += step.ms;
		if (step.kind === 'poll') await this.poll(step.budget, step.fault);
		if (step.kind !== 'restart') return;
		const index = Math.max(0, this.saved.length - 1 - step.statesBack);
		if (index < this.saved.length - 1) this.mayRepeat = true;
		this.saved.length = index + 1;
		this.state = this.saved[index];
	}

	async poll(budget: number, fault: Fault): Promise<void> {
		const { source, options, jobIds } = this;
		const startedAt = source.time;
		const open = jobIds.filter((id) => !this.state?.handled.includes(id));
		source.beginPoll(fault);
		try {
			const poll = {
				source,
				settings: options,
				account: 'ours',
				doubts: this.doubts,
				now: source.now,
				deadline: startedAt + budget,
			};
			const { events, state } = this.state
				? await pollNamed(this.state, jobIds, poll)
				: { events: [], state: await beginNamed(jobIds, poll) };
			this.state = structuredClone(state);
			for (const event of events) {
				expectTrueEvent(event, source, options, startedAt);
				const id = event.jobId as string;
				this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
			}
			if (events.length > 0) this.saved.push(this.state);
			const asked = source.requests.filter(({ route }) => route === 'status').map(({ id }) => id);
			if (budget === LONG) expect(asked).toEqual(open);
			expect(state.handled.length + state.unsettled.length).toBeLessThanOrEqual(jobIds.length);
		} catch (error) {
			if (!(error instanceof InjectedFault) || fault.kind === 'none') throw error;
		}
	}
}

async function play({ afterExpiry, options, activationFault, named, after }: World) {
	const source = new ModelSource(200, { listPageSize: 20, afterExpiry });
	const runs = named.map(({ run, age }) => startRun(source, run, Infinity, age));
	const trigger = new NamedTrigger(
		source,
		options,
		runs.map(({ id }) => id),
	);
	await trigger.activate(activationFault);
	for (const step of after) await trigger.live(step);
	source.time = Math.max(source.time, ...runs.map((run) => endingOf(run).at)) + 1;
	// One that the service has forgotten is believed to be gone after five polls.
	for (let poll = 0; poll < 6; poll++) await trigger.poll(LONG, NO_FAULT);
	expect(source.requests).toEqual([]);
	return { source, trigger, runs };
}

describe('A trigger that watches named runs', () => {
	it('brings every end after activation once, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				const { source, trigger, runs } = await play(world);
				for (const run of runs) {
					const count = trigger.counts.get(run.id) ?? 0;
					const { at } = endingOf(run);
					const isPast = at <= trigger.activated.from && !world.options.emitExisting;
					const isDue = at > trigger.activated.to || world.options.emitExisting;
					const { mustCome, mayCome } = dueEvent(run, world.options, source, 'failed');
					if (isPast || !mayCome) expect(count).toBe(0);
					if (isDue && mustCome) expect(count).toBeGreaterThanOrEqual(1);
					if (!trigger.mayRepeat) expect(count).toBeLessThanOrEqual(1);
				}
			}),
			{ numRuns: 3_000 },
		);
	}, 60_000);
});
