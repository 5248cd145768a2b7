import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { jobState, pagesRead } from '../../../contract/jobPages';
import {
	CRAWLED_PAGE_OPTIONS,
	crawlRequest,
	DEFAULT_MAX_PAGES,
} from '../../../contract/requests/crawl';
import { PageBudget } from '../../../jobs/pageBudget';
import { ReadingLook } from '../../../jobs/readingLook';
import { ResultPages, type ResultSource } from '../../../jobs/resultPages';
import { runJob, type JobKind, type JobResult, type Look } from '../../../jobs/runJob';
import { readWaiting, type Waiting } from '../../../jobs/waiting';
import { nothingFound } from '../../../messages/crawl';
import { ExplainedFailure } from '../../../messages/explanation';
import { failedJob } from '../../../messages/jobs';
import type { Call, RequestLimits } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { jobItem } from '../../../operation/jobItem';
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
	const look = read?.pages ?? new SmallLook();
	const kind: JobKind = {
		...CRAWL,
		hasEnded: (status) => read?.isFull === true || CRAWL.hasEnded(status),
	};
	const afterEnd = async (job: JobResult, limits: RequestLimits) => {
		const source = sourceOf(call, job.jobId, limits);
		read?.check(CRAWL.noun, job.jobId);
		if (job.status && job.hasEnded) {
			const status = { ...look.status, completed: look.completed };
			return await itemsOfEnded(selection, { ...job, status }, source, read?.pages);
		}
		read?.giveUp();
		return [{ json: unfinished(job, body.url) }];
	};
	return await runJob(call, kind, request, waiting, afterEnd, read ?? look).catch(
		(error: unknown) => {
			read?.giveUp();
			throw error;
		},
	);
}

/** Asks for as little as can be asked for. */
class SmallLook implements Look {
	/** How the crawl stood last. What an answer leaves out is as it was before. */
	status: IDataObject = {};

	/** How many pages it has read, as far as its answers tell. */
	completed = 0;

	qs(): IDataObject {
		return { limit: 1 };
	}

	take(answer: IDataObject): void {
		this.status = { ...this.status, ...jobState(answer) };
		this.completed = Math.max(this.completed, pagesRead(answer));
	}
}

async function itemsOfEnded(
	{ body, onFailedJob, output }: Selection,
	{ jobId, started, status }: JobResult & { status: IDataObject },
	source: ResultSource,
	pages = pagesAfter(status),
): Promise<INodeExecutionData[]> {
	const { url, limit: maxPages } = body;
	if (status.status !== 'completed' && onFailedJob === 'error') {
		throw new ExplainedFailure(failedJob(CRAWL.noun, jobId, status));
	}
	const known = { maxPages, started };
	if (Number(status.completed) > 0) {
		const wanted = { noun: CRAWL.noun, jobId, most: Infinity };
		return await crawlPages({ source, wanted, pages, known }, output);
	}
	const { crawl, ...failed } = await crawlFacts(source, { ...known, status });
	if (status.status !== 'completed')
		return [{ json: { jobId, url, jobStatus: status.status, crawl } }];
	throw new ExplainedFailure(nothingFound(url, jobId, failed, crawl));
}

/** To be read with what looks have told: the last answer of a crawl that failed may say less. */
function pagesAfter(status: IDataObject): ResultPages {
	const pages = new ResultPages();
	pages.status = status;
	return pages;
}

/** The item of a crawl whose end is not known, with the options that a prompt came to. */
function unfinished({ jobId, started, status: answer = {} }: JobResult, url: string): IDataObject {
	const { promptGeneratedOptions, finalCrawlerOptions } = started;
	const { status, ...known } = jobState(answer);
	return {
		jobId,
		url,
		...(status !== undefined && { jobStatus: status }),
		...jobItem(known),
		...(promptGeneratedOptions !== undefined && { promptGeneratedOptions }),
		...(finalCrawlerOptions !== undefined && { finalCrawlerOptions }),
	};
}
