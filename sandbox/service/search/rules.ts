import { ServiceError } from '../http/serviceError.ts';
import {
	allOf,
	custom,
	eitherOf,
	flag,
	isObject,
	list,
	numeric,
	object,
	oneOf,
	text,
	type Rule,
} from '../http/validation.ts';
import { kinds, strictObject } from '../scrape/rules.ts';
import type { ScrapeOptions } from '../scrape/scrapeRequest.ts';
import { clientLabels, scrapeOptionsRule } from '../scrape/scrapeRules.ts';
import { threatProtection } from '../team/threatProtection.ts';

export type Source = 'web' | 'images' | 'news';

/** The body of section D. */
export interface SearchRequest {
	query: string;
	limit?: number;
	sources?: Source[] | Array<{ type: Source; tbs?: string; location?: string }>;
	categories?: Array<string | { type: string }>;
	includeDomains?: string[];
	excludeDomains?: string[];
	tbs?: string;
	/** Milliseconds. */
	timeout?: number;
	scrapeOptions?: ScrapeOptions;
	threatProtection?: unknown;
	enterprise?: string[];
	safe?: boolean;
}

const sources = ['web', 'images', 'news'];
const categories = ['github', 'research', 'pdf', 'developer'];

const webFields = { tbs: text(), filter: text(), lang: text(), country: text(), location: text() };
const sourceKinds = kinds({
	web: strictObject({ type: text(), ...webFields }),
	images: strictObject({ type: text() }),
	news: strictObject({ type: text() }),
});

/** All words or all objects; anything else is one problem of the field as a whole. */
const sourcesRule: Rule = (value, path) => {
	const problems = eitherOf(list(sourceKinds), list(oneOf(sources)))(value, path);
	return problems.length > 0 ? [{ code: 'invalid_union', path, message: 'Invalid input' }] : [];
};

const category = eitherOf(
	object({ type: oneOf(categories) }, { required: ['type'] }),
	oneOf(categories),
);

const hostname = text({
	pattern: /^([a-z0-9_-]+\.)*[a-z0-9-]+$/i,
	means: 'a domain without protocol, path or port',
});

/** Formats of a scrape that results of a search cannot have. */
const REFUSED_FORMATS = ['changeTracking', 'branding', 'attributes', 'audio', 'video'];

const searchFormats: Rule = (value, path) => {
	const formats = isObject(value) && Array.isArray(value['formats']) ? value['formats'] : [];
	return formats.flatMap((format: unknown, index) => {
		const type = isObject(format) ? format['type'] : format;
		return REFUSED_FORMATS.includes(String(type))
			? [{ code: 'invalid_union', path: [...path, 'formats', index], message: 'Invalid input' }]
			: [];
	});
};

const fields = object(
	{
		query: text(),
		limit: numeric({ integer: true, min: 1, max: 100 }),
		sources: sourcesRule,
		categories: list(category),
		includeDomains: list(hostname),
		excludeDomains: list(hostname),
		tbs: text(),
		location: text(),
		country: text(),
		lang: text(),
		filter: text(),
		safe: flag,
		timeout: numeric({ integer: true, min: 1000 }),
		ignoreInvalidURLs: flag,
		highlights: flag,
		asyncScraping: flag,
		enterprise: list(oneOf(['default', 'anon', 'zdr'])),
		scrapeOptions: allOf(scrapeOptionsRule, searchFormats),
		threatProtection,
		...clientLabels,
	},
	{ required: ['query'], strict: true },
);

export const searchRequestRule: Rule = allOf(
	fields,
	custom((value) => {
		const { includeDomains, excludeDomains } = value as SearchRequest;
		return !includeDomains?.length || !excludeDomains?.length;
	}, 'includeDomains and excludeDomains cannot both be specified'),
	custom((value) => {
		const types = categoriesOf(value as SearchRequest);
		return !types.includes('developer') || types.length === 1;
	}, 'The developer category cannot be combined with other categories'),
);

/** Throws the 400 of this route, which has no `code`. */
export function checkSearchBody(body: unknown): void {
	const details = searchRequestRule(body, []);
	if (details.length === 0) return;
	throw new ServiceError(400, 'Invalid request body', { details });
}

export function sourcesOf({ sources: asked }: SearchRequest): Source[] {
	if (!asked?.length) return ['web'];
	return asked.map((source) => (typeof source === 'string' ? source : source.type));
}

export function categoriesOf({ categories: asked }: SearchRequest): string[] {
	return (asked ?? []).map((each) => (typeof each === 'string' ? each : each.type));
}

/** Of the web's results. */
export function timeOf({ tbs, sources: asked }: SearchRequest): string | undefined {
	const web = asked?.find((source) => typeof source === 'object' && source.type === 'web');
	return tbs ?? (typeof web === 'object' ? web.tbs : undefined);
}
