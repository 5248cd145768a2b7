import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { jobId } from '../jobs/jobId.ts';
import { RESULT_LIFETIME_MS } from '../jobs/jobs.ts';
import { checkPageBody } from './rules.ts';
import type { PageDocument } from './scrapeDocument.ts';
import { scrapeRequestRule } from './scrapeRules.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';

export type ScrapeRouteName = 'scrape' | 'scrapeStatus';

/** Documents that are kept to be read again. */
const MAX_KEPT = 1000;

interface KeptDocument {
	team: string;
	document: PageDocument;
	/** Unix milliseconds. */
	at: number;
}

export function scrapeRoutes(core: ServiceCore): Array<Route<ScrapeRouteName>> {
	const kept = new Map<string, KeptDocument>();
	return [
		{
			name: 'scrape',
			group: 'scrapes',
			method: 'POST',
			path: /^\/v2\/scrape\/?$/,
			async handle({ team, body, signal }) {
				checkPageBody(core, scrapeRequestRule, body);
				const request = body as ScrapeRequest;
				refuseOptions(core, request);
				core.scraper.refuseBlocked(request.url);
				core.credits.demand(team);
				const { document } = await core.scraper.scrapeNow(request, { team, signal });
				const id = document.metadata.scrapeId;
				kept.set(id, { team, document, at: core.now() });
				const [oldest] = kept.keys();
				if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
				core.activities.record({ id, team, endpoint: 'scrape', target: request.url });
				return { status: 200, json: { success: true, data: document } };
			},
		},
		{
			name: 'scrapeStatus',
			group: 'crawlReads',
			method: 'GET',
			path: /^\/v2\/scrape\/([^/]+)\/?$/,
			handle({ team, params }) {
				const found = kept.get(jobId(params));
				const isGone = found && core.now() - found.at >= RESULT_LIFETIME_MS;
				// Open servers have no object store to read it from (section A5).
				if (!found || isGone || core.deployment !== 'hosted')
					throw new ServiceError(404, 'Job not found.');
				if (found.team !== team)
					throw new ServiceError(403, 'You are not allowed to access this resource.');
				return { status: 200, json: { success: true, data: found.document } };
			},
		},
	];
}

/** Throws 403 for options that the team may not use. */
export function refuseOptions(
	core: ServiceCore,
	options: { zeroDataRetention?: boolean; threatProtection?: unknown },
): void {
	core.checkThreatProtection(options);
	if (options.zeroDataRetention && !core.zeroDataRetention)
		throw new ServiceError(
			core.deployment === 'open2025' ? 400 : 403,
			'Zero Data Retention (ZDR) is not enabled for your team. Contact support@firecrawl.com to enable this feature.',
		);
}
