/** Browsers held against a client that nobody here wrote: the vendor's own. */
import { Firecrawl } from 'firecrawl';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { clientOf } from '../../sandbox/serviceUnderTest.ts';
import { startPageOperation } from '../page/pageUnderTest.ts';
import { browserSession, byId, KEY, openSession, PLAYED } from './browserSessionUnderTest.ts';

let service: Service;
let sdk: Firecrawl;

beforeAll(async () => {
	service = await startService(PLAYED);
	sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url, maxRetries: 1 });
});

afterAll(async () => {
	await service.stop();
});

/** The last two requests, paths by the route's present name, bodies without the SDK's label. */
function lastTwo(): unknown[] {
	return service.requests.slice(-2).map(({ method, path, query, body }) => {
		const fields = Object.entries(body ?? {}).filter(([name]) => name !== 'origin');
		return {
			method,
			path: path.replace('/v2/browser', '/v2/interact'),
			query,
			body: Object.fromEntries(fields),
		};
	});
}

function expectAlike(): void {
	const [ofNode, ofSdk] = lastTwo();
	expect(ofNode).toEqual(ofSdk);
}

const OPENED: Array<Parameters<Firecrawl['browser']>[0]> = [
	{ ttl: 600, activityTtl: 300 },
	{ ttl: 30, activityTtl: 10, streamWebView: false },
	{ ttl: 3600, activityTtl: 3600, streamWebView: true },
	{ ttl: 60, activityTtl: 30, profile: { name: 'shop', saveChanges: true } },
	{ ttl: 60, activityTtl: 30, profile: { name: 'shop', saveChanges: false } },
];

test.each(OPENED)('Open asks as the SDK does: %j', async (asked = {}) => {
	const { ttl = 600, activityTtl = 300, profile, ...options } = asked;
	await browserSession(service, 'open', {
		ttl,
		activityTtl,
		options: {
			...options,
			...(profile && { profile: { value: { ...profile } as INodeParameters } }),
		},
	});
	await sdk.browser(asked);
	expectAlike();
});

const EXECUTED = [
	{ code: 'ls', language: 'node' },
	{ code: 'größe "\\n" {{ braces }}', language: 'node', timeout: 1 },
	{ code: 'x'.repeat(100_000), language: 'node', timeout: 300 },
] as const;

test.each(EXECUTED)('Execute asks as the SDK does (%#)', async ({ code, language, ...options }) => {
	const id = openSession(service);
	await browserSession(service, 'execute', { ...byId(id), code, language, options });
	await sdk.browserExecute(id, { code, language, ...options });
	expectAlike();
});

test('Get Many and Close ask as the SDK does', async () => {
	const [one, other] = [openSession(service), openSession(service)];
	await browserSession(service, 'getAll', { filters: { status: 'active' } });
	await sdk.listBrowsers({ status: 'active' });
	expectAlike();
	await browserSession(service, 'close', byId(one));
	await sdk.deleteBrowser(other);
	expect(JSON.stringify(lastTwo()[0]).replace(one, other)).toBe(JSON.stringify(lastTwo()[1]));
});

test('Interact and Stop Interaction ask as the SDK does', async () => {
	const { data } = await clientOf(service, KEY).post<{
		data: { metadata: { scrapeId: string } };
	}>('/v2/scrape', { url: `${service.websiteUrl}/` });
	const { scrapeId } = data.data.metadata;
	const options = { stopAfter: false, timeout: 20 };
	const parameters = { scrapeId, instruction: 'code', code: 'ls', options };
	await startPageOperation(service, 'interact', parameters).promise;
	await sdk.interact(scrapeId, { code: 'ls', timeout: 20 });
	expectAlike();
	await sdk.stopInteraction(scrapeId);
	await sdk.interact(scrapeId, { prompt: 'x' });
	await startPageOperation(service, 'stopInteraction', { scrapeId }).promise;
	const stops = service.requests.filter(
		({ method, path }) => method === 'DELETE' && path.includes(scrapeId),
	);
	expect(stops.map(({ query, body }) => [query, body])).toEqual([
		[{}, undefined],
		[{}, undefined],
	]);
});
