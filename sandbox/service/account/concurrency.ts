import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';

/** How many of the plan's browsers are in use. */
export function concurrencyCheck({ browsers }: ServiceCore): Route<'concurrencyCheck'> {
	return {
		name: 'concurrencyCheck',
		group: 'crawlReads',
		method: 'GET',
		path: /^\/v2\/concurrency-check\/?$/,
		handle: ({ team }) => ({
			status: 200,
			json: {
				success: true,
				concurrency: browsers.inUse(team),
				maxConcurrency: browsers.max,
			},
		}),
	};
}

/** What is under way and what waits for a browser. */
export function queueStatus({ browsers, activities }: ServiceCore): Route<'queueStatus'> {
	return {
		name: 'queueStatus',
		group: 'account',
		method: 'GET',
		path: /^\/v2\/team\/queue-status\/?$/,
		handle({ team }) {
			const activeJobsInQueue = browsers.inUse(team);
			const waitingJobsInQueue = browsers.waiting(team);
			const latest = activities.recent(team)[0];
			return {
				status: 200,
				json: {
					success: true,
					jobsInQueue: activeJobsInQueue + waitingJobsInQueue,
					activeJobsInQueue,
					waitingJobsInQueue,
					maxConcurrency: browsers.max,
					mostRecentSuccess: latest ? new Date(latest.createdAt).toISOString() : null,
				},
			};
		},
	};
}
