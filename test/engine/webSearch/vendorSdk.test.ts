/** Search held against a client that nobody here wrote: the vendor's own. */
import { Firecrawl, type SearchRequest } from 'firecrawl';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { jsonOf, KEY, search } from './searchUnderTest.ts';

type Asked = Omit<SearchRequest, 'query'> & { query?: string };

/** What both clients are asked for. `safe` is missing: the SDK does not know it. */
const INPUTS: Asked[] = [
	{ limit: 1 },
	{ limit: 100 },
	{ limit: 3, query: 'größe & "quotes" \\ {{ braces }}' },
	{ limit: 3, query: '日本語' },
	{ limit: 3, query: 'x'.repeat(500) },
	{ limit: 2, sources: ['web', 'news', 'images'] },
	{ limit: 2, sources: ['news'] },
	{ limit: 2, sources: ['images'] },
	{ limit: 3, categories: ['github'] },
	{ limit: 3, categories: ['pdf', 'research'] },
	{ limit: 3, categories: ['developer'] },
	{ limit: 3, includeDomains: ['localhost'] },
	{ limit: 3, excludeDomains: ['blog.localhost', 'other.example'] },
	{ limit: 3, tbs: 'qdr:w' },
	{ limit: 3, tbs: 'sbd:1' },
	{ limit: 3, tbs: 'qdr:y,sbd:1' },
	{ limit: 3, tbs: 'cdr:1,cd_min:01/05/2026,cd_max:12/31/2026' },
	{ limit: 3, location: 'Berlin, Germany' },
	{ limit: 3, country: 'DE' },
	{ limit: 3, timeout: 30_000 },
	{ limit: 3, ignoreInvalidURLs: true },
	{ limit: 3, highlights: false },
	{ limit: 3, enterprise: ['anon'] },
	{ limit: 3, enterprise: ['zdr'] },
	{ limit: 3, threatProtection: { mode: 'normal', blacklist: ['bad.example'] } },
	{ limit: 2, scrapeOptions: { formats: ['markdown'] } },
	{ limit: 2, scrapeOptions: { formats: ['html', 'links', 'images', 'rawHtml', 'summary'] } },
	{
		limit: 2,
		scrapeOptions: {
			formats: ['markdown'],
			onlyMainContent: false,
			excludeTags: ['ul'],
			headers: { 'X-Reader': 'test' },
			mobile: true,
			timeout: 20_000,
			maxAge: 0,
			location: { country: 'DE', languages: ['de-DE'] },
		},
	},
	{
		limit: 1,
		scrapeOptions: { formats: [{ type: 'question', question: 'What is it about?' }] },
	},
	{
		limit: 1,
		scrapeOptions: { formats: [{ type: 'json', prompt: 'The title' }] },
	},
	{
		query: 'release',
		limit: 3,
		sources: ['web', 'news'],
		includeDomains: ['blog.localhost'],
		tbs: 'qdr:y',
		location: 'Vienna',
		country: 'AT',
		timeout: 45_000,
		ignoreInvalidURLs: false,
		highlights: true,
	},
];

let service: Service;

beforeAll(async () => {
	service = await startService({
		threatProtection: 'enabled',
		enterpriseSearch: ['anon', 'zdr'],
		hasBrowser: false,
	});
});

afterAll(async () => {
	await service.stop();
});

test.each(INPUTS.map((input) => [JSON.stringify(input).slice(0, 100), input] as const))(
	'Search and the vendor’s SDK ask alike and get the same results: %s',
	async (_title, { query = 'backups', ...input }) => {
		service.requests.length = 0;
		const sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url, maxRetries: 1 });

		const { items, error } = await search(service, { query, ...parametersFor(input) });
		const {
			web = [],
			news = [],
			images = [],
		} = await sdk.search(query, {
			sources: ['web'],
			...input,
		});

		expect(error).toBeUndefined();
		const [ofNode, ofSdk] = service.requests.map(({ body }) => body as Record<string, unknown>);
		const { origin, ...bodyOfSdk } = ofSdk ?? {};
		expect(origin).toMatch(/^js-sdk/);
		expect(ofNode).toEqual(bodyOfSdk);
		const addresses = (results: unknown[]) =>
			results.map((result) => (result as { url?: unknown }).url);
		expect(addresses(jsonOf(items))).toEqual(addresses([...web, ...news, ...images]));
	},
);

/** The parameters by which a user asks for the same. */
function parametersFor(input: Asked): INodeParameters {
	const { limit, sources, scrapeOptions, tbs, enterprise, threatProtection, ...options } = input;
	const { formats = [], headers, location, ...pages } = scrapeOptions ?? {};
	return {
		...(limit !== undefined && { maxResults: limit }),
		...(sources && { sources: sources as string[] }),
		...formatParameters(formats as Array<string | Record<string, string>>),
		...(scrapeOptions && {
			scrapeOptions: {
				...(pages as INodeParameters),
				...(headers && { headers: { header: rowsOf(headers) } }),
				...(location && { location: { value: location as INodeParameters } }),
			},
		}),
		options: {
			...(options as INodeParameters),
			...(tbs !== undefined && { tbs: { value: timeFor(tbs) } }),
			...(enterprise && { enterprise: enterprise[0] ?? '' }),
			...(threatProtection && { threatProtection: { value: threatProtection as INodeParameters } }),
		},
	};
}

function rowsOf(headers: Record<string, string>): INodeParameters[] {
	return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function formatParameters(formats: Array<string | Record<string, string>>): INodeParameters {
	const parameters = formats.map((format): INodeParameters => {
		if (typeof format === 'string') return {};
		const { question, prompt } = format;
		return { ...(question && { question }), ...(prompt && { jsonPrompt: prompt }) };
	});
	const types = formats.map((format) =>
		typeof format === 'string' ? format : (format.type ?? ''),
	);
	return Object.assign({ formats: types }, ...parameters) as INodeParameters;
}

const PERIODS: Record<string, string> = { w: 'week', y: 'year' };

function timeFor(tbs: string): INodeParameters {
	const [, period = ''] = /qdr:(\w)/.exec(tbs) ?? [];
	const [, from] = /cd_min:([\d/]+)/.exec(tbs) ?? [];
	const [, to] = /cd_max:([\d/]+)/.exec(tbs) ?? [];
	return {
		period: from ? 'range' : (PERIODS[period] ?? 'anyTime'),
		...(from && { from: dateOf(from) }),
		...(to && { to: dateOf(to) }),
		newestFirst: tbs.includes('sbd:1'),
	};
}

/** MM/DD/YYYY as n8n's date field writes it. */
function dateOf(day: string): string {
	const [month, date, year] = day.split('/');
	return `${year}-${month}-${date}T00:00:00`;
}
