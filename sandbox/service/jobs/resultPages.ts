import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';

/** Documents on a page when the request does not say how many. */
const PAGE_SIZE = 100;

/** A page ends before this many bytes of JSON, but holds one document at least. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;

const MAX_LIMIT = 1000;

type Server = Pick<ServiceCore, 'deployment' | 'crash'>;

/** What a page is cut from. */
export interface PagedJob<Result> {
	/** The results there are at this time, in order. */
	results: readonly Result[];
	/** Results that there will be, as the job's status tells it. */
	total: number;
	isRunning: boolean;
	/** Cancelled jobs, and those that pages were added to, name a next page that is empty. */
	isCutShort?: boolean;
	/** The job's status route as an absolute address. */
	address: string;
}

export interface ResultPage<Result> {
	data: Result[];
	/** The absolute address of the next page. */
	next?: string;
}

/**
 * One page of a job's results, by `skip` and `limit` of the query. While a job runs there is always
 * a next page, even after an empty one: it is then the same page again.
 */
export function resultPage<Result>(
	server: Server,
	job: PagedJob<Result>,
	query: URLSearchParams,
): ResultPage<Result> {
	const skip = readNumber(server, query, 'skip') ?? 0;
	const limit = readNumber(server, query, 'limit');
	const data = cutAtBytes(job.results.slice(skip, skip + (limit ?? PAGE_SIZE)));
	const end = skip + data.length;
	if (!hasNext(server, job, end)) return { data };
	const limitAgain = limit === undefined ? '' : `&limit=${limit}`;
	return { data, next: `${job.address}?skip=${end}${limitAgain}` };
}

/** The server of 2025 goes by the total, the later ones by the state of the job. */
function hasNext({ deployment }: Server, job: PagedJob<unknown>, end: number): boolean {
	if (deployment === 'open2025') return end < job.total;
	return job.isRunning || job.isCutShort === true || end < job.results.length;
}

function readNumber(
	server: Server,
	query: URLSearchParams,
	name: 'skip' | 'limit',
): number | undefined {
	const text = query.get(name);
	if (text === null) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : undefined;
	if (server.deployment !== 'hosted') {
		if (number === undefined) throw server.crash();
		return number;
	}
	const isAllowed =
		number !== undefined && (name === 'skip' || (number > 0 && number <= MAX_LIMIT));
	if (!isAllowed)
		throw new ServiceError(400, `Invalid pagination: ${name} is ${text}`, { code: 'BAD_REQUEST' });
	return number;
}

function cutAtBytes<Result>(results: Result[]): Result[] {
	let bytes = 0;
	const tooMany = results.findIndex((result, index) => {
		bytes += Buffer.byteLength(JSON.stringify(result));
		return index > 0 && bytes > MAX_PAGE_BYTES;
	});
	return tooMany < 0 ? results : results.slice(0, tooMany);
}
