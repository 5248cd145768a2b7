import {
	checkedFields,
	FieldError,
	flag,
	httpUrl,
	isBlank,
	oneOf,
	positiveNumber,
	required,
	text,
	textList,
	textUpTo,
	wholeNumber,
	type FieldChecks,
} from '../checks';
import type { Format } from './formats';
import { SCRAPE_OPTIONS, type ScrapeOptions } from './scrapeOptions';

const MAX_DELAY_SECONDS = 60;

const prompt = textUpTo(10_000);

/** Regular expressions, one a line, because they may hold commas. */
function patterns(field: string, value: unknown): string[] {
	const list = textList(field, value, { commas: false });
	const wrong = list.find((pattern) => !isPattern(pattern));
	if (wrong === undefined) return list;
	throw new FieldError(field, 'must hold regular expressions, such as ^/blog/.*', wrong);
}

function isPattern(pattern: string): boolean {
	try {
		return Boolean(new RegExp(pattern));
	} catch {
		return false;
	}
}

function delay(field: string, value: unknown): number {
	const seconds = positiveNumber(field, value);
	if (seconds <= MAX_DELAY_SECONDS) return seconds;
	throw new FieldError(field, `must be at most ${MAX_DELAY_SECONDS} seconds`, value);
}

/** How each option is checked (service, C1), but for those that stand elsewhere in the node. */
const FIELDS = {
	allowExternalLinks: flag,
	allowSubdomains: flag,
	crawlEntireDomain: flag,
	deduplicateSimilarURLs: flag,
	delay,
	excludePaths: patterns,
	ignoreQueryParameters: flag,
	ignoreRobotsTxt: flag,
	includePaths: patterns,
	maxConcurrency: wholeNumber(1),
	maxDiscoveryDepth: wholeNumber(0),
	prompt,
	regexOnFullURL: flag,
	robotsUserAgent: text,
	sitemap: oneOf('include', 'only', 'skip'),
	zeroDataRetention: flag,
} satisfies FieldChecks;

export type CrawlOption = keyof typeof FIELDS;

export const CRAWL_OPTIONS = Object.keys(FIELDS) as CrawlOption[];

/**
 * How a website is walked: the options that were given. Names of the service's first version, which
 * it refuses now, are refused here.
 *
 * @param path of the options in messages, such as `crawlOptions`
 * @param values by the names of the body
 * @param allowed those that the operation takes
 * @throws FieldError naming the field and the rule
 */
export function crawlOptions(
	path: string,
	values: Record<string, unknown>,
	allowed: readonly CrawlOption[] = CRAWL_OPTIONS,
): Record<string, unknown> {
	const stranger = Object.keys(values).find((name) => !(allowed as string[]).includes(name));
	if (stranger !== undefined) {
		const rule = `must not hold ${stranger}: this operation does not take it`;
		throw new FieldError(path, rule, values);
	}
	return checkedFields(FIELDS, values, `${path}.`);
}

/** How the pages of a crawl can be read; that nothing of them is kept holds for the crawl as a whole. */
export const CRAWLED_PAGE_OPTIONS = SCRAPE_OPTIONS.filter((name) => name !== 'zeroDataRetention');

/** The service's own default is 10,000 pages, which is a bill. */
export const DEFAULT_MAX_PAGES = 100;

/** What a crawl is asked for beside its options. */
export interface CrawlTarget {
	url: unknown;
	/** Sent as `limit`, always. */
	maxPages: unknown;
	webhook?: unknown;
}

/**
 * The body of `POST /v2/crawl` (service, C1).
 *
 * @param target as the user gave it
 * @param walk already checked, as formats and scrape options are
 * @throws FieldError
 */
export function crawlRequest(
	{ url, maxPages, webhook }: CrawlTarget,
	walk: Record<string, unknown>,
	formats: Format[],
	scrapeOptions: ScrapeOptions,
): Record<string, unknown> & { url: string; limit: number } {
	required({ url }, 'url');
	return {
		url: httpUrl('url', url),
		limit: wholeNumber(1)('maxPages', maxPages),
		...walk,
		scrapeOptions: { formats, ...scrapeOptions },
		...(!isBlank(webhook) && { webhook: httpUrl('webhookUrl', webhook) }),
	};
}

/**
 * The body of `POST /v2/crawl/params-preview` (service, C3).
 *
 * @throws FieldError
 */
export function previewRequest(url: unknown, wish: unknown): { url: string; prompt: string } {
	required({ url }, 'url');
	required({ prompt: wish }, 'prompt');
	return { url: httpUrl('url', url), prompt: prompt('prompt', wish) };
}

/**
 * What a preview proposes, under the names that Start uses and without what a crawl refuses.
 *
 * @param proposal as the service gives it
 */
export function proposedOptions(proposal: Record<string, unknown>): Record<string, unknown> {
	const { limit } = proposal;
	const own = CRAWL_OPTIONS.filter(
		(name) => proposal[name] !== undefined && proposal[name] !== null,
	);
	const options = Object.fromEntries(own.map((name) => [name, proposal[name]]));
	const pause = secondsOf(options.delay);
	return {
		...(typeof limit === 'number' && { maxPages: limit }),
		...options,
		...('delay' in options && { delay: pause }),
	};
}

/** A preview may give milliseconds; a crawl takes seconds, at most a minute. */
function secondsOf(pause: unknown): number {
	const number = Number(pause);
	return number > MAX_DELAY_SECONDS ? Math.min(number / 1000, MAX_DELAY_SECONDS) : number;
}
