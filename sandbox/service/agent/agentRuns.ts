import { randomUUID } from 'node:crypto';

import type { AgentRequest } from '../requestBodies.ts';
import { forwardedError, ServiceError } from '../serviceError.ts';
import { creditsUsed, endingOf, hasEnded, resultOf, type AgentRun } from './agentRun.ts';
import { isJsonSchema } from './sampleData.ts';
import { readScript } from './script.ts';
import { snapshotOf } from './snapshots.ts';
import { activeBrowserSessions, traceOf, type BrowserSession } from './trace.ts';
import type { TraceEvent } from './agentEvents.ts';

export const DEFAULT_TEAM = 'sandbox';

/** Results are kept this long after a run has ended. */
export const RESULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * What an expired run answers: `gone`, that there is no such job (the list still shows it), or
 * `withoutData`, its status without the result.
 */
export type ExpiredRunBehaviour = 'gone' | 'withoutData';

export interface AgentRunsOptions {
	/** Unix milliseconds. Time only matters when a method is called: there are no timers. */
	now: () => number;
	/** Makes the ids of runs and threads, UUIDs. Default: random ones. */
	newId?: () => string;
	/** Default: 20. */
	listPageSize?: number;
	/** Default: true. */
	listsOptions?: boolean;
	/** Default: `gone`. */
	afterExpiry?: ExpiredRunBehaviour;
	/** Default: `failed`. */
	cancelledStatus?: 'failed' | 'cancelled';
}

/** The answer of the start route. */
export interface StartedRun {
	success: true;
	id: string;
	threadId: string;
	threadTurn: number;
}

/** The answer of the status route. */
export interface AgentStatus {
	success: true;
	status: string;
	data?: unknown;
	error?: string;
	model: string;
	effort?: string;
	creditsUsed: number;
	expiresAt: string;
	threadId: string;
	threadTurn: number;
	mode: string;
	message?: string;
	suggestions?: Array<{ label: string; prompt: string }>;
}

export interface AgentListItem {
	id: string;
	createdAt: string;
	targetHint: string;
	origin: string;
	integration?: string;
	settings: { hidden: boolean; starred: boolean };
	status: string;
	options?: { urls?: string[]; prompt: string; schema?: unknown; model: string; effort?: string };
}

/** A page of the list, newest first; `nextBefore` when there are older runs. */
export interface AgentListPage {
	agents: AgentListItem[];
	nextBefore?: number;
}

/** The answer of the trace route. */
export interface AgentTrace {
	success: true;
	id: string;
	events: TraceEvent[];
	creditsUsed: number;
	activeBrowserSessions?: BrowserSession[];
}

/**
 * The model behind the agent routes: what is stored is each run's request, start and cancel
 * request; everything told about a run is computed from these and the clock. Refusals are thrown
 * as `ServiceError`.
 */
export class AgentRuns {
	readonly #options: Required<AgentRunsOptions>;
	/** Oldest first. */
	readonly #runs: AgentRun[] = [];
	readonly #byId = new Map<string, AgentRun>();

	constructor(options: AgentRunsOptions) {
		this.#options = {
			now: options.now,
			newId: options.newId ?? randomUUID,
			listPageSize: options.listPageSize ?? 20,
			listsOptions: options.listsOptions ?? true,
			afterExpiry: options.afterExpiry ?? 'gone',
			cancelledStatus: options.cancelledStatus ?? 'failed',
		};
	}

	/** Every run ever started, oldest first. */
	get all(): readonly AgentRun[] {
		return this.#runs;
	}

	/** Starts a run, now or, to have one from the past, at `createdAt`. */
	start(
		request: AgentRequest,
		{ team = DEFAULT_TEAM, createdAt = this.#options.now() } = {},
	): StartedRun {
		const script = readScript(request.prompt);
		if (request.schema !== undefined && !isJsonSchema(request.schema))
			throw new ServiceError(422, 'Unprocessable Entity', {
				details: 'schema is not a valid JSON Schema',
			});
		if (script.rejected) throw new ServiceError(500, 'Failed to passthrough agent request.');
		const turnsBefore = request.threadId === undefined ? 0 : this.#turns(request.threadId, team);
		const run: AgentRun = {
			id: this.#options.newId(),
			team,
			createdAt,
			request,
			script,
			threadId: request.threadId ?? this.#options.newId(),
			threadTurn: turnsBefore + 1,
		};
		const newer = this.#runs.findLastIndex((other) => other.createdAt <= createdAt) + 1;
		this.#runs.splice(newer, 0, run);
		this.#byId.set(run.id, run);
		return { success: true, id: run.id, threadId: run.threadId, threadTurn: run.threadTurn };
	}

	status(id: string, team = DEFAULT_TEAM): AgentStatus {
		const run = this.#find(id, team);
		const now = this.#options.now();
		const expires = this.#expiry(run);
		const end = endingOf(run);
		const answer: AgentStatus = {
			success: true,
			status: this.#statusWord(run),
			model: run.script.model,
			effort: run.request.effort,
			creditsUsed: creditsUsed(run, now),
			expiresAt: new Date(expires).toISOString(),
			threadId: run.threadId,
			threadTurn: run.threadTurn,
			mode: run.request.mode ?? 'extract',
		};
		if (now < end.at) return answer;
		if (end.error) return { ...answer, error: end.error.message };
		if (now >= expires) return answer;
		if (run.request.mode === 'chat')
			return {
				...answer,
				message: run.script.message ?? 'Here is what the sandbox found.',
				suggestions: [{ label: 'More detail', prompt: 'Tell me more about the first result.' }],
			};
		return { ...answer, data: resultOf(run) };
	}

	/** The newest runs created before `before` (unix milliseconds). */
	list({ team = DEFAULT_TEAM, before = Infinity } = {}): AgentListPage {
		const page: AgentRun[] = [];
		let index = this.#firstNotBefore(before);
		while (--index >= 0) {
			const run = this.#runs[index];
			if (run?.team !== team) continue;
			const last = page.at(-1);
			if (page.length === this.#options.listPageSize && last)
				return { agents: page.map((entry) => this.#listItem(entry)), nextBefore: last.createdAt };
			page.push(run);
		}
		return { agents: page.map((entry) => this.#listItem(entry)) };
	}

	/** Asks a run to end. Throws 409 when it has ended or has been asked already. */
	cancel(id: string, team = DEFAULT_TEAM): { success: true } {
		const run = this.#find(id, team);
		if (endingOf(run).outcome === 'cancelled' && this.#isEndingOrEnded(run))
			throw new ServiceError(409, 'Agent is already cancelled');
		if (hasEnded(run, this.#options.now())) throw new ServiceError(409, 'Agent already finished');
		run.cancelRequestedAt = this.#options.now();
		return { success: true };
	}

	trace(id: string, { team = DEFAULT_TEAM, liveView = false } = {}): AgentTrace {
		const run = this.#find(id, team);
		if (run.script.model !== 'spark-2')
			throw forwardedError(400, 'Trace is only available for Spark 2 extracts');
		const now = this.#options.now();
		const events = traceOf(run, now);
		return {
			success: true,
			id: run.id,
			events,
			creditsUsed: creditsUsed(run, now),
			...(liveView ? { activeBrowserSessions: activeBrowserSessions(events) } : {}),
		};
	}

	/** An artifact's current content; a superseded snapshot is no longer found. */
	snapshot(
		id: string,
		snapshotId: string,
		team = DEFAULT_TEAM,
	): { success: true; id: string; snapshotId: string; snapshot: string } {
		const run = this.#find(id, team);
		if (!/^[A-Za-z0-9_-]{1,128}$/.test(snapshotId))
			throw forwardedError(400, 'Invalid snapshot ID');
		if (run.script.model !== 'spark-2')
			throw forwardedError(400, 'Snapshots are only available for Spark 2 extracts');
		const snapshot = snapshotOf(run, snapshotId, this.#options.now());
		if (snapshot === undefined) throw forwardedError(404, 'Snapshot not found');
		return { success: true, id: run.id, snapshotId, snapshot };
	}

	/** How many runs of the team have not ended. */
	activeCount(team = DEFAULT_TEAM): number {
		const now = this.#options.now();
		return this.#runs.filter((run) => run.team === team && !hasEnded(run, now)).length;
	}

	/** What the team's runs have cost up to now. */
	creditsUsed(team = DEFAULT_TEAM): number {
		const now = this.#options.now();
		return this.#runs
			.filter((run) => run.team === team)
			.reduce((sum, run) => sum + creditsUsed(run, now), 0);
	}

	/** How many runs a thread has. Throws 404 for a thread that the team does not have. */
	#turns(threadId: string, team: string): number {
		const runs = this.#runs.filter((run) => run.threadId === threadId && run.team === team);
		if (runs.length === 0)
			throw new ServiceError(404, 'Not Found', { details: 'threadId: no such thread' });
		return runs.length;
	}

	#find(id: string, team: string): AgentRun {
		const run = this.#byId.get(id.toLowerCase());
		const isGone =
			run && this.#options.afterExpiry === 'gone' && this.#options.now() >= this.#expiry(run);
		if (run?.team !== team || isGone) throw new ServiceError(404, 'Agent job not found');
		return run;
	}

	#expiry(run: AgentRun): number {
		return endingOf(run).at + RESULT_LIFETIME_MS;
	}

	#isEndingOrEnded(run: AgentRun): boolean {
		return run.cancelRequestedAt !== undefined || hasEnded(run, this.#options.now());
	}

	#statusWord(run: AgentRun): string {
		const end = endingOf(run);
		if (this.#options.now() < end.at) return run.script.reports;
		if (end.outcome === 'succeeded') return 'completed';
		return end.outcome === 'cancelled' ? this.#options.cancelledStatus : 'failed';
	}

	#listItem(run: AgentRun): AgentListItem {
		const { urls, prompt, schema, effort, origin, integration } = run.request;
		const item: AgentListItem = {
			id: run.id,
			createdAt: new Date(run.createdAt).toISOString(),
			targetHint: urls?.[0] ?? prompt.slice(0, 80),
			origin: origin ?? 'api',
			integration,
			settings: { hidden: false, starred: false },
			status: this.#statusWord(run),
		};
		if (this.#options.listsOptions)
			item.options = { urls, prompt, schema, model: run.script.model, effort };
		return item;
	}

	/** Index of the first run that was not created before `before`. */
	#firstNotBefore(before: number): number {
		let low = 0;
		let high = this.#runs.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#runs[middle]?.createdAt ?? Infinity) < before) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
