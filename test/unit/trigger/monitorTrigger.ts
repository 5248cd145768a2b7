import { monitorChecks } from '../../../nodes/WebDataTrigger/poll/monitorChecks.ts';
import type { MonitorPoll, MonitorSettings } from '../../../nodes/WebDataTrigger/poll/readPages.ts';
import { Doubts } from '../../../nodes/WebDataTrigger/state/doubts.ts';
import { stateFrom, type MonitorState } from '../../../nodes/WebDataTrigger/state/state.ts';
import { InjectedFault, MINUTE, type CheckModel, type Fault, type Step } from './monitorHistory.ts';

const LONG = 10 * MINUTE;

/** A trigger that watches a monitor, with what n8n does around it. */
export class MonitorTrigger {
	/** Ids of the pages of every event so far, in order. */
	readonly emitted: string[] = [];

	activatedAt = { from: 0, to: 0 };

	state?: MonitorState;

	private saved?: MonitorState;

	private doubts = new Doubts();

	private key = 0;

	private readonly watched = monitorChecks('monitor-1');

	constructor(
		private readonly source: CheckModel,
		private readonly settings: MonitorSettings,
	) {}

	async activate(): Promise<void> {
		this.activatedAt.from = this.source.time;
		await this.poll(LONG, { kind: 'none' });
		this.activatedAt.to = this.source.time;
		this.saved = this.state;
	}

	async live(step: Step): Promise<void> {
		switch (step.kind) {
			case 'check':
				this.source.add(step.check);
				break;
			case 'wait':
				this.source.time += step.ms;
				break;
			case 'poll':
				await this.poll(step.budget, step.fault);
				break;
			case 'shuffle':
				this.source.shuffle(step.seed);
				break;
			case 'restart':
				// What no event has saved is lost, and so is what was in the process.
				this.state = this.saved && (stateFrom(asJson(this.saved)) as MonitorState);
				this.doubts = new Doubts();
				break;
			case 'rotateKey':
				this.key++;
		}
	}

	/** Lets all checks end and all pages come, and polls until there is nothing left to do. */
	async drain(): Promise<void> {
		const ends = this.source.checks.flatMap(({ endsAt, pages }) => [
			endsAt,
			...pages.map(({ readableFrom }) => readableFrom),
		]);
		this.source.time = Math.max(this.source.time, ...ends) + 1;
		for (let poll = 0; poll < 8; poll++) await this.poll(LONG, { kind: 'none' });
	}

	private async poll(budget: number, fault: Fault): Promise<void> {
		const { source, settings } = this;
		source.beginPoll(fault);
		const before = asJson(this.state);
		const poll: MonitorPoll = {
			source,
			settings,
			account: `key ${this.key}`,
			doubts: this.doubts,
			now: source.now,
			deadline: source.time + budget,
		};
		try {
			if (!this.state) {
				this.state = await this.watched.begin(poll);
				return;
			}
			const { events, state } = await this.watched.poll(this.state, poll);
			this.emitted.push(...events.map(({ id }) => id as string));
			this.state = state;
			if (events.length > 0) this.saved = state;
		} catch (error) {
			if (!(error instanceof InjectedFault)) throw error;
			if (JSON.stringify(asJson(this.state)) !== JSON.stringify(before))
				throw new Error('A failed poll has changed the state');
		}
	}
}

function asJson(state: MonitorState | undefined): unknown {
	return state === undefined ? '' : JSON.parse(JSON.stringify(state));
}
