import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { jobId, uuid } from '../jobs/jobId.ts';
import { routeOf, statusAnswer } from './answers.ts';
import type { PageJob } from './pageJob.ts';
import type { PageJobs } from './pageJobs.ts';

/** The names of one kind's routes. */
export interface PageJobRouteNames<Name extends string> {
	status: Name;
	cancel: Name;
	errors: Name;
}

/** Status, cancel and errors, which crawls and batches have alike; each also knows the other's ids. */
export function pageJobRoutes<Name extends string>(
	core: ServiceCore,
	pageJobs: PageJobs,
	kind: PageJob['kind'],
	names: PageJobRouteNames<Name>,
): Array<Route<Name>> {
	const base = `/v2/${routeOf[kind]}`;
	const one = new RegExp(`^${base}/([^/]+)/?$`);
	return [
		{
			name: names.status,
			group: 'crawlReads',
			method: 'GET',
			path: one,
			handle({ team, params, query }) {
				const job = pageJobs.find(pageJobId(core, params), team);
				return { status: 200, json: statusAnswer(core, pageJobs, job, { query, route: kind }) };
			},
		},
		{
			name: names.cancel,
			group: 'crawlReads',
			method: 'DELETE',
			path: one,
			handle({ team, params }) {
				const job = pageJobs.jobs.find(pageJobId(core, params), team);
				if (!job || pageJobs.jobs.hasExpired(job)) throw bare(404, 'Job not found');
				const isOver = pageJobs.jobs.hasEnded(job);
				const isCancelled = job.cancelRequestedAt !== undefined;
				if (isOver && !isCancelled && core.deployment !== 'open2025')
					throw bare(409, 'Crawl is already completed');
				if (!isOver) pageJobs.cancel(job);
				return { status: 200, json: { status: 'cancelled' } };
			},
		},
		{
			name: names.errors,
			group: 'crawlReads',
			method: 'GET',
			path: new RegExp(`^${base}/([^/]+)/errors/?$`),
			handle({ team, params: [id = ''] }) {
				if (!uuid.test(id) && kind === 'crawl' && core.deployment !== 'open2025') jobId([id]);
				const isForeign = pageJobs.jobs.all.some((job) => job.id === id && job.team !== team);
				if (isForeign) throw new ServiceError(403, 'Forbidden');
				const { failures, robotsBlocked } = pageJobs.find(id, team);
				return { status: 200, json: { errors: failures, robotsBlocked } };
			},
		},
	];
}

/** The server of 2025 does not look at an id's shape. */
function pageJobId({ deployment }: ServiceCore, params: string[]): string {
	return deployment === 'open2025' ? (params[0] ?? '') : jobId(params);
}

/** An error answer without `success`, as the cancel routes give it. */
function bare(status: number, error: string): ServiceError {
	return new ServiceError(status, error, { success: undefined });
}
