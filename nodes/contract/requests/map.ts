import { checkedFields, flag, httpUrl, oneOf, required, text, wholeNumber } from '../checks';
import { auditMetadata, location, threatProtection } from './groups';

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
	location,
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
