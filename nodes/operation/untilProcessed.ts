import type { IDataObject } from 'n8n-workflow';

import { processingPauseMs } from '../contract/processing';
import { ErrorAnswer } from '../transport/failure';
import type { RequestKind } from '../transport/requestKind';
import { wait } from '../transport/wait';
import type { Call, ServiceRequest } from './call';

/** How long a document is waited for that the service works at longer than a request lasts. */
const MAX_PROCESSING_MS = 20 * 60_000;

/**
 * Sends a request, and the same again as long as the service says that it still works at it (service,
 * A4): the request then joins the work under way.
 *
 * @throws RequestFailure
 */
export async function untilProcessed(
	call: Call,
	kind: RequestKind,
	request: ServiceRequest,
): Promise<IDataObject> {
	const deadline = Date.now() + MAX_PROCESSING_MS;
	for (;;) {
		const answer = await call.send(kind, request).catch((error: unknown) => {
			const pause = error instanceof ErrorAnswer ? pauseAfter(error) : undefined;
			if (pause === undefined || Date.now() + pause > deadline) throw error;
			return pause;
		});
		if (typeof answer !== 'number') return answer;
		await wait(answer, call.execution.signal);
	}
}

function pauseAfter({ status, details, retryAfterMs }: ErrorAnswer): number | undefined {
	return status === 408 ? processingPauseMs(details, retryAfterMs) : undefined;
}
