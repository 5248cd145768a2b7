import { expect } from 'vitest';

import { beginTeam, pollTeam } from '../../../nodes/WebDataTrigger/poll/teamRuns.ts';
import { Doubts } from '../../../nodes/WebDataTrigger/state/doubts.ts';
import type { TeamState } from '../../../nodes/WebDataTrigger/state/state.ts';
import { endingOf, type AgentRun } from '../../../sandbox/service/index.ts';
import { MINUTE, SECOND, startRun, type NewRun, type Step } from './history.ts';
import { InjectedFault, NO_FAULT, type Fault, type ModelSource } from './modelSource.ts';
import { expectTrueEvent, type Emission, type TriggerOptions } from './triggerOptions.ts';

const LONG = 10 * MINUTE;

/** A trigger that watches a team, with what n8n does around it in its default mode. */
export class TeamTrigger {
	/** Every event so far, those of a repetition too. */
	readonly emitted: Emission[] = [];

	/** Whether an older state than the last one was restored, so that events may come again. */
	mayRepeat = false;

	/** Beginning and end of the poll at activation. */
	activated = { from: 0, to: 0 };

	private state?: TeamState;

	/** What n8n has saved, the last one at the end. */
	private saved: TeamState[] = [];

	private key = 0;

	private readonly doubts = new Doubts();

	/** Whether the last poll left nothing to do and nothing has happened since. */
	private isQuiet = false;

	constructor(
		private readonly source: ModelSource,
		private readonly options: TriggerOptions,
		private readonly pageSize: number,
	) {}

	async activate(): Promise<void> {
		this.activated.from = this.source.time;
		await this.poll(LONG, NO_FAULT);
		this.activated.to = this.source.time;
		if (this.state) this.saved = [this.state];
	}

	async live(step: Step): Promise<void> {
		const { source } = this;
		switch (step.kind) {
			case 'start':
				for (const run of step.runs) this.start(run);
				break;
			case 'startLate': {
				const newest = source.runs.all.at(-1)?.createdAt ?? source.time;
				const lateBy = step.lateBy === 'withNewest' ? source.time - newest : step.lateBy;
				const createdAfter = this.activated.to + this.pageSize;
				if (lateBy < 100 * SECOND && source.time - lateBy > createdAfter) {
					this.start(step.run, lateBy);
				}
				break;
			}
			case 'wait':
				source.time += step.ms;
				break;
			case 'poll':
				await this.poll(step.budget, step.fault);
				break;
			case 'restart':
				this.restart(step.statesBack);
				break;
			case 'rotateKey':
				// A team that never had a run gives nothing to recognise it by.
				if ([this.state, ...this.saved].every(knowsAnyRun)) this.key++;
				this.isQuiet = false;
		}
	}

	/**
	 * Lets all runs end and polls until nothing is left. A last run begins before that: one that
	 * appeared late below a whole page of known ones is found with the next new run.
	 */
	async drain(): Promise<void> {
		this.start({ lasts: 1, ends: 'succeeded', isMarked: true, model: 'spark-2' });
		const ends = this.source.runs.all.map((run) => endingOf(run).at);
		this.source.time = Math.max(this.source.time, ...ends) + 1;
		// One that the service has forgotten is believed to be gone after five polls.
		for (let poll = 0; poll < 9; poll++) await this.poll(LONG, NO_FAULT);
		expect(this.source.requests).toEqual([{ route: 'list' }]);
	}

	private start(run: NewRun, lateBy = 0): AgentRun {
		this.isQuiet = false;
		return startRun(this.source, run, this.pageSize, lateBy);
	}

	private async poll(budget: number, fault: Fault): Promise<void> {
		const { source, options } = this;
		const startedAt = source.time;
		const wasQuiet = this.isQuiet;
		this.isQuiet = false;
		source.beginPoll(fault);
		const before = this.state && structuredClone(this.state);
		try {
			const poll = {
				source,
				settings: options,
				account: `key ${this.key}`,
				doubts: this.doubts,
				now: source.now,
				deadline: startedAt + budget,
			};
			const { events, state } = before
				? await pollTeam(before, poll)
				: { events: [], state: await beginTeam(poll) };
			this.state = structuredClone(state);
			for (const event of events) {
				expectTrueEvent(event, source, options, startedAt);
				this.emitted.push({ jobId: event.jobId as string });
			}
			if (events.length > 0) this.saved.push(this.state);
			// The first poll leaves existing runs to the next one where they are asked for.
			const hasBegun = before !== undefined || !options.emitExisting;
			this.isQuiet = hasBegun && !state.gap && Object.keys(state.unsettled).length === 0;
			this.expectBounded(startedAt, budget === LONG && fault.kind === 'none');
			if (wasQuiet && fault.kind === 'none') expect(source.requests).toEqual([{ route: 'list' }]);
		} catch (error) {
			if (!(error instanceof InjectedFault) || fault.kind === 'none') throw error;
		}
	}

	private restart(statesBack: number): void {
		const index = Math.max(0, this.saved.length - 1 - statesBack);
		if (index < this.saved.length - 1) this.mayRepeat = true;
		this.saved.length = index + 1;
		this.state = this.saved[index];
		this.isQuiet = false;
	}

	/** Only runs of the last minutes and runs in progress are remembered, however many there were. */
	private expectBounded(startedAt: number, wasUndisturbed: boolean): void {
		const { handled = {}, unsettled = {}, gap } = this.state ?? {};
		if (!wasUndisturbed || gap) return;
		const runs = this.source.runs.all;
		const newest = Math.max(...runs.map(({ createdAt }) => createdAt));
		const oldestHandled = Math.min(...Object.values(handled));
		expect(oldestHandled).toBeGreaterThanOrEqual(newest - 2 * MINUTE);
		const ends = runs
			.filter(({ id }) => Object.hasOwn(unsettled, id))
			.map((run) => endingOf(run).at);
		for (const end of ends) expect(end).toBeGreaterThan(startedAt);
	}
}

function knowsAnyRun(state: TeamState | undefined): boolean {
	const { handled = {}, unsettled = {} } = state ?? {};
	return Object.keys({ ...handled, ...unsettled }).length > 0;
}
