import {
	ConnectionBroken,
	RefusedByService,
	type Repeatable,
	type RequestFailure,
} from './failure';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** A service that asks for a longer wait than this is not waited for. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * How long to wait before a failed request is sent again (contract, "Errors", rules 1 to 3): twice
 * as long after each attempt with full jitter, at most 30 s, but never less than Retry-After.
 *
 * @param attempt how often the request was sent
 * @returns milliseconds; undefined where it must not or need not be sent again
 */
export function retryDelayMs(
	failure: RequestFailure,
	attempt: number,
	maxAttempts: number,
	repeatable: Repeatable,
): number | undefined {
	if (attempt >= maxAttempts || !mayBeRepeated(failure, repeatable)) return undefined;
	const retryAfter = (failure instanceof RefusedByService && failure.retryAfterMs) || 0;
	if (retryAfter > MAX_RETRY_AFTER_MS) return undefined;
	const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
	return Math.max(retryAfter, Math.random() * longest);
}

function mayBeRepeated(failure: RequestFailure, repeatable: Repeatable): boolean {
	if (failure instanceof ConnectionBroken) {
		return failure.nothingSent || repeatable === 'harmless';
	}
	return (
		failure instanceof RefusedByService &&
		failure.row?.retryable === 'yes' &&
		!mayHaveBegun(failure, repeatable)
	);
}

/** Whether billed work may have been started although no answer says so. */
export function mayHaveBegun(failure: RequestFailure, repeatable: Repeatable): boolean {
	return repeatable === 'billedStart' && failure.mayBeDone;
}
