import { allOf, flag, isObject, list, numeric, text, type Rule } from '../http/validation.ts';
import { uuid } from '../jobs/jobId.ts';
import { webhookRule } from '../pageJobs/webhookRule.ts';
import { strictObject } from '../scrape/rules.ts';
import type { ScrapeOptions } from '../scrape/scrapeRequest.ts';
import { clientLabels, crossProblems, scrapeFields } from '../scrape/scrapeRules.ts';
import { addressProblems } from '../scrape/targetAddress.ts';

/** The body of section B; the scrape options stand beside these. */
export interface BatchRequest extends ScrapeOptions {
	urls: string[];
	webhook?: unknown;
	maxConcurrency?: number;
	ignoreInvalidURLs?: boolean;
	appendToId?: string;
	origin?: string;
	integration?: string;
}

const fields: Record<string, Rule> = {
	...scrapeFields,
	...clientLabels,
	webhook: webhookRule,
	maxConcurrency: numeric({ integer: true, min: 1 }),
	ignoreInvalidURLs: flag,
	appendToId: text({ pattern: uuid, means: 'a UUID' }),
};

const someUrls: Rule = (value, path) =>
	Array.isArray(value) && value.length === 0
		? [{ code: 'too_small', path, message: 'Too small: expected array to have >=1 items' }]
		: [];

function bodyWith(oneUrl: Rule): Rule {
	const urls = allOf(list(oneUrl), someUrls);
	return allOf(strictObject({ urls, ...fields }, ['urls']), crossProblems);
}

const withValidUrls = bodyWith(addressProblems);
const withAnyUrls = bodyWith(text());

/** Every address has to be valid, unless the body says to ignore those that are not. */
export const batchRequestRule: Rule = (value, path) => {
	const ignores = isObject(value) && value['ignoreInvalidURLs'] === true;
	return (ignores ? withAnyUrls : withValidUrls)(value, path);
};
