import {
	allOf,
	flag,
	isObject,
	list,
	numeric,
	object,
	oneOf,
	text,
	type Rule,
} from '../http/validation.ts';
import { webhookRule } from '../pageJobs/webhookRule.ts';
import { strictObject } from '../scrape/rules.ts';
import type { ScrapeOptions } from '../scrape/scrapeRequest.ts';
import { clientLabels, scrapeOptionsRule } from '../scrape/scrapeRules.ts';
import { addressProblems } from '../scrape/targetAddress.ts';

/** The body of section C1. */
export interface CrawlRequest extends CrawlRules {
	url: string;
	prompt?: string;
	scrapeOptions?: ScrapeOptions;
	webhook?: unknown;
	maxConcurrency?: number;
	/** Seconds. */
	delay?: number;
	zeroDataRetention?: boolean;
}

/** Which pages a crawl reads. */
export interface CrawlRules {
	includePaths?: string[];
	excludePaths?: string[];
	regexOnFullURL?: boolean;
	maxDiscoveryDepth?: number;
	sitemap?: 'skip' | 'include' | 'only';
	ignoreQueryParameters?: boolean;
	deduplicateSimilarURLs?: boolean;
	limit?: number;
	crawlEntireDomain?: boolean;
	allowExternalLinks?: boolean;
	allowSubdomains?: boolean;
	ignoreRobotsTxt?: boolean;
	robotsUserAgent?: string;
}

const integer = numeric({ integer: true });

const delayRule: Rule = (value, path) => {
	const message = 'The delay parameter is measured in seconds and cannot exceed 60 seconds.';
	const isLong = typeof value === 'number' && value > 60;
	return isLong ? [{ code: 'too_big', path, message }] : numeric({ above: 0 })(value, path);
};

export const crawlRequestRule = strictObject(
	{
		url: addressProblems,
		prompt: text({ max: 10_000 }),
		includePaths: list(text()),
		excludePaths: list(text()),
		regexOnFullURL: flag,
		maxDiscoveryDepth: integer,
		sitemap: oneOf(['skip', 'include', 'only']),
		ignoreQueryParameters: flag,
		deduplicateSimilarURLs: flag,
		limit: integer,
		crawlEntireDomain: flag,
		allowExternalLinks: flag,
		allowSubdomains: flag,
		ignoreRobotsTxt: flag,
		robotsUserAgent: text(),
		delay: delayRule,
		maxConcurrency: numeric({ integer: true, min: 1 }),
		webhook: webhookRule,
		scrapeOptions: scrapeOptionsRule,
		zeroDataRetention: flag,
		...clientLabels,
	},
	['url'],
);

/** What the preview asks for; other fields are dropped without a word (section 0). */
export const previewRule: Rule = allOf(
	(value, path) =>
		isObject(value) ? [] : [{ code: 'invalid_type', path, message: 'Invalid input' }],
	object({ url: addressProblems, prompt: text({ max: 10_000 }) }, { required: ['url', 'prompt'] }),
);
