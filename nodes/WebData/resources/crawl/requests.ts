import { hasJobEnded } from '../../../contract/jobPages';
import type { JobKind } from '../../../jobs/runJob';
import type { ResultSource } from '../../../jobs/resultPages';
import type { Call, RequestLimits } from '../../../operation/call';
import { harmless, type RequestKind } from '../../../transport/requestKind';

/** A model may have to read a prompt before the service answers. */
const PROMPTED_ANSWER_MS = 120_000;

/** Starting a crawl costs at least a credit for each of its pages. */
const START: RequestKind = {
	rateLimit: 'crawl',
	repeatable: 'billedStart',
	timeout: PROMPTED_ANSWER_MS,
	howToLook: 'Use Get Many to look for the new crawl among those at work before you start another.',
};

/** Counted with the starts, but it costs nothing and begins nothing. */
export const PREVIEW: RequestKind = {
	rateLimit: 'crawl',
	repeatable: 'harmless',
	timeout: PROMPTED_ANSWER_MS,
};

/** Requests that read a crawl, or that change nothing when they are repeated. */
export const READ: RequestKind = {
	...harmless('jobRead'),
	ifTooLarge: 'Choose fewer formats.',
};

/** Polled every 10 s at the longest: a crawl of an hour costs less than 400 requests. */
export const CRAWL: JobKind = {
	noun: 'crawl',
	start: START,
	read: READ,
	statusPath: routeOf,
	hasEnded: ({ status }) => hasJobEnded(status),
	lookQuery: { limit: 1 },
};

/** The route of a crawl. */
export function routeOf(jobId: string): string {
	return `/v2/crawl/${encodeURIComponent(jobId)}`;
}

/** A crawl whose pages are read. */
export function sourceOf(call: Call, jobId: string, limits?: RequestLimits): ResultSource {
	return { call, kind: READ, path: routeOf(jobId), limits };
}
