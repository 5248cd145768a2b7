/** Map held against a client that nobody here wrote: the vendor's own. */
import { Firecrawl, type MapOptions } from 'firecrawl';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { jsonOf, KEY, map } from '../mapUnderTest.ts';

const LONG = 'x'.repeat(1024);
const MANY = Array.from({ length: 1000 }, (_, index) => `site${index}.example`);

/**
 * What both clients are asked for, at a path of the sandbox website. `ignoreCache` is missing: the
 * SDK does not know it.
 */
const INPUTS: Array<MapOptions & { path?: string }> = [
	{ limit: 1 },
	{ limit: 5000 },
	{ limit: 100_000, search: 'no page has these words' },
	{ path: '/', limit: 2 },
	{ path: '/docs/', limit: 2 },
	{ path: '/docs/?page=1#top', limit: 2 },
	{ path: '/docs/a%20b', limit: 2 },
	{ limit: 3, search: 'backups' },
	{ limit: 3, search: 'two words' },
	{ limit: 3, search: 'größe & "quotes" \\ {{ braces }}' },
	{ limit: 3, search: '日本語' },
	{ limit: 3, sitemap: 'include' },
	{ limit: 3, sitemap: 'only' },
	{ limit: 3, sitemap: 'skip' },
	{ limit: 3, includeSubdomains: true },
	{ limit: 3, includeSubdomains: false },
	{ limit: 3, ignoreQueryParameters: true },
	{ limit: 3, ignoreQueryParameters: false },
	{ limit: 50, includeSubdomains: false, ignoreQueryParameters: false },
	{ limit: 3, search: 'alerts', timeout: 30_000 },
	{ limit: 3, timeout: 30_000 },
	{ limit: 3, timeout: 600_000 },
	{ limit: 3, location: { country: 'US' } },
	{ limit: 3, location: { country: 'DE', languages: ['de-DE'] } },
	{ limit: 3, location: { country: 'CH', languages: ['de-CH', 'fr-CH', 'it'] } },
	{ limit: 3, location: { languages: ['en-GB'] } },
	{ limit: 3, auditMetadata: { username: 'jane.doe' } },
	{ limit: 3, auditMetadata: { username: 'Jane Doe <jane@example.com>' } },
	{ limit: 3, auditMetadata: { username: LONG } },
	{ limit: 3, threatProtection: { mode: 'normal' } },
	{ limit: 3, threatProtection: { mode: 'off' } },
	{ limit: 3, threatProtection: { failurePolicy: 'open' } },
	{ limit: 3, threatProtection: { failurePolicy: 'closed' } },
	{ limit: 3, threatProtection: { riskScoreThreshold: 0 } },
	{ limit: 3, threatProtection: { riskScoreThreshold: 100 } },
	{ limit: 3, threatProtection: { blacklist: ['bad.example', '*.bad.example'] } },
	{ limit: 3, threatProtection: { blacklist: MANY } },
	{ limit: 3, threatProtection: { whitelist: ['good.example'] } },
	{ limit: 3, threatProtection: { blockedTlds: ['zip', 'mov', 'xn--p1ai'] } },
	{
		limit: 3,
		threatProtection: {
			mode: 'normal',
			blacklist: ['bad.example'],
			whitelist: ['*.good.example'],
			blockedTlds: ['zip'],
			failurePolicy: 'closed',
			riskScoreThreshold: 70,
		},
	},
	{ limit: 3, search: 'alerts', sitemap: 'only', includeSubdomains: false },
	{
		path: '/docs/',
		limit: 10,
		search: 'docs',
		sitemap: 'include',
		includeSubdomains: false,
		ignoreQueryParameters: false,
		timeout: 45_000,
		location: { country: 'FR', languages: ['fr-FR', 'en'] },
		auditMetadata: { username: 'auditor' },
		threatProtection: { mode: 'normal', riskScoreThreshold: 50 },
	},
];

let service: Service;

beforeAll(async () => {
	service = await startService({ threatProtection: 'enabled' });
});

afterAll(async () => {
	await service.stop();
});

test.each(INPUTS.map((input) => [JSON.stringify(input).slice(0, 100), input] as const))(
	'Map and the vendor’s SDK ask alike and get the same links: %s',
	async (_title, { path = '', ...input }) => {
		service.requests.length = 0;
		const url = service.websiteUrl + path;
		const sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url, maxRetries: 1 });

		const { items, error } = await map(service, parametersFor(url, input));
		const { links } = await sdk.map(url, input);

		expect(error).toBeUndefined();
		const [ofNode, ofSdk] = service.requests.map(({ body }) => body as Record<string, unknown>);
		const { origin, ...bodyOfSdk } = ofSdk ?? {};
		expect(origin).toMatch(/^js-sdk/);
		expect(ofNode).toEqual(bodyOfSdk);
		expect(jsonOf(items)).toEqual(links);
	},
);

/** The parameters by which a user asks for the same. */
function parametersFor(url: string, input: MapOptions): INodeParameters {
	const { search, limit, location, auditMetadata, threatProtection, ...options } = input;
	return {
		url,
		...(limit !== undefined && { maxLinks: limit }),
		...(search !== undefined && { search }),
		options: {
			...(options as INodeParameters),
			...(location && { location: { value: { country: '', ...location } } }),
			...(auditMetadata && { auditMetadata: { value: { ...auditMetadata } } }),
			...(threatProtection && {
				threatProtection: { value: { ...(threatProtection as INodeParameters) } },
			}),
		},
	};
}
