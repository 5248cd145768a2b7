import { batchRoutes, type BatchRouteName } from '../batch/routes.ts';
import type { Noun, ServiceCore } from '../core.ts';
import { crawlRoutes, type CrawlOptions, type CrawlRouteName } from '../crawl/routes.ts';
import { PageJobs, type PageJobsOptions } from './pageJobs.ts';

export interface PageJobModels {
	/** The crawls and batches; tests may end and add some without HTTP. */
	pageJobs: PageJobs;
}

/** Crawls and batches: two starts of one kind of job. */
export function pageJobs(
	core: ServiceCore,
	options: PageJobsOptions & CrawlOptions,
): Noun<BatchRouteName | CrawlRouteName, PageJobModels> {
	const jobs = new PageJobs(core, options);
	return {
		routes: [...batchRoutes(core, jobs), ...crawlRoutes(core, jobs, options)],
		models: { pageJobs: jobs },
	};
}
