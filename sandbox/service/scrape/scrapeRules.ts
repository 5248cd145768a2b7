import {
	allOf,
	eitherOf,
	flag,
	isObject,
	list,
	numeric,
	oneOf,
	text,
	type Problem,
	type Rule,
} from '../http/validation.ts';
import { openLocation } from '../http/location.ts';
import { auditMetadata } from '../team/auditMetadata.ts';
import { threatProtection } from '../team/threatProtection.ts';
import { actionsRule, waitTooLong } from './actionRules.ts';
import { formatsRule } from './formatRules.ts';
import { kinds, strictObject, textMap, worded } from './rules.ts';
import type { ScrapeOptions } from './scrapeRequest.ts';
import { addressProblems } from './targetAddress.ts';

const milliseconds = numeric({ integer: true, min: 0 });

const parser = kinds(
	{
		pdf: strictObject({
			type: text(),
			mode: oneOf(['fast', 'auto', 'ocr']),
			maxPages: numeric({ integer: true, min: 1, max: 10_000 }),
			pages: flag,
			blocks: flag,
			pageMarkers: flag,
		}),
		image: strictObject({ type: text() }),
	},
	['pdf', 'image'],
);

const redaction = strictObject({
	mode: oneOf(['accurate', 'aggressive', 'fast']),
	entities: list(oneOf(['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'])),
	replaceStyle: oneOf(['tag', 'mask', 'remove']),
});

/** The fields of "A1. POST /v2/scrape body" but `url`, as scrape and batch have them flat. */
export const scrapeFields: Record<string, Rule> = {
	formats: formatsRule,
	onlyMainContent: flag,
	onlyCleanContent: flag,
	includeTags: list(text()),
	excludeTags: list(text()),
	maxAge: milliseconds,
	minAge: milliseconds,
	headers: textMap,
	waitFor: numeric({ integer: true, min: 0, max: 60_000 }),
	mobile: flag,
	skipTlsVerification: flag,
	timeout: numeric({ integer: true, min: 1000 }),
	parsers: list(parser),
	actions: actionsRule,
	location: openLocation,
	removeBase64Images: flag,
	blockAds: flag,
	proxy: oneOf(['basic', 'enhanced', 'auto', 'stealth']),
	storeInCache: flag,
	lockdown: flag,
	redactPII: eitherOf(flag, redaction),
	profile: strictObject({ name: text({ min: 1, max: 128 }), saveChanges: flag }, ['name']),
	threatProtection,
	auditMetadata,
	zeroDataRetention: flag,
	fastMode: flag,
	useMock: text(),
	safeMode: flag,
	domainTools: flag,
	toolDetail: oneOf(['compact', 'summary', 'full']),
};

/** The scrape options of a body that has them beside fields of its own. */
export function scrapeOptionsOf(body: object): ScrapeOptions {
	return Object.fromEntries(
		Object.entries(body).filter(([name]) => Object.hasOwn(scrapeFields, name)),
	);
}

/** Labels that clients stamp their requests with. */
export const clientLabels: Record<string, Rule> = { origin: text(), integration: text() };

/** The rules between several of the options, for a value whose fields are right by themselves. */
export function crossProblems(value: unknown, path: Problem['path']): Problem[] {
	if (!isObject(value)) return [];
	const { waitFor, timeout, actions } = value;
	if (typeof waitFor !== 'number') return [];
	if (typeof timeout === 'number' && waitFor > timeout / 2)
		return worded([...path, 'waitFor'], 'waitFor must not exceed half of timeout');
	return Array.isArray(actions) && waitTooLong(actions, waitFor)
		? worded(
				[...path, 'actions'],
				'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
			)
		: [];
}

/** The options nested in another body, as `scrapeOptions` of crawl, search and monitor. */
export const scrapeOptionsRule: Rule = allOf(strictObject(scrapeFields), crossProblems);

/** The body of a scrape. */
export const scrapeRequestRule: Rule = allOf(
	strictObject({ url: addressProblems, ...scrapeFields, ...clientLabels }, ['url']),
	crossProblems,
);
