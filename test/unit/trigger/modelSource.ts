import type { RunSource } from '../../../nodes/WebDataTrigger/poll/runSource.ts';
import {
	AgentRuns,
	endingOf,
	RESULT_LIFETIME_MS,
	ServiceError,
	type AgentRun,
} from '../../../sandbox/service/index.ts';

/** A moment in summer; only differences matter. */
export const BEGINNING = Date.UTC(2026, 6, 1);

/** What goes wrong in one poll. */
export type Fault =
	| { kind: 'none' }
	/** From the request of this number on, all fail: an outage, or a rate limit used up. */
	| { kind: 'outage'; from: number }
	/** The list fails once, at this request of it. */
	| { kind: 'list'; at: number }
	/** Status and trace fail for one run in so many. */
	| { kind: 'reads'; everyNth: number };

export const NO_FAULT: Fault = { kind: 'none' };

/** The stand-in's model of the runs as a source for polls, with a clock, faults and an account. */
export class ModelSource implements RunSource {
	time = BEGINNING;

	readonly runs: AgentRuns;

	fault: Fault = NO_FAULT;

	/** Requests of the present poll. */
	requests: Array<{ route: 'list' | 'status' | 'trace'; id?: string }> = [];

	/** How often the status of an ended run was read, by id. */
	readonly endsRead = new Map<string, number>();

	/** How often a trace was read, by id. */
	readonly tracesRead = new Map<string, number>();

	/** Runs that were still to be read when the service had dropped their results. */
	readonly readTooLate = new Set<string>();

	private ids = 0;

	constructor(
		private readonly latencyMs: number,
		options: { listPageSize: number; afterExpiry: 'gone' | 'withoutData'; listsOptions?: boolean },
	) {
		this.runs = new AgentRuns({ ...options, now: this.now, newId: () => this.newId() });
	}

	readonly now = (): number => this.time;

	runOf(id: string): AgentRun {
		const run = this.runs.all.find((candidate) => candidate.id === id);
		if (!run) throw new Error(`The model has no run ${id}`);
		return run;
	}

	beginPoll(fault: Fault): void {
		this.fault = fault;
		this.requests = [];
	}

	async list(before?: number): Promise<Record<string, unknown>> {
		await this.request('list');
		const { agents, nextBefore } = this.runs.list({ before });
		const next = nextBefore && `https://elsewhere.example/v2/agent?before=${nextBefore}`;
		return { success: true, agents, ...(next && { next }) };
	}

	async status(id: string): Promise<Record<string, unknown> | undefined> {
		const isExpired = () => this.time >= endingOf(this.runOf(id)).at + RESULT_LIFETIME_MS;
		await this.request('status', id).catch((error: unknown) => {
			if (isExpired()) this.readTooLate.add(id);
			throw error;
		});
		const status = unlessRefused(() => this.runs.status(id));
		if (!status) this.readTooLate.add(id);
		if (!status || status.status !== 'processing') {
			this.endsRead.set(id, (this.endsRead.get(id) ?? 0) + 1);
		}
		return status && { ...status };
	}

	async trace(id: string): Promise<unknown[] | undefined> {
		await this.request('trace', id);
		this.tracesRead.set(id, (this.tracesRead.get(id) ?? 0) + 1);
		return unlessRefused(() => this.runs.trace(id))?.events;
	}

	private async request(route: 'list' | 'status' | 'trace', id?: string): Promise<void> {
		this.requests.push({ route, ...(id !== undefined && { id }) });
		const number = this.requests.length;
		this.time += this.latencyMs;
		await Promise.resolve();
		const { fault } = this;
		const lists = this.requests.filter((request) => request.route === 'list').length;
		const fails =
			(fault.kind === 'outage' && number > fault.from) ||
			(fault.kind === 'list' && route === 'list' && lists - 1 === fault.at) ||
			(fault.kind === 'reads' && id !== undefined && numberOf(id) % fault.everyNth === 0);
		if (fails) throw new InjectedFault(`${route} failed`);
	}

	/** Ids that count up, in the form of a UUID. */
	private newId(): string {
		return `00000000-0000-4000-8000-${String(++this.ids).padStart(12, '0')}`;
	}
}

export class InjectedFault extends Error {}

function numberOf(id: string): number {
	return Number(id.slice(-12));
}

/** What the trigger's own source makes of a 400 or 404. */
function unlessRefused<Answer>(answer: () => Answer): Answer | undefined {
	try {
		return answer();
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw error;
	}
}
