import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { PageJobs } from '../pageJobs/pageJobs.ts';
import { pageJobRoutes } from '../pageJobs/routes.ts';
import { refuseOptions } from '../scrape/routes.ts';
import { checkPageBody } from '../scrape/rules.ts';
import { targetAddress } from '../scrape/targetAddress.ts';
import { preview, shownOptions } from './answers.ts';
import { Crawler } from './crawler.ts';
import { rulesFromPrompt } from './promptedRules.ts';
import { crawlRequestRule, previewRule, type CrawlRequest } from './rules.ts';

export type CrawlRouteName =
	'crawlStart' | 'crawlStatus' | 'crawlCancel' | 'crawlErrors' | 'crawlActive' | 'crawlPreview';

export interface CrawlOptions {
	/** Whether the team may ignore robots.txt, which is an enterprise feature. Default: false. */
	mayIgnoreRobots?: boolean;
}

export function crawlRoutes(
	core: ServiceCore,
	pageJobs: PageJobs,
	options: CrawlOptions,
): Array<Route<CrawlRouteName>> {
	const usedKeys = new Set<string>();
	return [
		{
			name: 'crawlStart',
			group: 'crawlStarts',
			method: 'POST',
			path: /^\/v2\/crawl\/?$/,
			handle({ team, body, headers }) {
				// The key is used up before the body is looked at (section C3).
				const key = headers['x-idempotency-key'];
				if (typeof key === 'string' && usedKeys.has(key))
					throw new ServiceError(409, 'Idempotency key already used');
				if (typeof key === 'string') usedKeys.add(key);
				checkPageBody(core, crawlRequestRule, body);
				const request = body as CrawlRequest;
				refuseCrawlOptions(core, request, options);
				return { status: 200, json: start(core, pageJobs, team, request) };
			},
		},
		{
			name: 'crawlActive',
			group: 'crawlReads',
			method: 'GET',
			path: /^\/v2\/crawl\/(?:active|ongoing)\/?$/,
			handle({ team }) {
				const active = pageJobs.jobs.active(team).filter(({ kind }) => kind === 'crawl');
				const crawls = active.map(({ id, url, createdAt, crawlOptions }) => ({
					id,
					teamId: team,
					url,
					created_at: new Date(createdAt).toISOString(),
					options: crawlOptions,
				}));
				return { status: 200, json: { success: true, crawls } };
			},
		},
		{
			name: 'crawlPreview',
			group: 'crawlStarts',
			method: 'POST',
			path: /^\/v2\/crawl\/params-preview\/?$/,
			handle: ({ body }) => ({ status: 200, json: preview(core, previewRule, body) }),
		},
		...pageJobRoutes(core, pageJobs, 'crawl', {
			status: 'crawlStatus',
			cancel: 'crawlCancel',
			errors: 'crawlErrors',
		}),
	];
}

function refuseCrawlOptions(
	core: ServiceCore,
	request: CrawlRequest,
	{ mayIgnoreRobots = false }: CrawlOptions,
): void {
	const { scrapeOptions, zeroDataRetention } = request;
	const options = { ...scrapeOptions, ...(zeroDataRetention ? { zeroDataRetention } : {}) };
	refuseOptions(core, options, [request.url]);
	core.scraper.refuseBlocked(request.url);
	for (const name of ['ignoreRobotsTxt', 'robotsUserAgent'] as const)
		if (request[name] && !mayIgnoreRobots)
			throw new ServiceError(
				403,
				`The ${name} parameter is an enterprise feature. Contact support@firecrawl.com to explore whether it can be enabled for your team.`,
			);
	if (request.prompt !== undefined && core.deployment !== 'hosted')
		throw new ServiceError(
			400,
			'Failed to process natural language prompt. Please try rephrasing or use explicit crawler options.',
		);
}

/** The answer of a start. Throws 402 without credits, 400 for a bad regular expression. */
function start(
	core: ServiceCore,
	pageJobs: PageJobs,
	team: string,
	request: CrawlRequest,
): Record<string, unknown> {
	const generated = request.prompt === undefined ? {} : rulesFromPrompt(request.prompt);
	const rules = { ...generated, ...request };
	// An explicit limit above the balance is lowered to it without a word (section K).
	core.credits.demand(team);
	const limit = rules.limit && Math.min(rules.limit, core.credits.remaining(team));
	const url = targetAddress(request.url) ?? request.url;
	const crawler = newCrawler(
		core,
		pageJobs,
		url,
		limit === undefined ? rules : { ...rules, limit },
	);
	const crawlOptions = shownOptions(rules);
	const { scrapeOptions = {}, webhook, maxConcurrency, delay = 0 } = request;
	const job = pageJobs.start(
		{ kind: 'crawl', team, url: request.url, crawlOptions, scrapeOptions, webhook },
		{
			maxConcurrency,
			delay: delay * 1000,
			onLinks: async (task, links) => await crawler.follow(task, links),
		},
	);
	crawler.begin(job).catch((error: unknown) => {
		pageJobs.fail(job.id, { error: String(error), success: true });
	});
	return {
		success: true,
		id: job.id,
		url: `${core.url()}/v2/crawl/${job.id}`,
		...(request.prompt === undefined
			? {}
			: { promptGeneratedOptions: generated, finalCrawlerOptions: crawlOptions }),
	};
}

function newCrawler(
	core: ServiceCore,
	pageJobs: PageJobs,
	url: string,
	rules: CrawlRequest,
): Crawler {
	try {
		return new Crawler(core, pageJobs, url, rules);
	} catch (error) {
		if (error instanceof SyntaxError) throw new ServiceError(400, error.message);
		throw error;
	}
}
