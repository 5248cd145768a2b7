import type { IDataObject } from 'n8n-workflow';

import { STOPPED, type Explanation } from './explanation';
import { sentence } from './sentence';

/** What to do about a job that goes on at the service while nobody waits for it any more. */
function goesOn(noun: string, jobId: string): string {
	return `The ${noun} itself goes on: use Get with the job id ${jobId} to read its result later. Running this node again, also by n8n's Retry, would start another one.`;
}

/** A job that took longer than the node waits. */
export function stillAtWork(
	noun: string,
	jobId: string,
	timeoutMs: number,
	status: IDataObject | undefined,
	failure?: Explanation,
): Explanation {
	const seconds = timeoutMs / 1000;
	return {
		message: status
			? `The ${noun} did not end within ${seconds} s`
			: `The status of the ${noun} could not be read within ${seconds} s`,
		description: [
			failure && `Last failure: ${failure.message}.`,
			goesOn(noun, jobId),
			'Raise Wait Timeout under Options to wait longer.',
		]
			.filter(Boolean)
			.join(' '),
		details: {
			jobId,
			...(typeof status?.status === 'string' && { status: status.status }),
			retryable: false,
			mayHaveBegun: true,
		},
	};
}

/** The waiting for a job was ended with the execution. */
export function stoppedWaiting(noun: string, jobId: string): Explanation {
	return {
		...STOPPED,
		description: `${STOPPED.description} ${goesOn(noun, jobId)}`,
		details: { jobId, mayHaveBegun: true },
	};
}

/** A job that was cancelled because the execution was. */
export function cancelledWithExecution(noun: string, jobId: string): Explanation {
	return {
		...STOPPED,
		description: `${STOPPED.description} The ${noun} with the job id ${jobId} was cancelled with it.`,
		details: { jobId },
	};
}

/** A failure that came when the job had begun. */
export function withJobId(explanation: Explanation, noun: string, jobId: string): Explanation {
	return {
		...explanation,
		description: `${explanation.description} ${goesOn(noun, jobId)}`,
		details: { ...explanation.details, jobId, mayHaveBegun: true },
	};
}

/** A job of pages that ended as a whole without success. */
export function failedJob(noun: string, jobId: string, job: IDataObject): Explanation {
	const { status, error, completed } = job;
	const isCancelled = status === 'cancelled';
	return {
		message: isCancelled ? `The ${noun} was cancelled` : `The ${noun} failed`,
		description: [
			typeof error === 'string' && sentence(`Service: “${error}”`),
			isCancelled && 'Somebody has cancelled it before it had read all its pages.',
			Number(completed) > 0 &&
				`It had read ${Number(completed)} pages before: use Get with the job id ${jobId} to read them, or set If the Job Fails to return them.`,
			`Job id: ${jobId}.`,
		]
			.filter(Boolean)
			.join(' '),
		details: {
			jobId,
			status,
			...(error !== undefined && { error }),
			...(completed !== undefined && { completed }),
			retryable: false,
		},
	};
}
