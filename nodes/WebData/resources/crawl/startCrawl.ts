import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { jobState } from '../../../contract/jobPages';
import {
	CRAWLED_PAGE_OPTIONS,
	crawlRequest,
	DEFAULT_MAX_PAGES,
} from '../../../contract/requests/crawl';
import { PageBudget } from '../../../jobs/pageBudget';
import { ResultPages, type ResultSource } from '../../../jobs/resultPages';
import { runJob, type JobKind, type JobResult, type Look } from '../../../jobs/runJob';
import { readWaiting, type Waiting } from '../../../jobs/waiting';
import { nothingFound } from '../../../messages/crawl';
import { ExplainedFailure } from '../../../messages/explanation';
import { failedJob } from '../../../messages/jobs';
import type { Call, RequestLimits } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { readCrawlOptions } from '../../fields/crawlOptions';
import { readFormats } from '../../fields/formats';
import { DEFAULT_WAIT_SECONDS } from '../../fields/jobOptions';
import { readScrapeOptions } from '../../fields/scrapeOptions';
import { crawlFacts } from './crawlFacts';
import { crawlPages, readCrawlOutput, type CrawlOutput } from './crawlOutput';
import { CRAWL, sourceOf } from './requests';

interface Selection {
	body: ReturnType<typeof crawlRequest>;
	/** Undefined where the crawl is not waited for. */
	waiting?: Waiting;
	onFailedJob: 'error' | 'returnPages';
	output: CrawlOutput;
}

/** @throws FieldError */
export function startSelection(input: Input): Selection {
	const target = {
		url: input.parameter('url', ''),
		maxPages: input.parameter('maxPages', DEFAULT_MAX_PAGES),
		webhook: input.parameter('options.webhookUrl', ''),
	};
	const options = readScrapeOptions(input, CRAWLED_PAGE_OPTIONS);
	return {
		body: crawlRequest(target, readCrawlOptions(input), readFormats(input), options),
		waiting: readWaiting(input, DEFAULT_WAIT_SECONDS),
		onFailedJob: input.oneOf('options.onFailedJob', 'error', 'returnPages'),
		output: readCrawlOutput(input),
	};
}

/**
 * Starts a crawl and, where that is wanted, waits for its end.
 *
 * @returns an item for each page, or one with a file; of a crawl that goes on, one with how it stands
 */
export async function startCrawl(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { body, waiting, output } = selection;
	const request = { method: 'POST', path: '/v2/crawl', body } as const;
	const read = output.output === 'items' ? new ReadingLook(PageBudget.of(call)) : undefined;
	const kind: JobKind = {
		...CRAWL,
		hasEnded: (status) => read?.isFull === true || CRAWL.hasEnded(status),
	};
	const afterEnd = async (job: JobResult, limits: RequestLimits) =>
		await itemsOf(selection, job, { source: sourceOf(call, job.jobId, limits), read });
	return await runJob(call, kind, request, waiting, afterEnd, read ?? SMALL_LOOK);
}

/** The looks at a crawl read its pages too, where these are kept in memory anyway. */
class ReadingLook implements Look {
	readonly pages = new ResultPages();

	constructor(private readonly budget: PageBudget) {}

	/** Whether more pages have come than n8n can keep as items. */
	get isFull(): boolean {
		return this.budget.isSpent;
	}

	qs(): IDataObject {
		return this.pages.qs();
	}

	take(answer: IDataObject): void {
		const { documents } = this.pages;
		const known = documents.length;
		this.pages.take(answer);
		this.budget.take(documents.slice(known));
	}

	/** @throws ExplainedFailure where it is full */
	check(jobId: string): void {
		this.budget.check(CRAWL.noun, jobId, this.pages.documents.length);
	}
}

/** Asks for as little as can be asked for. */
const SMALL_LOOK: Look = { qs: () => ({ limit: 1 }), take: () => undefined };

async function itemsOf(
	{ body, onFailedJob, output }: Selection,
	{ jobId, started, status, hasEnded }: JobResult,
	{ source, read }: { source: ResultSource; read?: ReadingLook },
): Promise<INodeExecutionData[]> {
	read?.check(jobId);
	const { url, limit: maxPages } = body;
	if (!status || !hasEnded) return [{ json: unfinished(jobId, url, started, status) }];
	if (status.status !== 'completed' && onFailedJob === 'error') {
		throw new ExplainedFailure(failedJob(CRAWL.noun, jobId, status));
	}
	const known = { maxPages, started };
	if (hasPages(status)) {
		const wanted = { noun: CRAWL.noun, jobId, most: Infinity };
		const pages = read?.pages ?? new ResultPages();
		return await crawlPages({ source, wanted, pages, known }, output);
	}
	const { crawl, failures } = await crawlFacts(source, { ...known, status });
	if (status.status !== 'completed')
		return [{ json: { jobId, url, jobStatus: status.status, crawl } }];
	throw new ExplainedFailure(nothingFound(url, jobId, failures, crawl));
}

function hasPages({ completed, data }: IDataObject): boolean {
	return Number(completed) > 0 || (Array.isArray(data) && data.length > 0);
}

/** The item of a crawl whose end is not known, with the options that a prompt came to. */
function unfinished(
	jobId: string,
	url: string,
	{ promptGeneratedOptions, finalCrawlerOptions }: IDataObject,
	answer: IDataObject = {},
): IDataObject {
	const { status, ...known } = jobState(answer);
	return {
		jobId,
		url,
		...(status !== undefined && { jobStatus: status }),
		...known,
		...(promptGeneratedOptions !== undefined && { promptGeneratedOptions }),
		...(finalCrawlerOptions !== undefined && { finalCrawlerOptions }),
	};
}
