import type { IDataObject } from 'n8n-workflow';

import { runEnd, type RunEnd } from '../../../contract/agentOutcome';
import { eventsOf } from '../../../contract/trace';
import type { Call, RequestLimits } from '../../../operation/call';
import { RequestFailure } from '../../../transport/failure';
import { read, routeOf } from './requests';

/** How a run ended; its trace is only read when it did not simply succeed. */
export async function readEnd(
	call: Call,
	jobId: string,
	status: IDataObject,
	limits?: RequestLimits,
): Promise<RunEnd> {
	if (status.status === 'completed') return runEnd(status);
	// Runs of older models have no trace, and without one the status still tells most.
	return await read(call, routeOf(jobId, '/trace'), limits).then(
		(trace) => runEnd(status, eventsOf(trace)),
		(error: unknown) => {
			if (error instanceof RequestFailure) return runEnd(status);
			throw error;
		},
	);
}

/** The end of a run as fields of an item, named as in the events of the trigger. */
export function endFields({ outcome, errorCode, retryable }: RunEnd): IDataObject {
	return {
		outcome,
		...(errorCode !== undefined && { errorCode }),
		...(retryable !== undefined && { retryable }),
	};
}
