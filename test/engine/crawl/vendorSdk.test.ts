/** Crawls held against a client that nobody here wrote: the vendor's own. */
import { Firecrawl } from 'firecrawl';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { REQUEST_CASES } from '../page/requestCases.ts';
import { byId, crawl, jsonOf, KEY, linkedSite } from './crawlUnderTest.ts';

const URL = 'https://example.com/docs';
const STARTED = { success: true, id: '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00' };

type SdkOptions = NonNullable<Parameters<Firecrawl['startCrawl']>[1]>;

/**
 * What the SDK is asked for, and the parameters by which a user of the node asks for it. The SDK
 * has no robotsUserAgent and never sends ignoreRobotsTxt.
 */
const CASES: Array<[SdkOptions, INodeParameters]> = [
	[{ limit: 7 }, { maxPages: 7 }],
	...(
		[
			{ allowExternalLinks: true },
			{ allowSubdomains: true },
			{ crawlEntireDomain: true },
			{ deduplicateSimilarURLs: false },
			{ delay: 2 },
			{ excludePaths: ['^/archive', '^/a{1,2}'] },
			{ ignoreQueryParameters: true },
			{ includePaths: ['^/blog/.*$'] },
			{ maxConcurrency: 3 },
			{ maxDiscoveryDepth: 0 },
			{ prompt: 'Only the prices' },
			{ regexOnFullURL: true },
			{ sitemap: 'only' },
			{ sitemap: 'skip', delay: 0.5, includePaths: ['^/x'], excludePaths: ['^/y'] },
			{ zeroDataRetention: true },
		] as SdkOptions[]
	).map((options): [SdkOptions, INodeParameters] => [
		options,
		{ crawlOptions: options as INodeParameters },
	]),
	[
		{ webhook: 'https://hook.example.com/x' },
		{ options: { webhookUrl: 'https://hook.example.com/x' } },
	],
];

let service: Service;
let sdk: Firecrawl;

beforeAll(async () => {
	service = await startService();
	sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url, maxRetries: 1 });
});

afterAll(async () => {
	await service.stop();
});

async function expectAlike(options: SdkOptions, parameters: INodeParameters): Promise<void> {
	service.requests.length = 0;
	service.clearFaults();
	service.orderFault({ times: 2, answer: { status: 200, json: STARTED } });
	const start = { url: URL, waitForCompletion: false, ...parameters };
	expect((await crawl(service, 'start', start)).error).toBeUndefined();
	await sdk.startCrawl(URL, {
		limit: 100,
		...options,
		scrapeOptions: { formats: ['markdown'], ...options.scrapeOptions },
	});
	const [ofNode, ofSdk] = service.requests.map(({ body }) => body as Record<string, unknown>);
	const { origin, ...bodyOfSdk } = ofSdk ?? {};
	expect(origin).toMatch(/^js-sdk/);
	expect(ofNode).toEqual(bodyOfSdk);
}

test.each(CASES.map((given) => [JSON.stringify(given[0]), given] as const))(
	'Start and the SDK ask alike for %s',
	async (_title, [options, parameters]) => {
		await expectAlike(options, parameters);
	},
);

// What holds for a crawl as a whole is not asked for each of its pages.
const OF_PAGES = REQUEST_CASES.filter(({ sdk: { zeroDataRetention } }) => !zeroDataRetention);

test.each(OF_PAGES)('Start and the SDK ask alike for pages with $title', async (given) => {
	await expectAlike({ scrapeOptions: given.sdk }, given.parameters);
});

test('Get and the SDK read the same pages and errors', async () => {
	service.clearFaults();
	const { origin } = await linkedSite(3, { '/broken': { broken: true } });
	const { items } = await crawl(service, 'start', { url: origin });
	const jobId = items[0]?.json.jobId as string;
	const ofNode = jsonOf((await crawl(service, 'get', { ...byId(jobId), returnAll: true })).items);
	const ofSdk = await sdk.getCrawlStatus(jobId);
	expect(ofNode.map(({ markdown, metadata }) => ({ markdown, metadata }))).toEqual(
		ofSdk.data.map(({ markdown, metadata }) => ({ markdown, metadata })),
	);
	const errors = jsonOf((await crawl(service, 'getErrors', byId(jobId))).items);
	const { errors: errorsOfSdk } = await sdk.getCrawlErrors(jobId);
	expect(errors).toEqual(errorsOfSdk.map((entry) => ({ ...entry, jobId })));
});

test('Preview and the SDK ask alike', async () => {
	service.clearFaults();
	service.requests.length = 0;
	await crawl(service, 'preview', { url: URL, prompt: 'only docs' });
	await sdk.crawlParamsPreview(URL, 'only docs');
	const [ofNode, ofSdk] = service.requests.map(({ body }) => body as Record<string, unknown>);
	const { origin, ...bodyOfSdk } = ofSdk ?? {};
	expect(origin).toMatch(/^js-sdk/);
	expect(ofNode).toEqual(bodyOfSdk);
});
