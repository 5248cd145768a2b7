import {
	checkedFields,
	FieldError,
	flag,
	isBlank,
	listOf,
	oneOf,
	required,
	text,
	textList,
	textUpTo,
	wholeNumber,
} from '../checks';
import type { Format, FormatType } from './formats';
import { FORMATS } from './formats';
import { country, threatProtection } from './groups';
import type { ScrapeOptions } from './scrapeOptions';

export const DEFAULT_RESULTS = 10;
export const MAX_RESULTS = 100;
const MAX_QUERY_LENGTH = 500;

export const SOURCES = ['images', 'news', 'web'] as const;
export const CATEGORIES = ['developer', 'github', 'pdf', 'research'] as const;
export const RETENTIONS = ['anon', 'zdr'] as const;

const NOT_FOR_RESULTS: readonly FormatType[] = [
	'attributes',
	'audio',
	'branding',
	'changeTracking',
	'video',
];

/** The formats that results can be had in. */
export const RESULT_FORMATS = FORMATS.filter((format) => !NOT_FOR_RESULTS.includes(format));

const domains = listOf(
	'must hold domains such as example.com, without protocol, path or port',
	/^[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u,
);

function choices<T extends string>(...allowed: T[]) {
	return (field: string, value: unknown): T[] =>
		textList(field, value, { commas: true }).map((entry) => oneOf(...allowed)(field, entry));
}

const FIELDS = {
	query: textUpTo(MAX_QUERY_LENGTH),
	limit: wholeNumber(1, MAX_RESULTS),
	sources: choices(...SOURCES),
	categories,
	includeDomains: domains,
	excludeDomains: domains,
	tbs: text,
	location: text,
	country,
	safe: flag,
	timeout: wholeNumber(1_000, 300_000),
	ignoreInvalidURLs: flag,
	highlights: flag,
	enterprise: (field: string, value: unknown) => [oneOf(...RETENTIONS)(field, value)],
	threatProtection,
};

function categories(field: string, value: unknown): string[] {
	const list = choices(...CATEGORIES)(field, value);
	if (!list.includes('developer') || list.length === 1) return list;
	throw new FieldError(field, 'must hold Developer alone, or none with it', list);
}

/**
 * The body of `POST /v2/search` (service, D), always with a limit.
 *
 * @param body the fields as the user gave them
 * @param formats in which to return the page of each result; results are not scraped without any
 * @param options how these pages are read, already checked
 * @throws FieldError naming the field and the rule
 */
export function searchRequest(
	body: Record<string, unknown>,
	formats: Format[],
	options: ScrapeOptions,
): Record<string, unknown> {
	required(body, 'query');
	const request = { limit: DEFAULT_RESULTS, ...checkedFields(FIELDS, body) };
	if ('includeDomains' in request && 'excludeDomains' in request) {
		throw new FieldError('excludeDomains', 'cannot be combined with Include Domains', undefined);
	}
	if (formats.length > 0) return { ...request, scrapeOptions: { formats, ...options } };
	if (Object.keys(options).length === 0) return request;
	throw new FieldError('scrapeOptions', 'needs at least one entry in Formats', undefined);
}

/** How long ago a result may have been published, by the service's letter. */
const PERIODS = { hour: 'h', day: 'd', week: 'w', month: 'm', year: 'y' } as const;

const PERIOD_CHOICES = ['anyTime', 'hour', 'day', 'week', 'month', 'year', 'range'] as const;

/** When results were published, as a user says it. */
export interface Publication {
	period: unknown;
	/** First and last day of a range, written MM/DD/YYYY. */
	from?: string;
	to?: string;
	newestFirst: unknown;
}

/**
 * The field `tbs` (service, D): parts with commas between.
 *
 * @param field under which a rule that is broken is told
 * @returns undefined where nothing is limited or sorted
 * @throws FieldError
 */
export function tbsOf(field: string, publication: Publication): string | undefined {
	const { period: given, from, to, newestFirst } = publication;
	const period = isBlank(given) ? 'anyTime' : oneOf(...PERIOD_CHOICES)(`${field}.period`, given);
	const isNewestFirst = !isBlank(newestFirst) && flag(`${field}.newestFirst`, newestFirst);
	if (period === 'range' && from === undefined && to === undefined) {
		throw new FieldError(`${field}.from`, 'is required for a range, or else To', undefined);
	}
	const parts = [
		...(period in PERIODS ? [`qdr:${PERIODS[period as keyof typeof PERIODS]}`] : []),
		...(period === 'range' ? ['cdr:1'] : []),
		...(period === 'range' && from !== undefined ? [`cd_min:${from}`] : []),
		...(period === 'range' && to !== undefined ? [`cd_max:${to}`] : []),
		...(isNewestFirst ? ['sbd:1'] : []),
	];
	return parts.length > 0 ? parts.join(',') : undefined;
}
