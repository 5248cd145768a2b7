import { isRecord } from '../contract/checks';
import { isRejectedSubmission } from '../contract/notBegun';
import { ConnectionBroken, ErrorAnswer, type Repeatable, type RequestFailure } from './failure';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** A service that asks for a longer wait than this is not waited for. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** How often a rejected submission is sent in all: the service keeps a job of each that never ends. */
const MAX_SUBMISSIONS = 2;

/** What has become of a request so far. */
export interface Tries {
	/** How often it was sent, but for the times when the plan was full. */
	count: number;
	/** How often its answer was lost, so that it may have been served. */
	lost: number;
}

/**
 * How long to wait before a failed request is sent again (contract, "Errors", rules 1 to 3): twice
 * as long after each attempt with full jitter, at most 30 s, but never less than Retry-After.
 *
 * @param tries the failed one included
 * @returns milliseconds; undefined where it must not or need not be sent again
 */
export function retryDelayMs(
	failure: RequestFailure,
	tries: Tries,
	maxAttempts: number,
	repeatable: Repeatable,
): number | undefined {
	if (tries.count >= maxAttempts || !mayBeRepeated(failure, tries, repeatable)) return undefined;
	const retryAfter = (failure instanceof ErrorAnswer && failure.retryAfterMs) || 0;
	if (retryAfter > MAX_RETRY_AFTER_MS) return undefined;
	const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries.count - 1));
	return Math.max(retryAfter, Math.random() * longest);
}

/** Whether the service may have served a request of which no answer of its own came back. */
export function isLost(failure: RequestFailure): boolean {
	if (!(failure instanceof ErrorAnswer)) return failure.mayBeDone;
	return failure.mayBeDone && !failure.isFromService && failure.status !== 429;
}

function mayBeRepeated(failure: RequestFailure, tries: Tries, repeatable: Repeatable): boolean {
	if (!canHelp(failure)) return false;
	switch (repeatable) {
		case 'harmless':
			return true;
		case 'costsAgain':
			return !isLost(failure) || tries.lost <= 1;
		case 'billedStart':
			if (failure.mayBeDone) return false;
			return !isSubmission(failure) || tries.count < MAX_SUBMISSIONS;
	}
}

/** Whether the same request may have another answer. */
function canHelp(failure: RequestFailure): boolean {
	if (failure instanceof ConnectionBroken) return true;
	if (!(failure instanceof ErrorAnswer) || failure.row?.retryable !== 'yes') return false;
	return !(isRecord(failure.details) && failure.details.retryable === false);
}

function isSubmission(failure: RequestFailure): boolean {
	return failure instanceof ErrorAnswer && isRejectedSubmission(failure);
}
