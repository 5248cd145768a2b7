import { sleep, type IDataObject } from 'n8n-workflow';

import { hasEnded, runEnd, type RunEnd } from '../../../contract/agentOutcome';
import { ExplainedFailure, RefusedByService, RequestFailure } from '../../../transport/failure';
import { explain, type Explanation } from '../../../transport/explain';
import type { ItemRequest } from '../../sendItem';
import { read, traceEvents } from './requests';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 10_000;
const INTERVAL_GROWTH = 1.5;

/** A run is only given up after so many polls in a row had no answer. */
const MAX_FAILED_POLLS = 5;

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
	let status: IDataObject = { status: 'processing' };
	let failedPolls = 0;
	for (let interval = FIRST_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
		const left = deadline - Date.now();
		if (left <= 0) return { status };
		await sleep(Math.min(interval, MAX_INTERVAL_MS, left), request.run.signal);
		try {
			status = await read(request, `/v2/agent/${jobId}`);
			failedPolls = 0;
		} catch (error) {
			if (!mayBeTransient(error) || ++failedPolls === MAX_FAILED_POLLS) {
				throw lostTrack(error, jobId, request.item.getItemIndex());
			}
			continue;
		}
		if (hasEnded(status.status)) return { status, end: await endOf(request, jobId, status) };
	}
}

/** How a run ended; its trace is only read when it did not simply succeed. */
async function endOf(request: ItemRequest, jobId: string, status: IDataObject): Promise<RunEnd> {
	if (status.status === 'completed') return runEnd(status);
	try {
		return runEnd(status, await traceEvents(request, jobId));
	} catch (error) {
		request.run.signal.throwIfAborted();
		if (error instanceof RequestFailure) return runEnd(status);
		throw new ExplainedFailure(explain(error, request.item.getItemIndex()));
	}
}

/** Right after the start a run may not be known everywhere yet, so that a 404 proves nothing. */
function mayBeTransient(error: unknown): boolean {
	if (!(error instanceof RequestFailure)) return false;
	if (!(error instanceof RefusedByService)) return true;
	return error.status === 404 || error.row?.retryable !== 'no';
}

function lostTrack(error: unknown, jobId: string, itemIndex: number): Error {
	if (!(error instanceof RequestFailure)) return error as Error;
	const explanation = explain(error, itemIndex);
	return new ExplainedFailure({
		...explanation,
		description: `${explanation.description} The run itself goes on: use Get with the job id ${jobId} to read its result later.`,
		details: { ...explanation.details, jobId },
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
