import { hasJobEnded } from '../../../contract/jobPages';
import type { JobKind } from '../../../jobs/runJob';
import { harmless, type RequestKind } from '../../../transport/requestKind';

/** A start is answered when the service has looked at each of its addresses. */
const START_TIMEOUT_MS = 120_000;

/** Starting a batch costs at least a credit for each of its pages. */
const START: RequestKind = {
	rateLimit: 'scrape',
	repeatable: 'billedStart',
	timeout: START_TIMEOUT_MS,
	howToLook:
		'Use Get of this resource, whose list shows the batch scrapes of the last day, to look for the new one before you start another.',
};

/** Requests that read a batch, or that change nothing when they are repeated. */
export const READ: RequestKind = {
	...harmless('jobRead'),
	ifTooLarge: 'Choose fewer formats.',
};

/** The looks at a batch read its pages too, so that long pauses would only delay its end. */
const MAX_INTERVAL_MS = 3_000;

export const BATCH_SCRAPE: JobKind = {
	noun: 'batch scrape',
	start: START,
	read: READ,
	statusPath: routeOf,
	hasEnded: ({ status }) => hasJobEnded(status),
	lookQuery: { limit: 1 },
	maxIntervalMs: MAX_INTERVAL_MS,
};

/** The route of a batch. */
export function routeOf(jobId: string): string {
	return `/v2/batch/scrape/${encodeURIComponent(jobId)}`;
}
