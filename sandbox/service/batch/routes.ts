import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { PageJobs } from '../pageJobs/pageJobs.ts';
import { pageJobRoutes } from '../pageJobs/routes.ts';
import { refuseOptions } from '../scrape/routes.ts';
import { checkPageBody } from '../scrape/rules.ts';
import { scrapeOptionsOf } from '../scrape/scrapeRules.ts';
import { targetAddress } from '../scrape/targetAddress.ts';
import { batchRequestRule, type BatchRequest } from './rules.ts';

export type BatchRouteName = 'batchStart' | 'batchStatus' | 'batchCancel' | 'batchErrors';

export function batchRoutes(core: ServiceCore, pageJobs: PageJobs): Array<Route<BatchRouteName>> {
	return [
		{
			name: 'batchStart',
			group: 'scrapes',
			method: 'POST',
			path: /^\/v2\/batch\/scrape\/?$/,
			handle({ team, body }) {
				checkPageBody(core, batchRequestRule, body);
				return { status: 200, json: start(core, pageJobs, team, body as BatchRequest) };
			},
		},
		...pageJobRoutes(core, pageJobs, 'batch_scrape', {
			status: 'batchStatus',
			cancel: 'batchCancel',
			errors: 'batchErrors',
		}),
	];
}

/** The answer of a start. Throws `ServiceError`. */
function start(
	core: ServiceCore,
	pageJobs: PageJobs,
	team: string,
	request: BatchRequest,
): Record<string, unknown> {
	const { urls, webhook, maxConcurrency, appendToId } = request;
	refuseOptions(core, request, []);
	const isUsable = (url: string): boolean =>
		targetAddress(url) !== undefined && !core.scraper.isBlocked(url);
	const usable = urls.filter(isUsable);
	const invalidURLs = urls.filter((url) => !isUsable(url));
	if (usable.length === 0) throw new ServiceError(400, 'No valid URLs provided');
	core.credits.demand(team, usable.length);
	const job =
		appendToId === undefined
			? pageJobs.start(
					{ kind: 'batch_scrape', team, scrapeOptions: scrapeOptionsOf(request), webhook },
					{ maxConcurrency },
				)
			: pageJobs.find(appendToId, team);
	for (const url of usable) pageJobs.add(job, { url, depth: 0 });
	pageJobs.release(job);
	const address = `${core.url()}/v2/batch/scrape/${job.id}`;
	return { success: true, id: job.id, url: address, invalidURLs };
}
