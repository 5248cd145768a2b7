import type { Deployment } from '../deployment.ts';
import { location, openLocation } from '../http/location.ts';
import { flag, numeric, object, oneOf, text, webAddress, type Rule } from '../http/validation.ts';
import { openAddress } from '../http/webAddress.ts';
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

const fields = {
	url: webAddress,
	search: text(),
	sitemap: oneOf(['skip', 'include', 'only']),
	includeSubdomains: flag,
	ignoreQueryParameters: flag,
	limit: numeric({ integer: true, min: 1, max: 100_000 }),
	timeout: numeric({ integer: true, above: 0 }),
	location,
	origin: text(),
	integration: text(),
};

const ofLaterServers = { ignoreCache: flag, auditMetadata, threatProtection };

const ofOpenServers = { url: openAddress, location: openLocation };

export const mapRequestRule = object(
	{ ...fields, ...ofLaterServers },
	{ required: ['url'], body: true },
);

export const mapRequestRules: Record<Deployment, Rule> = {
	hosted: mapRequestRule,
	open2026: object(
		{ ...fields, ...ofLaterServers, ...ofOpenServers, limit: numeric({ min: 1, max: 100_000 }) },
		{ required: ['url'], body: true },
	),
	open2025: object(
		{ ...fields, ...ofOpenServers, limit: numeric({ min: 1, max: 30_000 }) },
		{ required: ['url'], body: true },
	),
};
