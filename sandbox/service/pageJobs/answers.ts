import type { ServiceCore } from '../core.ts';
import { RESULT_LIFETIME_MS } from '../jobs/jobs.ts';
import { resultPage } from '../jobs/resultPages.ts';
import type { PageJob } from './pageJob.ts';
import type { PageJobs } from './pageJobs.ts';

export const routeOf = { crawl: 'crawl', batch_scrape: 'batch/scrape' } as const;

/** How far behind the bill of a job is that is told late. */
const CREDITS_LAG_MS = 3000;

/** The answer of the status route (section C2), with the page of results that the query asks for. */
export function statusAnswer(
	core: ServiceCore,
	pageJobs: PageJobs,
	job: PageJob,
	{ query, route }: { query: URLSearchParams; route: PageJob['kind'] },
): Record<string, unknown> {
	const is2025 = core.deployment === 'open2025';
	const isRunning = !pageJobs.jobs.hasEnded(job);
	// The server of 2025 counts pages that failed; the later ones count them out.
	const total = is2025 ? job.found : job.found - job.failed;
	const page = resultPage(
		core,
		{
			results: job.documents,
			total,
			isRunning,
			isCutShort: job.cancelRequestedAt !== undefined || job.isAppended === true,
			address: `${core.url()}/v2/${routeOf[route]}/${job.id}`,
		},
		query,
	);
	const expiry = isRunning ? core.now() + RESULT_LIFETIME_MS : pageJobs.jobs.expiryOf(job);
	return {
		success: job.failure?.success ?? true,
		...(job.failure ? { error: job.failure.error } : {}),
		status: statusOf(job, isRunning),
		completed: job.documents.length,
		total,
		creditsUsed: creditsOf(core, pageJobs, job),
		expiresAt: new Date(expiry).toISOString(),
		...page,
		...(is2025 ? {} : timesOf(core, job, isRunning)),
		...(job.warning === undefined || isRunning ? {} : { warning: job.warning }),
	};
}

function statusOf(job: PageJob, isRunning: boolean): string {
	if (isRunning) return 'scraping';
	if (job.failure) return 'failed';
	return job.cancelRequestedAt === undefined ? 'completed' : 'cancelled';
}

function creditsOf(core: ServiceCore, { options }: PageJobs, job: PageJob): number {
	const told = options.jobCredits ?? (core.isSelfHosted ? 'unknown' : 'exact');
	if (told === 'unknown') return -1;
	const until = core.now() - (told === 'late' ? CREDITS_LAG_MS : 0);
	return job.charges.filter(({ at }) => at <= until).reduce((sum, { credits }) => sum + credits, 0);
}

function timesOf(core: ServiceCore, job: PageJob, isRunning: boolean): Record<string, unknown> {
	const end = isRunning ? core.now() : (job.endedAt ?? core.now());
	return {
		createdAt: new Date(job.createdAt).toISOString(),
		...(isRunning ? {} : { completedAt: new Date(end).toISOString() }),
		duration: (end - job.createdAt) / 1000,
	};
}
