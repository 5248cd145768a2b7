import {
	checkedFields,
	FieldError,
	flag,
	isBlank,
	isRecord,
	objectOf,
	oneOf,
	text,
	textList,
	textUpTo,
	wholeNumber,
	type FieldChecks,
} from '../checks';
import { actions, checkWaits, waitOfActions } from './actions';
import { auditMetadata, location, threatProtection } from './groups';

/** Selectors hold commas of their own, so that only lines part them. */
function selectors(field: string, value: unknown): string[] {
	return textList(field, value, { commas: false });
}

function headers(field: string, value: unknown): Record<string, string> {
	if (!isRecord(value)) throw new FieldError(field, 'must be an object', value);
	return Object.fromEntries(
		Object.entries(value).map(([name, content]) => {
			if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
				throw new FieldError(field, 'must have names that HTTP allows', name);
			}
			const line = text(field, content);
			if (!/[\r\n\0]/.test(line)) return [name, line];
			throw new FieldError(field, 'must have values of one line', line);
		}),
	);
}

const pdfParser: FieldChecks = {
	mode: oneOf('fast', 'auto', 'ocr'),
	maxPages: wholeNumber(1, 10_000),
	pages: flag,
	blocks: flag,
	pageMarkers: flag,
};

/** An empty list is a wish, too: files are then returned as they are. */
function parsers(field: string, value: unknown): unknown[] {
	if (!Array.isArray(value)) throw new FieldError(field, 'must be a list', value);
	return value.map((parser: unknown) => {
		const given = isRecord(parser) ? parser : { type: parser };
		const type = oneOf('image', 'pdf')(field, given.type);
		const parameters = type === 'pdf' ? checkedFields(pdfParser, given, `${field}.`) : {};
		return Object.keys(parameters).length > 0 ? { type, ...parameters } : type;
	});
}

const redaction = objectOf({
	mode: oneOf('accurate', 'aggressive', 'fast'),
	entities: (field, value) =>
		textList(field, value, { commas: true }).map((entity) =>
			oneOf('PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET')(field, entity),
		),
	replaceStyle: oneOf('tag', 'mask', 'remove'),
});

/** Switched on as a whole, or in detail. */
function redactPII(field: string, value: unknown): unknown {
	return isRecord(value) ? (redaction(field, value) ?? true) : flag(field, value);
}

/** Browser storage that lasts, under a name. @throws FieldError */
export function profile(field: string, value: unknown): Record<string, unknown> {
	if (!isRecord(value) || isBlank(value.name)) {
		throw new FieldError(`${field}.name`, 'is required', undefined);
	}
	const checks = { name: textUpTo(128), saveChanges: flag };
	return checkedFields(checks, value, `${field}.`);
}

/** How each option is checked (service, A1), but for deprecated and internal ones. */
const FIELDS = {
	actions,
	auditMetadata,
	blockAds: flag,
	excludeTags: selectors,
	fastMode: flag,
	headers,
	includeTags: selectors,
	location,
	lockdown: flag,
	maxAge: wholeNumber(0),
	minAge: wholeNumber(0),
	mobile: flag,
	onlyCleanContent: flag,
	onlyMainContent: flag,
	parsers,
	profile,
	proxy: oneOf('auto', 'basic', 'enhanced'),
	redactPII,
	removeBase64Images: flag,
	skipTlsVerification: flag,
	storeInCache: flag,
	threatProtection,
	timeout: wholeNumber(1_000, 300_000),
	waitFor: wholeNumber(0, 60_000),
	zeroDataRetention: flag,
} satisfies FieldChecks;

export type ScrapeOption = keyof typeof FIELDS;

export const SCRAPE_OPTIONS = Object.keys(FIELDS) as ScrapeOption[];

/** Options of a scrape in the form in which a body has them, whether flat or nested. */
export interface ScrapeOptions {
	waitFor?: number;
	timeout?: number;
	actions?: Array<Record<string, unknown>>;
	[option: string]: unknown;
}

/**
 * How pages are read: the options of a scrape that were given, checked by themselves and together.
 *
 * @param path of the options in messages, such as `scrapeOptions`
 * @param values the options as the user gave them, by the names of the body
 * @param allowed those that the operation takes
 * @throws FieldError naming the field and the rule
 */
export function scrapeOptions(
	path: string,
	values: Record<string, unknown>,
	allowed: readonly ScrapeOption[] = SCRAPE_OPTIONS,
): ScrapeOptions {
	const stranger = Object.keys(values).find((name) => !(allowed as string[]).includes(name));
	if (stranger !== undefined) {
		throw new FieldError(
			path,
			`must not hold ${stranger}: this operation does not take it`,
			values,
		);
	}
	const options: ScrapeOptions = checkedFields(FIELDS, values, `${path}.`);
	// Lists that are empty on purpose, which else count as not given.
	if (Array.isArray(values.parsers) && values.parsers.length === 0) options.parsers = [];
	const { waitFor = 0, timeout } = options;
	if (timeout !== undefined && waitFor > timeout / 2) {
		throw new FieldError(`${path}.waitFor`, 'must not be more than half of Timeout', waitFor);
	}
	checkWaits(`${path}.actions`, options.actions ?? [], waitFor);
	if (options.onlyCleanContent === true && options.zeroDataRetention === true) {
		const rule = 'cannot be combined with Zero Data Retention';
		throw new FieldError(`${path}.onlyCleanContent`, rule, true);
	}
	return options;
}

/** What the service takes for a timeout that was not given, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** What it makes of a timeout of exactly 30,000, at most. */
const RAISED_TIMEOUT_MS = 120_000;

/**
 * How long the service may take to answer a scrape with these options, in milliseconds: it adds the
 * waits to the timeout, and silently raises one of exactly 30 s (service, A1).
 */
export function longestScrapeMs({
	timeout,
	waitFor = 0,
	actions: list = [],
}: ScrapeOptions): number {
	const own = timeout === 30_000 ? RAISED_TIMEOUT_MS : (timeout ?? DEFAULT_TIMEOUT_MS);
	return own + waitFor + waitOfActions(list);
}
