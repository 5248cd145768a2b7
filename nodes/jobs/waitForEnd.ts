import type { IDataObject } from 'n8n-workflow';

import { ErrorAnswer, RequestFailure } from '../transport/failure';
import { MAX_TIMER_MS, wait } from '../transport/wait';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 10_000;
const INTERVAL_GROWTH = 1.5;

/** A job is only given up after so many polls in a row had no answer. */
const MAX_FAILED_POLLS = 5;

/** How long after the time-out the last answer is still waited for. */
const GRACE_MS = 5_000;

/** A job of the service that is waited for. */
export interface AwaitedJob {
	/** Reads its status: one request, which ends with the signal. */
	readStatus: (signal: AbortSignal) => Promise<IDataObject>;
	/** Whether a status is the last one. */
	hasEnded: (status: IDataObject) => boolean;
	/** Longest pause between two polls in milliseconds; 10 s where left out. */
	maxIntervalMs?: number;
	/** Pause before the first look in milliseconds; 2 s where left out. */
	firstIntervalMs?: number;
}

/** How the waiting for a job came to its end. */
export interface WaitResult {
	/** The status that was read last; undefined where none could be read. */
	status?: IDataObject;
	hasEnded: boolean;
	/** Why the last poll brought no status. */
	failure?: RequestFailure;
}

/**
 * Reads the status of a job until it has ended, at first after 2 s and then ever less often, up to
 * every 10 s: a job of five minutes costs about 33 requests. The last look is taken when the time is
 * up, also when the clock has jumped meanwhile.
 *
 * @param timeoutMs how long to wait for the end
 * @param signal ends the waiting at once
 * @throws RequestFailure when the status cannot be read for good
 * @throws the signal's reason
 */
export async function waitForEnd(
	job: AwaitedJob,
	timeoutMs: number,
	signal: AbortSignal,
): Promise<WaitResult> {
	const deadline = Date.now() + timeoutMs;
	const longest = job.maxIntervalMs ?? MAX_INTERVAL_MS;
	const last: WaitResult = { hasEnded: false };
	let failedPolls = 0;
	let interval = job.firstIntervalMs ?? FIRST_INTERVAL_MS;
	for (; ; interval = Math.max(FIRST_INTERVAL_MS, interval * INTERVAL_GROWTH)) {
		await wait(Math.max(0, Math.min(interval, longest, deadline - Date.now())), signal);
		const isLastLook = Date.now() >= deadline;
		const until = Math.max(deadline, Date.now()) + GRACE_MS;
		const poll = await within(until, signal, async (ends) => await statusOf(job, ends));
		if (poll?.status) {
			Object.assign(last, { status: poll.status, failure: undefined });
			failedPolls = 0;
		}
		if (poll?.failure) {
			if (++failedPolls === MAX_FAILED_POLLS) throw poll.failure;
			last.failure = poll.failure;
		}
		last.hasEnded = last.status !== undefined && job.hasEnded(last.status);
		if (last.hasEnded || isLastLook) return last;
	}
}

/**
 * One look at a job.
 *
 * @returns its status, or why there is none for now
 * @throws everything that will not pass
 */
async function statusOf(
	job: AwaitedJob,
	signal: AbortSignal,
): Promise<{ status?: IDataObject; failure?: RequestFailure }> {
	return await job.readStatus(signal).then(
		(status) => ({ status }),
		(failure: unknown) => {
			if (failure instanceof RequestFailure && mayBeTransient(failure)) return { failure };
			throw failure;
		},
	);
}

/**
 * Bounds work in time: a service that asks to wait would else be waited for beyond the time-out.
 *
 * @param until Unix milliseconds
 * @returns what the work returns; undefined when that is not there in time
 */
export async function within<T>(
	until: number,
	cancelled: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
	const done = new AbortController();
	const signal = AbortSignal.any([cancelled, done.signal]);
	const late = wait(Math.max(0, Math.min(until - Date.now(), MAX_TIMER_MS)), signal);
	try {
		return await Promise.race([work(signal), late.then(() => undefined)]);
	} finally {
		done.abort();
	}
}

/** Right after the start a job may not be known everywhere yet, so that a 404 proves nothing. */
function mayBeTransient(failure: RequestFailure): boolean {
	if (!(failure instanceof ErrorAnswer)) return true;
	return failure.status === 404 || failure.row?.retryable !== 'no';
}
