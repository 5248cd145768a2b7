import { isRecord } from './checks';

/** Statuses after which a batch or crawl changes no more (service, C2). An unknown one is not one. */
export function hasJobEnded(status: unknown): boolean {
	return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Where in the results of a job a page of them begins, and how many it has at most. */
export interface PagePosition {
	skip: number;
	limit?: number;
}

/**
 * Where the next page of results begins (service, C2). `next` is an address that may name another
 * host or scheme, so that nothing but its query is used; and it may lead back to where it stands.
 *
 * @param at the page that was read
 * @param read how many documents it had
 * @returns undefined after the last page: at an empty one, and without `next`
 */
export function nextPage(next: unknown, at: PagePosition, read: number): PagePosition | undefined {
	if (read === 0 || typeof next !== 'string') return undefined;
	const query = new URLSearchParams(next.split('?', 2)[1]);
	const skip = wholeNumberOf(query.get('skip')) ?? 0;
	const limit = wholeNumberOf(query.get('limit')) ?? at.limit;
	return { skip: skip > at.skip ? skip : at.skip + read, ...(limit && { limit }) };
}

function wholeNumberOf(text: string | null): number | undefined {
	return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** What the status of a job says of the job: all but its pages, and that the request succeeded. */
const NOT_OF_THE_JOB = ['data', 'next', 'success'];

/** How a job stands, without its pages. */
export function jobState<Answer extends Record<string, unknown>>(answer: Answer): Answer {
	const fields = Object.entries(answer).filter(([name]) => !NOT_OF_THE_JOB.includes(name));
	return Object.fromEntries(fields) as Answer;
}

/**
 * How many pages a job has read, by what its status says and holds. The last answer of a job that
 * failed may say nothing of them (service, C2).
 */
export function pagesRead({ completed, data }: Record<string, unknown>): number {
	return Math.max(Number(completed) || 0, Array.isArray(data) ? data.length : 0);
}

/** A page that a job could not read. */
export interface PageFailure {
	url: string;
	/** What the service says of it. */
	error: string;
	code?: string;
	/** Id of the one scrape. */
	id?: string;
	timestamp?: string;
}

const ROBOTS = 'The robots.txt of the website forbids the page';

/**
 * The pages that a job could not read, those that robots.txt forbids included (service, C3).
 *
 * @param answer of the route of errors, which some servers wrap in `data`
 */
export function pageFailures(answer: Record<string, unknown>): PageFailure[] {
	const { errors, robotsBlocked } = isRecord(answer.data) ? answer.data : answer;
	const failures = (Array.isArray(errors) ? errors : []).filter(isRecord).map(pageFailure);
	const known = new Set(failures.map(({ url }) => url));
	const blocked = (Array.isArray(robotsBlocked) ? robotsBlocked : []).filter(
		(url): url is string => typeof url === 'string' && !known.has(url),
	);
	return [...failures, ...blocked.map((url) => ({ url, error: ROBOTS, code: 'CRAWL_DENIAL' }))];
}

function pageFailure(entry: Record<string, unknown>): PageFailure {
	const { url, error, ...others } = entry;
	return {
		...others,
		url: typeof url === 'string' ? url : '',
		error: typeof error === 'string' ? error : 'The service gives no reason',
	};
}
