import type { IDataObject } from 'n8n-workflow';

import { explain } from '../messages/explain';
import { ExplainedFailure } from '../messages/explanation';
import { stillAtWork, stoppedWaiting, withJobId } from '../messages/jobs';
import type { Call, RequestLimits, ServiceRequest } from '../operation/call';
import { RequestFailure, UnusableAnswer } from '../transport/failure';
import { planConcurrency } from '../transport/plan';
import type { RequestKind } from '../transport/requestKind';
import { Sleeper } from './sleeper';
import { waitForEnd } from './waitForEnd';
import type { Waiting } from './waiting';

/** What is to be known of a kind of job: agent run, batch scrape, crawl. */
export interface JobKind {
	/** What users call it, such as "agent run". */
	noun: string;
	start: RequestKind;
	read: RequestKind;
	/** Route of the status of a job. */
	statusPath: (jobId: string) => string;
	hasEnded: (status: IDataObject) => boolean;
	/** Longest pause between two polls in milliseconds. */
	maxIntervalMs?: number;
	/** Names of the webhook events that tell an end; `completed` and `failed` where left out. */
	endEvents?: string[];
}

/** A job that was started, and what is known of it. */
export interface JobResult {
	jobId: string;
	/** Answer of the start. */
	started: IDataObject;
	/** The status read last, where the job was waited for; none could be read without one. */
	status?: IDataObject;
	hasEnded: boolean;
}

/**
 * Starts a job and, where it is wanted, waits for its end, by polling or in sleep. The job holds one place of the node
 * execution all the while, so that Max Concurrency bounds the jobs at work and reads of a job never
 * wait behind the starts of others.
 *
 * @param afterEnd what still has to be read while the place is held
 * @throws ExplainedFailure with the job id, for everything that goes wrong once the job has begun
 */
export async function runJob<Result>(
	call: Call,
	kind: JobKind,
	request: ServiceRequest,
	waiting: Waiting | undefined,
	afterEnd: (job: JobResult, limits: RequestLimits) => Promise<Result>,
): Promise<Result> {
	const { execution, account } = call;
	const sleeper = waiting?.by === 'webhook' ? new Sleeper(call, kind, waiting) : undefined;
	const place = waiting && (await execution.lane.take(execution.signal));
	try {
		const planWait = waiting && Date.now() + waiting.timeoutMs;
		const started =
			sleeper?.before?.started ??
			(await call.send(kind.start, sleeper?.withWebhook(request) ?? request, { place, planWait }));
		const jobId = idOf(started, kind);
		execution.startedJobs.add(jobId);
		if (!sleeper?.before) call.log(`Started ${kind.noun} ${jobId}`);
		sleeper?.sleep(jobId, started);
		try {
			const result = waiting
				? await awaitEnd(call, kind, jobId, waiting, place, sleeper?.remainingMs)
				: { hasEnded: false };
			if (result.hasEnded) planConcurrency(account.digest).jobEnded();
			return await afterEnd({ jobId, started, ...result }, { place });
		} catch (error) {
			throw ofJob(error, kind, jobId, execution.signal);
		}
	} finally {
		place?.release();
	}
}

async function awaitEnd(
	call: Call,
	kind: JobKind,
	jobId: string,
	{ timeoutMs, onTimeout }: Waiting,
	place: RequestLimits['place'],
	remainingMs?: number,
): Promise<Pick<JobResult, 'status' | 'hasEnded'>> {
	const path = kind.statusPath(jobId);
	const { status, hasEnded, failure } = await waitForEnd(
		{
			readStatus: async (signal) =>
				await call.send(kind.read, { method: 'GET', path }, { place, signal }),
			hasEnded: kind.hasEnded,
			maxIntervalMs: kind.maxIntervalMs,
			// Whoever has slept was woken because there is something to see.
			...(remainingMs !== undefined && { firstIntervalMs: 0 }),
		},
		remainingMs ?? timeoutMs,
		call.execution.signal,
	);
	if (!hasEnded && (onTimeout === 'error' || !status)) {
		const reason = failure && explain(failure);
		throw new ExplainedFailure(stillAtWork(kind.noun, jobId, timeoutMs, status, reason));
	}
	return { status, hasEnded };
}

function idOf({ id }: IDataObject, { noun, start }: JobKind): string {
	if (typeof id === 'string' && id !== '') return id;
	throw new UnusableAnswer(`The service named no id for the new ${noun}`, start.howToLook ?? '');
}

/** Whatever went wrong once a job had begun, with what has to be known of the job. */
function ofJob(error: unknown, { noun }: JobKind, jobId: string, signal: AbortSignal): unknown {
	if (signal.aborted) return new ExplainedFailure(stoppedWaiting(noun, jobId));
	if (!(error instanceof RequestFailure)) return error;
	return new ExplainedFailure(withJobId(explain(error), noun, jobId));
}
