import {
	checkedFields,
	FieldError,
	flag,
	httpUrl,
	listOf,
	objectOf,
	oneOf,
	required,
	text,
	wholeNumber,
} from './checks';
import { auditMetadata, threatProtection } from './sharedFields';

const DEFAULT_LIMIT = 5000;

const FIELDS = {
	url: httpUrl,
	search: text,
	sitemap: oneOf('include', 'only', 'skip'),
	includeSubdomains: flag,
	ignoreQueryParameters: flag,
	ignoreCache: flag,
	limit: wholeNumber(1, 100_000),
	timeout: wholeNumber(1),
	location: objectOf({
		country,
		languages: listOf('must hold locales such as en-US', /^[A-Za-z0-9*;=.-]+$/),
	}),
	auditMetadata,
	threatProtection,
};

/**
 * The body of `POST /v2/map` (contract, "Map request body"), always with a limit.
 *
 * @param body the fields as the user gave them
 * @throws FieldError naming the field and the rule
 */
export function mapRequest(body: Record<string, unknown>): Record<string, unknown> {
	required(body, 'url');
	return { limit: DEFAULT_LIMIT, ...checkedFields(FIELDS, body) };
}

function country(field: string, value: unknown): string {
	if (typeof value === 'string' && /^[A-Z]{2}$/.test(value)) return value;
	throw new FieldError(field, 'must be two capital letters (ISO 3166-1), such as DE', value);
}
