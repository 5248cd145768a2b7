import { createRequire } from 'node:module';

import { AgentRuns } from '../sandbox/service/index.ts';

type TeamRuns = typeof import('../nodes/WebDataTrigger/poll/teamRuns.ts');
type TriggerDoubts = typeof import('../nodes/WebDataTrigger/state/doubts.ts');
type TeamState = Parameters<TeamRuns['pollTeam']>[0];
type Poll = Parameters<TeamRuns['pollTeam']>[1];

const requireHere = createRequire(import.meta.url);
const { beginTeam, pollTeam } = requireHere(
	'../.sandbox/modules/dist/nodes/WebDataTrigger/poll/teamRuns.js',
) as TeamRuns;
const { Doubts } = requireHere(
	'../.sandbox/modules/dist/nodes/WebDataTrigger/state/doubts.js',
) as TriggerDoubts;

const EVENTS = ['completed', 'failed', 'cancelled', 'creditLimitReached', 'refused'];

/** A team of the stand-in's model and a trigger that watches it, in one process, without HTTP. */
export class PolledTeam {
	/** Unix milliseconds, for the service and for the trigger. */
	now = Date.UTC(2026, 0, 15);

	readonly runs = new AgentRuns({ now: () => this.now });

	private state: TeamState | undefined;

	private readonly doubts = new Doubts();

	private requests = 0;

	/** One poll of the trigger, and what it took. */
	async poll() {
		this.requests = 0;
		const poll: Poll = {
			source: this.source(),
			settings: { events: EVENTS, includeData: true, promptContains: '', emitExisting: false },
			account: 'account',
			doubts: this.doubts,
			now: () => this.now,
			deadline: this.now + 240_000,
		};
		const { events, state } = this.state
			? await pollTeam(this.state, poll)
			: { events: [], state: await beginTeam(poll) };
		// As n8n keeps it between polls.
		const saved = JSON.stringify(state);
		this.state = JSON.parse(saved) as TeamState;
		return { events: events.length, requests: this.requests, stateBytes: saved.length };
	}

	private source(): Poll['source'] {
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
