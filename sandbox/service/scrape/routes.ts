import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { jobId } from '../jobs/jobId.ts';
import { RESULT_LIFETIME_MS } from '../jobs/jobs.ts';
import { checkPageBody } from './rules.ts';
import type { PageDocument } from './scrapeDocument.ts';
import { scrapeRequestRule } from './scrapeRules.ts';
import type { ScrapeOptions, ScrapeRequest } from './scrapeRequest.ts';
import { targetAddress } from './targetAddress.ts';

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
				refuseOptions(core, request, [request.url]);
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
				if (!found && core.deployment === 'open2025') throw core.crash();
				if (found && found.team !== team)
					throw new ServiceError(403, 'You are not allowed to access this resource.');
				if (core.zeroDataRetention) throw new ServiceError(400, NOT_KEPT);
				const isGone = found && core.now() - found.at >= RESULT_LIFETIME_MS;
				// Open servers have no object store to read it from (section A5).
				if (!found || isGone || core.deployment !== 'hosted')
					throw new ServiceError(404, 'Job not found.');
				return { status: 200, json: { success: true, data: found.document } };
			},
		},
	];
}

const NOT_KEPT =
	'Your team has zero data retention enabled. This is not supported on scrape status. Please contact support@firecrawl.com to unblock this feature.';

/** Throws 403 for options that the team may not use, and for addresses that its policy forbids. */
export function refuseOptions(
	core: ServiceCore,
	options: Pick<ScrapeOptions, 'zeroDataRetention' | 'threatProtection'>,
	urls: string[],
): void {
	core.checkThreatProtection(options);
	if (options.zeroDataRetention && !core.zeroDataRetention)
		throw core.deployment === 'open2025'
			? new ServiceError(400, ZDR_OF_2025)
			: new ServiceError(403, NO_ZDR);
	const { mode, blacklist = [] } = options.threatProtection ?? {};
	const forbidden = urls.find((url) => mode === 'normal' && blacklist.includes(hostOf(url)));
	if (forbidden !== undefined)
		throw new ServiceError(
			403,
			`This URL (${forbidden}) is blocked by your organization's threat protection policy (rule: blacklist). If you believe this is a mistake, contact your organization administrator to adjust the policy (e.g. whitelist the domain).`,
			{ code: 'unsafe_domain_blocked' },
		);
}

function hostOf(url: string): string {
	const address = targetAddress(url);
	return address === undefined ? '' : new URL(address).hostname;
}

const NO_ZDR =
	'Zero Data Retention (ZDR) is not enabled for your team. Contact support@firecrawl.com to enable this feature.';
const ZDR_OF_2025 =
	"Zero data retention is enabled for this team. If you're interested in ZDR, please contact support@firecrawl.com";
