import {
	checkedFields,
	FieldError,
	httpUrl,
	isRecord,
	oneOf,
	required,
	textList,
	textUpTo,
	wholeNumber,
} from '../checks';

/** Whole numbers and lengths are those of the service facts, "G. Monitor". */
const MAX_QUERIES = 12;
const MAX_QUERY_LENGTH = 256;
const MAX_SEARCH_DOMAINS = 50;

export const SEARCH_WINDOWS = ['5m', '15m', '1h', '6h', '24h', '7d'] as const;

/** What a monitor looks at: one entry of `targets`. */
export type MonitorTarget = Record<string, unknown>;

/** Pages named one by one. */
export function pagesTarget(
	fields: { urls: unknown },
	scrapeOptions: Record<string, unknown>,
): MonitorTarget {
	const urls = textList('urls', fields.urls, { commas: false });
	if (urls.length === 0) throw new FieldError('urls', 'is required', fields.urls);
	return {
		type: 'scrape',
		urls: urls.map((url) => httpUrl('urls', url)),
		...whereGiven({ scrapeOptions }),
	};
}

/** All pages that a crawl finds. */
export function siteTarget(
	fields: { url: unknown },
	crawlOptions: Record<string, unknown>,
	scrapeOptions: Record<string, unknown>,
): MonitorTarget {
	required(fields, 'url');
	return {
		type: 'crawl',
		url: httpUrl('url', fields.url),
		...whereGiven({ crawlOptions, scrapeOptions }),
	};
}

const SEARCH_FIELDS = {
	searchWindow: oneOf(...SEARCH_WINDOWS),
	maxResults: wholeNumber(1, 50),
	includeDomains: searchDomains,
	excludeDomains: searchDomains,
};

/** What web searches find. */
export function searchTarget(fields: {
	queries: unknown;
	searchOptions: Record<string, unknown>;
}): MonitorTarget {
	const queries = textList('queries', fields.queries, { commas: false });
	if (queries.length === 0) throw new FieldError('queries', 'is required', fields.queries);
	const checked = checkedFields(SEARCH_FIELDS, fields.searchOptions, 'searchOptions.');
	if ('includeDomains' in checked && 'excludeDomains' in checked) {
		const rule = 'cannot be combined with Include Domains';
		throw new FieldError('searchOptions.excludeDomains', rule, checked.excludeDomains);
	}
	return {
		type: 'search',
		queries: upTo(MAX_QUERIES, 'queries', queries).map((query) =>
			textUpTo(MAX_QUERY_LENGTH)('queries', query),
		),
		...checked,
	};
}

function searchDomains(field: string, value: unknown): string[] {
	const list = textList(field, value, { commas: true });
	const wrong = list.find((entry) => /[\s/:?#]/.test(entry));
	if (wrong === undefined) return upTo(MAX_SEARCH_DOMAINS, field, list);
	throw new FieldError(field, 'must hold domains such as example.com, without a protocol', wrong);
}

/**
 * Several targets, as a list or as its JSON text; each is the service's to check.
 *
 * @throws FieldError
 */
export function targetsFromJson(value: unknown): MonitorTarget[] {
	const list = typeof value === 'string' ? parsed(value) : value;
	if (Array.isArray(list) && list.length > 0 && list.every(isTarget)) return list;
	throw new FieldError('targets', 'must be a JSON list of targets, each with its type', value);
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

function isTarget(entry: unknown): entry is MonitorTarget {
	return isRecord(entry) && ['scrape', 'crawl', 'search'].includes(String(entry.type));
}

function whereGiven(groups: Record<string, Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0),
	);
}

/** @throws FieldError when a list is longer */
export function upTo<Entry>(max: number, field: string, list: Entry[]): Entry[] {
	if (list.length <= max) return list;
	throw new FieldError(field, `must have at most ${max} entries`, list, `${list.length} entries`);
}
