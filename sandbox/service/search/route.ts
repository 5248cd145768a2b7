import { randomUUID } from 'node:crypto';

import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { timedOut } from '../scrape/failures.ts';
import type { ScrapeOptions } from '../scrape/scrapeRequest.ts';
import { scrapedPage, websitePages, type FoundPage } from './pages.ts';
import { resultsOf, type SearchResult, type SearchResults } from './results.ts';
import { checkSearchBody, type SearchRequest } from './rules.ts';

const CREDITS_PER_TEN = 2;
const ZDR_CREDITS_PER_TEN = 10;

export interface SearchOptions {
	/** Further pages that can be found, before those of the sandbox websites. */
	searchPages?: FoundPage[];
	/** Milliseconds that a search takes at least. Default: none. */
	searchDuration?: number;
	/** Whether the category `research` answers in the shape announced for November 2026. Default: false. */
	hasResearchPapers?: boolean;
	/** Whether the search engine behind the service is down: 200 without any list. Default: false. */
	searchEngineIsDown?: boolean;
	/** Kinds of retention (`enterprise`) that the team may ask for. Default: none. */
	enterpriseSearch?: string[];
}

/** `POST /v2/search`: the sandbox websites, and whatever the stand-in has scraped. */
export function searchRoute(core: ServiceCore, options: SearchOptions): Route<'search'> {
	const scraped = new Map<string, FoundPage>();
	core.scraper.onDocument((document) => {
		const page = scrapedPage(document);
		if (page) scraped.set(page.url, page);
	});
	return {
		name: 'search',
		group: 'searches',
		method: 'POST',
		path: /^\/v2\/search\/?$/,
		async handle({ team, body, signal }) {
			checkSearchBody(body);
			const request = body as SearchRequest;
			core.checkThreatProtection(request);
			refuseRetention(request, options.enterpriseSearch ?? []);
			core.credits.demand(team);
			await patience(options.searchDuration ?? 0, request.timeout, signal);
			const found = options.searchEngineIsDown ? {} : find(core, options, request, scraped);
			const price = priceOf(found, request);
			core.credits.spend(team, price);
			const id = randomUUID();
			core.activities.record({ id, team, endpoint: 'search', target: request.query });
			const data = await withPages(core, found, request.scrapeOptions, { team, signal });
			const creditsUsed = price + scrapePrice(data);
			return { status: 200, json: { success: true, data, creditsUsed, id } };
		},
	};
}

function refuseRetention({ enterprise = [] }: SearchRequest, allowed: string[]): void {
	if (enterprise.every((kind) => kind === 'default' || allowed.includes(kind))) return;
	throw new ServiceError(
		403,
		'Zero Data Retention (ZDR) search is not enabled for your team. Contact support@firecrawl.com to enable this feature.',
	);
}

/** Waits for so long, or for the request's time-out if that comes first. */
async function patience(
	duration: number,
	timeout: number | undefined,
	signal: AbortSignal,
): Promise<void> {
	const limit = timeout ?? 60_000;
	await new Promise<void>((resolve) => {
		const timer = setTimeout(resolve, Math.min(duration, limit));
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		});
	});
	if (duration > limit) throw timedOut();
}

function find(
	core: ServiceCore,
	{ searchPages = [], hasResearchPapers = false }: SearchOptions,
	request: SearchRequest,
	scraped: Map<string, FoundPage>,
): SearchResults {
	const { docs, blog } = websitePages(core.websiteUrl());
	const known = [...searchPages, ...scraped.values(), ...docs, ...blog];
	const pages = [...new Map(known.toReversed().map((page) => [page.url, page])).values()];
	return resultsOf({ pages: pages.toReversed(), news: blog }, request, {
		now: core.now(),
		limit: request.limit ?? (core.deployment === 'open2025' ? 5 : 10),
		hasResearchPapers,
		tellsPosition: core.deployment === 'hosted',
	});
}

function priceOf(found: SearchResults, { enterprise = [] }: SearchRequest): number {
	const results = Object.values(found).reduce((sum, list) => sum + list.length, 0);
	const perTen = enterprise.includes('zdr') ? ZDR_CREDITS_PER_TEN : CREDITS_PER_TEN;
	return Math.ceil(results / 10) * perTen;
}

interface Client {
	team: string;
	signal: AbortSignal;
}

/** Scrapes the results when formats are asked for. One that fails stays in the list. */
async function withPages(
	core: ServiceCore,
	found: SearchResults,
	options: ScrapeOptions | undefined,
	client: Client,
): Promise<SearchResults> {
	if (!options?.formats?.length) return found;
	const lists = await Promise.all(
		Object.entries(found).map(async ([source, results]) => {
			const isOfPages = source === 'web' || source === 'news';
			const read = (result: SearchResult) => withPage(core, result, options, client);
			return [source, isOfPages ? await Promise.all(results.map(read)) : results] as const;
		}),
	);
	return Object.fromEntries(lists);
}

async function withPage(
	{ scraper }: ServiceCore,
	result: SearchResult,
	options: ScrapeOptions,
	client: Client,
): Promise<SearchResult> {
	const { url = '' } = result;
	if (scraper.isBlocked(url)) return result;
	try {
		const { document } = await scraper.scrapeInTurn({ ...options, url }, client);
		return { ...result, ...document };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { error: reason } = error.body;
		return { ...result, metadata: { statusCode: 500, error: reason, proxyUsed: 'basic' } };
	}
}

/** The scraper has billed these already: they only appear in the sum. */
function scrapePrice(data: SearchResults): number {
	return Object.values(data)
		.flat()
		.map(({ metadata }) => (metadata as { creditsUsed?: number } | undefined)?.creditsUsed ?? 0)
		.reduce((sum, credits) => sum + credits, 0);
}
