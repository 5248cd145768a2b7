import { createRequire } from 'node:module';

import { AgentRuns } from '../sandbox/service/index.ts';

type PollTeam = (typeof import('../nodes/WebDataTrigger/pollTeam.ts'))['pollTeam'];
type TeamState = NonNullable<Parameters<PollTeam>[0]>;

const { pollTeam } = createRequire(import.meta.url)('../dist/nodes/WebDataTrigger/pollTeam.js') as {
	pollTeam: PollTeam;
};

const EVENTS = ['completed', 'failed', 'cancelled', 'creditLimitReached', 'refused'];

/** A team of the stand-in's model and a trigger that watches it, in one process, without HTTP. */
export class PolledTeam {
	/** Unix milliseconds, for the service and for the trigger. */
	now = Date.UTC(2026, 0, 15);

	readonly runs = new AgentRuns({ now: () => this.now });

	private state: TeamState | undefined;

	private requests = 0;

	/** One poll of the trigger, and what it took. */
	async poll() {
		this.requests = 0;
		const { events, state } = await pollTeam(this.state, 'account', this.source(), {
			events: EVENTS,
			includeData: true,
			promptContains: '',
			emitExisting: false,
			now: () => this.now,
			deadline: this.now + 240_000,
		});
		// As n8n keeps it between polls.
		const saved = JSON.stringify(state);
		this.state = JSON.parse(saved) as TeamState;
		return { events: events.length, requests: this.requests, stateBytes: saved.length };
	}

	private source(): Parameters<PollTeam>[2] {
		const counted = <Answer>(answer: () => Answer): Promise<Answer> => {
			this.requests++;
			return Promise.resolve(answer());
		};
		return {
			list: (before) =>
				counted(() => {
					const { agents, nextBefore } = this.runs.list({ before });
					const next = nextBefore && `http://service.example/v2/agent?before=${nextBefore}`;
					return { success: true, agents, next };
				}),
			status: (id) => counted(() => ({ ...this.runs.status(id) })),
			trace: (id) => counted(() => this.runs.trace(id).events.map((event) => ({ ...event }))),
		};
	}
}
