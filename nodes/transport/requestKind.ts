import type { RateLimit } from '../contract/rateLimit';
import type { Repeatable } from './failure';

/** What the transport has to know of a kind of request; each operation states it for its own. */
export interface RequestKind {
	/** Name of the service's limit that counts such requests; the service counts some apart. */
	rateLimit: RateLimit;
	/** What it would mean to send the request again although the first one may have been served. */
	repeatable: Repeatable;
	/** Milliseconds until an answer; 0 for as long as it takes. */
	timeout: number;
	/** For work that must not begin twice: how a user finds what may have begun. */
	howToLook?: string;
	/**
	 * Whether an answer tells how the work ended. `success: false` in it is then said of the work and
	 * not of the request, and the operation looks at it.
	 */
	isOutcome?: (answer: Record<string, unknown>) => boolean;
	/** How a user gets by with a smaller answer. */
	ifTooLarge?: string;
}

/** Time that the service's own answer to a time-out is given to arrive first, in milliseconds. */
export const TIMEOUT_MARGIN_MS = 5_000;

/** Routes that answer at once, the work going on after the answer, are given a minute. */
export const PROMPT_ANSWER_MS = 60_000;

/** Requests that read, or that change nothing when they are repeated. */
export function harmless(rateLimit: RateLimit): RequestKind {
	return { rateLimit, repeatable: 'harmless', timeout: PROMPT_ANSWER_MS };
}
