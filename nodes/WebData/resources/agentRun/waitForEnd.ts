import type { IDataObject } from 'n8n-workflow';

import { hasEnded, runEnd, type RunEnd } from '../../../contract/agentOutcome';
import { eventsOf } from '../../../contract/trace';
import { ErrorAnswer, ExplainedFailure, RequestFailure } from '../../../transport/failure';
import { explain } from '../../../transport/explain';
import type { Explanation } from '../../../transport/failure';
import { MAX_TIMER_MS, wait } from '../../../transport/wait';
import type { ItemRequest } from '../../sendItem';
import { read } from './requests';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 10_000;
const INTERVAL_GROWTH = 1.5;

/** A run is only given up after so many polls in a row had no answer. */
const MAX_FAILED_POLLS = 5;

/** How long after the time-out an answer is still waited for. */
const GRACE_MS = 5_000;

/** A status that was read last, and whether the run is over. */
export interface WaitResult {
	status: IDataObject;
	end?: RunEnd;
}

/**
 * Reads the status of a run until it has ended, at first after 2 s and then ever less often, up to
 * every 10 s: a run of five minutes costs about 33 requests.
 *
 * @param timeoutMs how long to wait for the end; the result then has none
 * @throws ExplainedFailure with the job id when the status cannot be read for good
 */
export async function waitForEnd(
	request: ItemRequest,
	jobId: string,
	timeoutMs: number,
): Promise<WaitResult> {
	const deadline = Date.now() + timeoutMs;
	const path = `/v2/agent/${encodeURIComponent(jobId)}`;
	const inTime = before(deadline + GRACE_MS, request.run.signal);
	let status: IDataObject = { status: 'processing' };
	let failedPolls = 0;
	for (let interval = FIRST_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
		const left = deadline - Date.now();
		if (left <= 0) return { status };
		await wait(Math.min(interval, MAX_INTERVAL_MS, left), request.run.signal);
		try {
			const answer = await inTime((signal) => read(request, path, { signal }));
			status = answer ?? status;
			failedPolls = 0;
		} catch (error) {
			if (!mayBeTransient(error) || ++failedPolls === MAX_FAILED_POLLS) {
				throw lostTrack(error, jobId, request.item.getItemIndex());
			}
			continue;
		}
		if (hasEnded(status.status)) {
			const last = status;
			const end = await inTime((signal) => endOf(request, path, last, signal));
			return { status, end: end ?? runEnd(status) };
		}
	}
}

/**
 * Bounds work in time: a service that asks to wait would else be waited for beyond the time-out.
 *
 * @param time Unix milliseconds
 * @returns what runs work and returns its result, or undefined when it is not there by then
 */
function before(time: number, cancelled: AbortSignal) {
	return async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
		const done = new AbortController();
		const signal = AbortSignal.any([cancelled, done.signal]);
		const late = wait(Math.min(time - Date.now(), MAX_TIMER_MS), signal);
		try {
			return await Promise.race([work(signal), late.then(() => undefined)]);
		} finally {
			done.abort();
		}
	};
}

/** How a run ended; its trace is only read when it did not simply succeed. */
async function endOf(
	request: ItemRequest,
	path: string,
	status: IDataObject,
	signal: AbortSignal,
): Promise<RunEnd> {
	if (status.status === 'completed') return runEnd(status);
	const trace = read(request, `${path}/trace`, { signal });
	// Runs of older models have none, and without one the status still tells most.
	return await trace.then(
		(answer) => runEnd(status, eventsOf(answer)),
		(error: unknown) => {
			if (error instanceof RequestFailure) return runEnd(status);
			throw error;
		},
	);
}

/** Right after the start a run may not be known everywhere yet, so that a 404 proves nothing. */
function mayBeTransient(error: unknown): boolean {
	if (!(error instanceof RequestFailure)) return false;
	if (!(error instanceof ErrorAnswer)) return true;
	return error.status === 404 || error.row?.retryable !== 'no';
}

function lostTrack(error: unknown, jobId: string, itemIndex: number): Error {
	if (!(error instanceof RequestFailure)) return error as Error;
	const explanation = explain(error, itemIndex);
	return new ExplainedFailure({
		...explanation,
		description: `${explanation.description} The run itself goes on: use Get with the job id ${jobId} to read its result later.`,
		details: { ...explanation.details, jobId, mayHaveBegun: true },
	});
}

/** Explains a run that ended without success. */
export function failedRun(jobId: string, status: IDataObject, end: RunEnd): Explanation {
	const { outcome, message, advice, reason, errorCode, retryable } = end;
	const credits = typeof status.creditsUsed === 'number' ? status.creditsUsed : undefined;
	return {
		message,
		description: [
			reason && `Reason: ${reason}.`.replace(/\.\.$/, '.'),
			advice,
			retryable === true ? 'The same task may well succeed in a new run.' : '',
			credits !== undefined && `Credits used: ${credits}.`,
			`Job id: ${jobId}.`,
		]
			.filter(Boolean)
			.join(' '),
		details: {
			jobId,
			status: status.status,
			outcome,
			...(reason !== undefined && { reason }),
			...(errorCode !== undefined && { errorCode }),
			...(retryable !== undefined && { retryable }),
			...(credits !== undefined && { creditsUsed: credits }),
		},
	};
}
