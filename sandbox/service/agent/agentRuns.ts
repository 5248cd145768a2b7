import { randomUUID } from 'node:crypto';

import { forwardedError, ServiceError } from '../http/serviceError.ts';
import { Jobs } from '../jobs/jobs.ts';
import { DEFAULT_TEAM } from '../team/authentication.ts';
import type { Charge } from '../team/credits.ts';
import { creditsUsed, endingOf, type AgentRun } from './agentRun.ts';
import {
	listItem,
	statusAnswer,
	statusWord,
	type AgentListPage,
	type AgentSnapshot,
	type AgentStatus,
	type AgentTrace,
	type StartedRun,
} from './answers.ts';
import type { AgentRequest } from './rules.ts';
import { isJsonSchema } from './sampleData.ts';
import { readScript } from './script.ts';
import { snapshotOf } from './snapshots.ts';
import { activeBrowserSessions, traceOf } from './trace.ts';

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
	/** The model that a run gets; the prompt may order another. Default: always spark-2. */
	modelOf?: (request: AgentRequest) => string;
	/** Told of each run that is started. */
	onStart?: (run: AgentRun) => void;
}

/**
 * The model behind the agent routes: what is stored is each run's request, start and cancel
 * request; everything told about a run is computed from these and the clock. Error answers are
 * thrown as `ServiceError`.
 */
export class AgentRuns {
	readonly #options: Required<AgentRunsOptions>;
	readonly #runs: Jobs<AgentRun>;

	constructor(options: AgentRunsOptions) {
		this.#options = {
			now: options.now,
			newId: options.newId ?? randomUUID,
			listPageSize: options.listPageSize ?? 20,
			listsOptions: options.listsOptions ?? true,
			afterExpiry: options.afterExpiry ?? 'gone',
			cancelledStatus: options.cancelledStatus ?? 'failed',
			modelOf: options.modelOf ?? (() => 'spark-2'),
			onStart: options.onStart ?? (() => undefined),
		};
		this.#runs = new Jobs(options.now, (run) => endingOf(run).at);
	}

	/** Every run ever started, oldest first. */
	get all(): readonly AgentRun[] {
		return this.#runs.all;
	}

	/** Starts a run, now or, to have one from the past, at `createdAt`. */
	start(
		request: AgentRequest,
		{ team = DEFAULT_TEAM, createdAt = this.#options.now() } = {},
	): StartedRun {
		const script = readScript(request.prompt, this.#options.modelOf(request));
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
		this.#runs.add(run);
		this.#options.onStart(run);
		return { success: true, id: run.id, threadId: run.threadId, threadTurn: run.threadTurn };
	}

	status(id: string, team = DEFAULT_TEAM): AgentStatus {
		const run = this.#find(id, team);
		return statusAnswer(run, this.#statusWord(run), {
			now: this.#options.now(),
			expiresAt: this.#runs.expiryOf(run),
		});
	}

	/** The newest runs created before `before` (unix milliseconds). */
	list({ team = DEFAULT_TEAM, before = Infinity } = {}): AgentListPage {
		const { listPageSize, listsOptions } = this.#options;
		const { jobs, hasOlder } = this.#runs.page(team, { before, size: listPageSize });
		const agents = jobs.map((run) => listItem(run, this.#statusWord(run), listsOptions));
		const oldest = jobs.at(-1);
		return oldest && hasOlder ? { agents, nextBefore: oldest.createdAt } : { agents };
	}

	/** Asks a run to end. Throws 409 when it has ended or has been asked already. */
	cancel(id: string, team = DEFAULT_TEAM): { success: true } {
		const run = this.#find(id, team);
		const hasEnded = this.#runs.hasEnded(run);
		const isEnding = run.cancelRequestedAt !== undefined || hasEnded;
		if (endingOf(run).outcome === 'cancelled' && isEnding)
			throw new ServiceError(409, 'Agent is already cancelled');
		if (hasEnded) throw new ServiceError(409, 'Agent already finished');
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
	snapshot(id: string, snapshotId: string, team = DEFAULT_TEAM): AgentSnapshot {
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
		return this.#runs.active(team).length;
	}

	/** What the team's runs have cost up to now, each at its start. */
	charges(team = DEFAULT_TEAM): Charge[] {
		const now = this.#options.now();
		return this.#runs
			.of(team)
			.map((run) => ({ at: run.createdAt, credits: creditsUsed(run, now) }));
	}

	/** How many runs a thread has. Throws 404 for a thread that the team does not have. */
	#turns(threadId: string, team: string): number {
		const turns = this.#runs.of(team).filter((run) => run.threadId === threadId).length;
		if (turns === 0)
			throw new ServiceError(404, 'Not Found', { details: 'threadId: no such thread' });
		return turns;
	}

	/** Throws 404 for a run that the team does not have, or not any more. */
	#find(id: string, team: string): AgentRun {
		const run = this.#runs.find(id, team);
		const isGone = this.#options.afterExpiry === 'gone' && run && this.#runs.hasExpired(run);
		if (!run || isGone) throw new ServiceError(404, 'Agent job not found');
		return run;
	}

	#statusWord(run: AgentRun): string {
		return statusWord(run, this.#options.now(), this.#options.cancelledStatus);
	}
}
