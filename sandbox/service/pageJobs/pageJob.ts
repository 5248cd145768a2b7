import type { Job } from '../jobs/jobs.ts';
import type { PageDocument } from '../scrape/scrapeDocument.ts';
import type { ScrapeOptions } from '../scrape/scrapeRequest.ts';

export type PageJobKind = 'crawl' | 'batch_scrape';

/** A crawl or a batch: a job whose result is pages. Times are unix milliseconds. */
export interface PageJob extends Job {
	kind: PageJobKind;
	/** Of a crawl, where it began. */
	url?: string;
	/** Of a crawl, how it was started, as the list of active crawls shows it. */
	crawlOptions?: Record<string, unknown>;
	scrapeOptions: ScrapeOptions;
	/** As the request had it; whoever sends webhooks reads it. */
	webhook?: unknown;
	/** The pages that could be had, in the order in which they came. */
	documents: PageDocument[];
	failures: PageFailure[];
	/** Addresses that robots.txt forbids, where the deployment lists them. */
	robotsBlocked: string[];
	/** Pages that were or will be tried. */
	found: number;
	/** Of these, the ones that failed. */
	failed: number;
	/** What was billed, page by page. */
	charges: Array<{ at: number; credits: number }>;
	/** When the work was done, or the job cancelled. */
	endedAt?: number;
	/** Why the job as a whole failed. */
	failure?: JobFailure;
	/** Whether pages were added after its end. */
	isAppended?: boolean;
	warning?: string;
}

export interface JobFailure {
	error: string;
	/** Some servers say `success: false` then. */
	success: boolean;
}

/** An entry of the errors route. */
export interface PageFailure {
	id: string;
	timestamp: string;
	url: string;
	code?: string;
	error: string;
}

/** What happens in a job, for whoever tells others of it. */
export type PageJobEvent = { job: PageJob } & (
	| { type: 'started' | 'completed' | 'cancelled' }
	| { type: 'page'; document: PageDocument }
	| { type: 'page'; failure: PageFailure }
);
