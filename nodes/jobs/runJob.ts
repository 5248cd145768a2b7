import type { IDataObject } from 'n8n-workflow';

import { explain } from '../messages/explain';
import { ExplainedFailure } from '../messages/explanation';
import { forgottenJob } from '../messages/waitByWebhook';
import { cancelledWithExecution, stillAtWork, stoppedWaiting, withJobId } from '../messages/jobs';
import type { Call, RequestLimits, ServiceRequest } from '../operation/call';
import { Asleep } from '../operation/sleep';
import { UnusableAnswer } from '../transport/failure';
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
	/** Query that keeps the answer of a mere look small. */
	lookQuery?: IDataObject;
	/** Names of the webhook events that tell an end; `completed` and `failed` where left out. */
	endEvents?: string[];
}

/** What is asked with each look at a job that works, and what becomes of the answer. */
export interface Look {
	/** Query of the look. */
	qs: () => IDataObject;
	take: (answer: IDataObject) => void;
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
 * Starts a job and, where it is wanted, waits for its end, by polling or in sleep. While it polls, the
 * job holds one place of the node execution, so that Max Concurrency bounds the jobs at work and reads
 * of a job never wait behind the starts of others.
 *
 * @param afterEnd what still has to be read while the place is held
 * @param look what the looks at the job read beside its status
 * @throws ExplainedFailure with the job id, for everything that goes wrong once the job has begun
 */
export async function runJob<Result>(
	call: Call,
	kind: JobKind,
	request: ServiceRequest,
	waiting: Waiting | undefined,
	afterEnd: (job: JobResult, limits: RequestLimits) => Promise<Result>,
	look?: Look,
): Promise<Result> {
	const sleeper = waiting?.by === 'webhook' ? new Sleeper(call, kind, waiting) : undefined;
	const options = { waiting, look, sleeper };
	const running = startAndWait(call, kind, request, options, afterEnd);
	if (sleeper) call.execution.sleepsAfter(running);
	return await running;
}

interface RunOptions {
	waiting?: Waiting;
	look?: Look;
	/** Where the job is waited for in sleep. */
	sleeper?: Sleeper;
}

async function startAndWait<Result>(
	call: Call,
	kind: JobKind,
	request: ServiceRequest,
	{ waiting, look, sleeper }: RunOptions,
	afterEnd: (job: JobResult, limits: RequestLimits) => Promise<Result>,
): Promise<Result> {
	const { execution, account } = call;
	if (sleeper?.isForgotten === true)
		throw new ExplainedFailure(forgottenJob(kind.noun, [...execution.startedJobs]));
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
				? await awaitEnd(call, kind, jobId, waiting, { place, look, sleeper })
				: { hasEnded: false };
			if (result.hasEnded) planConcurrency(account.digest).jobEnded();
			return await afterEnd({ jobId, started, ...result }, { place });
		} catch (error) {
			const isStopped = execution.cancelled?.aborted && waiting?.cancelOnStop;
			const isCancelled = isStopped === true && (await cancelJob(call, kind, jobId, place));
			throw ofJob(error, kind, { jobId, isCancelled }, execution.signal);
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
	{ place, look, sleeper }: RunOptions & Pick<RequestLimits, 'place'>,
): Promise<Pick<JobResult, 'status' | 'hasEnded'>> {
	const path = kind.statusPath(jobId);
	const { status, hasEnded, failure } = await waitForEnd(
		{
			readStatus: async (signal) => {
				const request = { method: 'GET', path, qs: look?.qs() } as const;
				const answer = await call.send(kind.read, request, { place, signal });
				look?.take(answer);
				return answer;
			},
			hasEnded: kind.hasEnded,
			maxIntervalMs: kind.maxIntervalMs,
			// Whoever has slept was woken because there is something to see.
			...(sleeper && { firstIntervalMs: 0 }),
		},
		sleeper?.remainingMs ?? timeoutMs,
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
	const failure = new UnusableAnswer(`The service named no id for the new ${noun}`, '');
	throw Object.assign(failure, { repeatable: start.repeatable, howToLook: start.howToLook });
}

/** How long the cancelling of a job may keep an execution that was stopped, in milliseconds. */
const CANCEL_TIMEOUT_MS = 10_000;

/** Cancels a job nobody waits for any more. @returns whether the service took it */
async function cancelJob(
	call: Call,
	kind: JobKind,
	jobId: string,
	place: RequestLimits['place'],
): Promise<boolean> {
	const request = { method: 'DELETE', path: kind.statusPath(jobId) } as const;
	const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
	return await call.send(kind.read, request, { signal, place }).then(
		() => true,
		() => false,
	);
}

/** Whatever went wrong once a job had begun, with what has to be known of the job. */
function ofJob(
	error: unknown,
	{ noun }: JobKind,
	{ jobId, isCancelled }: { jobId: string; isCancelled: boolean },
	signal: AbortSignal,
): unknown {
	if (signal.aborted) {
		return new ExplainedFailure(
			(isCancelled ? cancelledWithExecution : stoppedWaiting)(noun, jobId),
		);
	}
	if (error instanceof Asleep || error instanceof ExplainedFailure) return error;
	const failure = error instanceof Error ? error : new Error(String(error));
	return new ExplainedFailure(withJobId(explain(failure), noun, jobId));
}
