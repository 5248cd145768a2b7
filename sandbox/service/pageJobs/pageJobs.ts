import { randomUUID } from 'node:crypto';

import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { PageDocument } from '../scrape/scrapeDocument.ts';
import { DEFAULT_TEAM } from '../team/authentication.ts';
import type { JobFailure, PageFailure, PageJob, PageJobEvent } from './pageJob.ts';
import { PageWorker, type PageTask } from './pageWorker.ts';
import { tellOfPageJob } from './webhookEvents.ts';

export interface PageJobsOptions {
	/** Milliseconds that a job is still `scraping` after its last page. Default: 0. */
	completionLag?: number;
	/** What is told of a job's credits. Default: `exact`, without a database `unknown` (-1). */
	jobCredits?: 'exact' | 'late' | 'unknown';
	/** Told what happens in jobs, in order. */
	onJobEvent?: (event: PageJobEvent) => void;
}

/** How a job works through its pages. */
export interface WorkPlan {
	/** Pages at once. Default: as many as the plan has browsers. */
	maxConcurrency?: number;
	/** Milliseconds between two pages, which then come one at a time. */
	delay?: number;
	/** Told the links of each page, to add what else is to be read. */
	onLinks?: (task: PageTask, links: string[]) => Promise<void>;
}

type NewJob = Pick<PageJob, 'kind' | 'team' | 'scrapeOptions'> &
	Partial<Pick<PageJob, 'id' | 'url' | 'crawlOptions' | 'webhook'>>;

const CANCELLED_PAGE =
	'An unexpected internal error occurred while processing your request. Error details: "This scrape was not completed because the parent crawl or batch scrape was cancelled."';

/** The crawls and batches of all teams: starts, works, cancels and keeps them. */
export class PageJobs {
	readonly jobs: Jobs<PageJob>;
	readonly options: PageJobsOptions;
	readonly #core: ServiceCore;
	readonly #workers = new Map<string, PageWorker>();

	constructor(core: ServiceCore, options: PageJobsOptions) {
		this.#core = core;
		this.options = options;
		this.jobs = new Jobs<PageJob>(core.now, (job) => job.endedAt ?? Infinity);
	}

	/** A job without pages; it ends when it has no pages left and is released. */
	start(given: NewJob, plan: WorkPlan = {}): PageJob {
		const job = this.#add(given);
		const { id, team, kind } = job;
		this.#core.activities.record({ id, team, endpoint: kind, target: job.url ?? null });
		this.#tell({ type: 'started', job });
		this.#work(job, plan);
		return job;
	}

	/** One more page to read. A job that is over stays so. */
	add(job: PageJob, task: PageTask): void {
		if (this.jobs.hasEnded(job)) {
			if (job.cancelRequestedAt !== undefined) return;
			job.isAppended = true;
		}
		if (!task.isHidden) job.found += 1;
		(this.#workers.get(job.id) ?? this.#work(job, {})).add(task);
	}

	/** No more pages come but those that pages link to. */
	release(job: PageJob): void {
		this.#workers.get(job.id)?.release();
	}

	/** Throws 404 when there is no such job of the team, or its results are given up. */
	find(id: string, team: string): PageJob {
		const job = this.jobs.find(id, team);
		if (!job) throw new ServiceError(404, 'Job not found');
		if (this.jobs.hasExpired(job)) throw new ServiceError(404, 'Job expired');
		return job;
	}

	/** Ends a job at once; pages under way still come. */
	cancel(job: PageJob): void {
		const now = this.#core.now();
		job.cancelRequestedAt = now;
		job.endedAt = now;
		const waiting = this.#workers.get(job.id)?.drop() ?? [];
		for (const { url } of waiting)
			this.#fail(job, url, { code: 'UNKNOWN_ERROR', error: CANCELLED_PAGE });
		this.#tell({ type: 'cancelled', job });
	}

	/** Lets a job fail as a whole, which tests order. */
	fail(id: string, failure: JobFailure): void {
		const job = this.jobs.all.find((one) => one.id === id);
		if (!job) throw new Error(`There is no job ${id}`);
		job.failure = failure;
		job.endedAt = this.#core.now();
		this.#workers.get(id)?.drop();
	}

	/** A job that is over, with these pages: for tests that are not about scraping. */
	addFinished(given: Partial<NewJob> & { documents: PageDocument[] }): PageJob {
		const job = this.#add({ kind: 'crawl', team: DEFAULT_TEAM, scrapeOptions: {}, ...given });
		job.documents = given.documents;
		job.found = given.documents.length;
		job.endedAt = this.#core.now();
		return job;
	}

	/** Lists a page that cannot be had, and why. */
	refusePage(job: PageJob, url: string, reason: Pick<PageFailure, 'code' | 'error'>): void {
		this.#fail(job, url, reason);
	}

	#add(given: NewJob): PageJob {
		const job: PageJob = {
			id: randomUUID(),
			createdAt: this.#core.now(),
			documents: [],
			failures: [],
			robotsBlocked: [],
			found: 0,
			failed: 0,
			charges: [],
			...given,
		};
		this.jobs.add(job);
		return job;
	}

	#work(job: PageJob, { maxConcurrency, delay, onLinks }: WorkPlan): PageWorker {
		const { browsers, scraper, now } = this.#core;
		const { kind, team, scrapeOptions } = job;
		const worker = new PageWorker({
			maxConcurrency: Math.min(maxConcurrency ?? Infinity, browsers.max),
			delay: delay ?? 0,
			isClosed: scraper.isClosed,
			read: async ({ url }) =>
				await scraper.scrapeInTurn({ url, ...scrapeOptions }, { team, signal: scraper.isClosed }),
			onPage: async (task, { document, links }) => {
				job.charges.push({ at: now(), credits: document.metadata.creditsUsed });
				if (!task.isHidden) {
					job.documents.push(document);
					this.#tell({ type: 'page', job, document });
				}
				await onLinks?.(task, links);
			},
			onFailure: ({ url, isHidden }, error) => {
				if (isHidden) return;
				job.failed += 1;
				this.#fail(job, url, reasonOf(error));
			},
			onIdle: () => this.#end(job, kind),
		});
		this.#workers.set(job.id, worker);
		return worker;
	}

	#end(job: PageJob, kind: PageJob['kind']): void {
		this.#workers.delete(job.id);
		if (job.endedAt !== undefined) return;
		job.endedAt = this.#core.now() + (this.options.completionLag ?? 0);
		const isDenied = job.failures.some(({ code }) => code === 'CRAWL_DENIAL');
		if (kind === 'crawl' && job.documents.length === 0 && !isDenied) job.warning = fewResults(job);
		this.#tell({ type: 'completed', job });
	}

	#fail(job: PageJob, url: string, reason: Pick<PageFailure, 'code' | 'error'>): void {
		const timestamp = new Date(this.#core.now()).toISOString();
		const failure = { id: randomUUID(), timestamp, url, ...reason };
		job.failures.push(failure);
		this.#tell({ type: 'page', job, failure });
	}

	#tell(event: PageJobEvent): void {
		this.options.onJobEvent?.(event);
		tellOfPageJob(event, this.#core.webhooks, () => this.jobs.hasEnded(event.job));
	}
}

function reasonOf(error: unknown): Pick<PageFailure, 'code' | 'error'> {
	if (error instanceof ServiceError)
		return { code: error.body.code ?? 'UNKNOWN_ERROR', error: error.body.error };
	return { code: 'UNKNOWN_ERROR', error: 'An unexpected error occurred.' };
}

function fewResults({ documents, url = '' }: PageJob): string {
	const host = URL.canParse(url) ? new URL(url).hostname.split('.').slice(-2).join('.') : url;
	return `Only ${documents.length} result(s) found. For broader coverage, try crawling with crawlEntireDomain=true or start from a higher-level path like ${host}`;
}
