/** Scrapes and batches held against a client that nobody here wrote: the vendor's own. */
import { Firecrawl } from 'firecrawl';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { batchScrape } from '../batchScrape/batchUnderTest.ts';
import { KEY, scrape } from './pageUnderTest.ts';
import { REQUEST_CASES } from './requestCases.ts';

const URL = 'https://example.com/page';
const DOCUMENT = { markdown: 'Text', metadata: { sourceURL: URL, statusCode: 200 } };

let service: Service;
let sdk: Firecrawl;

beforeAll(async () => {
	service = await startService();
	sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url, maxRetries: 1 });
});

afterAll(async () => {
	await service.stop();
});

/** The bodies that the node and the SDK have sent, without the label of the latter. */
function bodies(): [Record<string, unknown>, Record<string, unknown>] {
	const [ofNode = {}, { origin, ...ofSdk } = {}] = service.requests.map(
		({ body }) => body as Record<string, unknown>,
	);
	expect(origin).toMatch(/^js-sdk/);
	return [ofNode, ofSdk];
}

test.each(REQUEST_CASES)('Scrape and the SDK ask alike for $title', async (given) => {
	service.requests.length = 0;
	service.clearFaults();
	const answer = { status: 200, json: { success: true, data: DOCUMENT } };
	service.orderFault({ times: 2, answer });
	const { error } = await scrape(service, { url: URL, ...given.parameters });
	await sdk.scrape(URL, given.sdk);
	expect(error).toBeUndefined();
	const [ofNode, ofSdk] = bodies();
	expect(ofNode).toEqual(ofSdk);
});

test.each(REQUEST_CASES)('The service takes what Scrape asks of $title', async (given) => {
	service.requests.length = 0;
	service.clearFaults();
	await scrape(service, { url: `${service.websiteUrl}/docs/`, ...given.parameters });
	const refusals = service.requests.filter(({ status }) => status === 400);
	expect(refusals).toEqual([]);
});

test.each(REQUEST_CASES)('Batch Scrape and the SDK ask alike for $title', async (given) => {
	service.requests.length = 0;
	service.clearFaults();
	const answer = {
		status: 200,
		json: { success: true, id: '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00' },
	};
	service.orderFault({ times: 2, answer });
	const urls = [URL, `${URL}/2`];
	const { error } = await batchScrape(service, 'start', {
		urlsFrom: 'list',
		urls,
		waitForCompletion: false,
		options: { maxPagesAtOnce: 3, webhookUrl: 'https://hook.example.com/x' },
		...given.parameters,
	});
	await sdk.startBatchScrape(urls, {
		options: given.sdk,
		ignoreInvalidURLs: true,
		maxConcurrency: 3,
		webhook: 'https://hook.example.com/x',
	});
	expect(error).toBeUndefined();
	const [ofNode, ofSdk] = bodies();
	expect(ofNode).toEqual(ofSdk);
});
