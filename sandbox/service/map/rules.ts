import { flag, list, numeric, object, oneOf, text, webAddress } from '../http/validation.ts';
import { auditMetadata } from '../team/auditMetadata.ts';
import { threatProtection } from '../team/threatProtection.ts';

/** The contract's "Map request body". */
export interface MapRequest {
	url: string;
	search?: string;
	sitemap?: 'skip' | 'include' | 'only';
	includeSubdomains?: boolean;
	ignoreQueryParameters?: boolean;
	ignoreCache?: boolean;
	limit?: number;
	/** Milliseconds. */
	timeout?: number;
	threatProtection?: { mode?: 'off' | 'normal' };
}

const location = object({
	country: text({ pattern: /^[A-Z]{2}$/, means: 'an ISO 3166-1 alpha-2 code' }),
	languages: list(text()),
});

export const mapRequestRule = object(
	{
		url: webAddress,
		search: text(),
		sitemap: oneOf(['skip', 'include', 'only']),
		includeSubdomains: flag,
		ignoreQueryParameters: flag,
		ignoreCache: flag,
		limit: numeric({ integer: true, min: 1, max: 100_000 }),
		timeout: numeric({ integer: true, above: 0 }),
		location,
		auditMetadata,
		threatProtection,
	},
	{ required: ['url'] },
);
