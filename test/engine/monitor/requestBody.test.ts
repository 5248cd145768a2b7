/** What Create and Update send, also held against the vendor's SDK. */
import { Firecrawl, type CreateMonitorRequest, type UpdateMonitorRequest } from 'firecrawl';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { byId, givenMonitor, itemsOf, KEY, monitor, PRICES } from './monitorUnderTest.ts';

let service: Service;

beforeAll(async () => {
	service = await startService({ hasBrowser: false });
});

afterAll(async () => {
	await service.stop();
});

const URL_OF_PRICES = 'https://example.com/pricing';
const PRICE_SCHEMA = {
	type: 'object',
	properties: { price: { type: 'number' } },
	required: ['price'],
};
const PRICE_FIELDS = { field: [{ name: 'price', type: 'number', required: true }] };
const SCHEDULE = { text: 'every 30 minutes' };
const PAGES = { type: 'scrape' as const, urls: [URL_OF_PRICES] };

/** The parameters beside those of PRICES, and the same for the SDK. */
const CREATES: Array<[string, INodeParameters, Partial<CreateMonitorRequest>]> = [
	['the least', {}, {}],
	[
		'cron',
		{ scheduleMode: 'cron', schedule: '0 9 * * 1-5' },
		{ schedule: { cron: '0 9 * * 1-5' } },
	],
	[
		'a time zone',
		{ schedule: ' daily at 9:00 ', timezone: 'Europe/Berlin' },
		{ schedule: { text: 'daily at 9:00', timezone: 'Europe/Berlin' } },
	],
	[
		'several pages, from an expression',
		{ urls: '={{ ["https://a.example", "https://b.example", "https://a.example"] }}' },
		{ targets: [{ type: 'scrape', urls: ['https://a.example', 'https://b.example'] }] },
	],
	[
		'fields',
		{ changeTracking: 'fields', schemaFields: PRICE_FIELDS },
		{
			targets: [
				{
					...PAGES,
					scrapeOptions: {
						formats: [
							'markdown',
							{ type: 'changeTracking', modes: ['json'], schema: PRICE_SCHEMA },
						],
					},
				},
			],
		},
	],
	[
		'text and fields, with a prompt and an example',
		{
			changeTracking: 'both',
			schemaMode: 'example',
			schemaExample: '{ "price": 1.5 }',
			changeTrackingPrompt: 'For new customers',
		},
		{
			targets: [
				{
					...PAGES,
					scrapeOptions: {
						formats: [
							'markdown',
							{
								type: 'changeTracking',
								modes: ['git-diff', 'json'],
								prompt: 'For new customers',
								schema: { type: 'object', properties: { price: { type: 'number' } } },
							},
						],
					},
				},
			],
		},
	],
	[
		'formats to keep and scrape options',
		{
			formats: ['html', 'links'],
			scrapeOptions: { onlyMainContent: false, waitFor: 1000, includeTags: ['main'] },
		},
		{
			targets: [
				{
					...PAGES,
					scrapeOptions: {
						formats: ['markdown', 'html', 'links'],
						includeTags: ['main'],
						onlyMainContent: false,
						waitFor: 1000,
					},
				},
			],
		},
	],
	[
		'a website',
		{ targetType: 'site', url: 'https://example.com', maxPages: 20 },
		{ targets: [{ type: 'crawl', url: 'https://example.com', crawlOptions: { limit: 20 } }] },
	],
	[
		'a part of a website',
		{
			targetType: 'site',
			url: 'https://example.com',
			crawlOptions: { includePaths: ['^/blog/'], sitemap: 'skip', maxDiscoveryDepth: 2 },
		},
		{
			targets: [
				{
					type: 'crawl',
					url: 'https://example.com',
					crawlOptions: {
						limit: 100,
						includePaths: ['^/blog/'],
						sitemap: 'skip',
						maxDiscoveryDepth: 2,
					},
				},
			],
		},
	],
	[
		'a website with the pages that it reads by default',
		{ targetType: 'site', url: 'https://example.com' },
		{ targets: [{ type: 'crawl', url: 'https://example.com', crawlOptions: { limit: 100 } }] },
	],
	[
		'searches',
		{
			targetType: 'search',
			queries: ['new chairs', 'new tables'],
			goal: 'New products',
			searchOptions: { searchWindow: '7d', maxResults: 5, includeDomains: ['example.com'] },
		},
		{
			goal: 'New products',
			targets: [
				{
					type: 'search',
					queries: ['new chairs', 'new tables'],
					searchWindow: '7d',
					maxResults: 5,
					includeDomains: ['example.com'],
				},
			],
		},
	],
	[
		'searches without a judge',
		{ targetType: 'search', queries: ['chairs'], options: { judgeEnabled: false } },
		{ judgeEnabled: false, targets: [{ type: 'search', queries: ['chairs'] }] },
	],
	[
		'several targets',
		{
			targetType: 'json',
			targets: JSON.stringify([PAGES, { type: 'crawl', url: 'https://b.example' }]),
		},
		{ targets: [PAGES, { type: 'crawl', url: 'https://b.example' }] },
	],
	['a goal', { goal: 'Tell me price changes' }, { goal: 'Tell me price changes' }],
	[
		'mails to people',
		{ options: { notifyEmails: 'a@example.com, b@example.com', includeDiffs: true } },
		{
			notification: {
				email: {
					enabled: true,
					recipients: ['a@example.com', 'b@example.com'],
					includeDiffs: true,
				},
			},
		},
	],
	[
		'mails to the team',
		{ options: { notifyByEmail: true } },
		{ notification: { email: { enabled: true } } },
	],
	[
		'a webhook',
		{
			options: {
				webhookUrl: 'https://hook.example.com/changes',
				webhookEvents: ['monitor.page'],
				webhookHeaders: { entry: [{ name: 'X-Source', value: 'n8n' }] },
				webhookMetadata: { entry: [{ name: 'customer', value: '12' }] },
			},
		},
		{
			webhook: {
				url: 'https://hook.example.com/changes',
				events: ['monitor.page'],
				headers: { 'X-Source': 'n8n' },
				metadata: { customer: '12' },
			},
		},
	],
	['a retention', { options: { retentionDays: 90 } }, { retentionDays: 90 }],
];

/** What was sent last, without the SDK's name. */
function lastBody(method: 'POST' | 'PATCH'): Record<string, unknown> {
	const last = service.requests.filter((entry) => entry.method === method).at(-1);
	const body = { ...(last?.body as Record<string, unknown>) };
	delete body.origin;
	return body;
}

test.each(CREATES)('Create and the vendor’s SDK send the same: %s', async (_name, given, more) => {
	const [item] = itemsOf(await monitor(service, 'create', { ...PRICES, ...given }));
	const ofNode = lastBody('POST');
	const sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url });
	const created = await sdk.createMonitor({
		name: 'Prices',
		schedule: SCHEDULE,
		targets: [PAGES],
		...more,
	});
	expect(ofNode).toEqual(lastBody('POST'));
	expect(item).toMatchObject({
		name: 'Prices',
		status: 'active',
		schedule: created.schedule,
		estimatedCreditsPerMonth: created.estimatedCreditsPerMonth,
		monitorId: expect.any(String) as string,
	});
});

const UPDATES: Array<[string, INodeParameters, UpdateMonitorRequest]> = [
	['a name', { name: 'Other prices' }, { name: 'Other prices' }],
	['a pause', { status: 'paused' }, { status: 'paused' }],
	['a schedule', { schedule: 'weekly' }, { schedule: { text: 'weekly' } }],
	[
		'other pages',
		{ targetType: 'pages', urls: ['https://b.example'] },
		{ targets: [{ type: 'scrape', urls: ['https://b.example'] }] },
	],
	['no goal any more', { options: { remove: ['goal'] } }, { goal: null }],
	[
		'no webhook and no mails any more',
		{ options: { remove: ['webhook', 'notification'] } },
		{ webhook: null, notification: null },
	],
	[
		'much at once',
		{
			status: 'active',
			name: 'All',
			scheduleMode: 'cron',
			schedule: '*/15 * * * *',
			timezone: 'Asia/Tokyo',
			goal: 'Prices',
			options: { retentionDays: 7, judgeEnabled: false },
		},
		{
			status: 'active',
			name: 'All',
			schedule: { cron: '*/15 * * * *', timezone: 'Asia/Tokyo' },
			goal: 'Prices',
			retentionDays: 7,
			judgeEnabled: false,
		},
	],
];

test.each(UPDATES)(
	'Update and the vendor’s SDK send the same: %s',
	async (_name, given, changes) => {
		const { id } = givenMonitor(service);
		const [item] = itemsOf(await monitor(service, 'update', { ...byId(id), ...given }));
		const ofNode = lastBody('PATCH');
		const sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url });
		await sdk.updateMonitor(id, changes);
		expect(ofNode).toEqual(lastBody('PATCH'));
		expect(item).toMatchObject({ monitorId: id });
	},
);

describe('Reads', () => {
	test('and the vendor’s SDK get the same monitors and checks', async () => {
		const given = givenMonitor(service);
		const { id } = service.monitors.addCheck(given, { pages: [{}, { status: 'new' }] });
		const sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url });
		const ofSdk = await sdk.getMonitorCheck(given.id, id);
		const ofNode = itemsOf(await monitor(service, 'getCheck', byId(given.id, id)));
		expect(ofNode.map(({ id: page }) => page)).toEqual(ofSdk.pages.map(({ id: page }) => page));
		const [check] = itemsOf(await monitor(service, 'getChecks', byId(given.id)));
		expect(check).toMatchObject({ id, summary: ofSdk.summary, checkId: id });
		const [read] = itemsOf(await monitor(service, 'get', byId(given.id)));
		expect(read).toMatchObject({ id: given.id, name: (await sdk.getMonitor(given.id)).name });
	});

	test('give times in ISO form', async () => {
		const given = givenMonitor(service);
		const [read] = itemsOf(await monitor(service, 'get', byId(given.id)));
		expect(read?.createdAt).toBe(new Date(given.createdAt).toISOString());
		expect(read?.nextRunAt).toBe(new Date(given.nextRunAt).toISOString());
		expect(read?.lastRunAt).toBeNull();
	});

	test('list as many monitors as there are, or as the limit says', async () => {
		const own = await startService();
		try {
			for (let number = 0; number < 230; number++)
				givenMonitor(own, undefined, { name: `${number}` });
			const names = async (parameters: INodeParameters) =>
				itemsOf(await monitor(own, 'getAll', parameters)).map(({ name }) => name);
			const all = await names({ returnAll: true });
			expect(all).toEqual(Array.from({ length: 230 }, (_, number) => `${229 - number}`));
			expect(await names({})).toEqual(all.slice(0, 50));
			own.requests.length = 0;
			expect(await names({ limit: 120 })).toEqual(all.slice(0, 120));
			expect(own.requests.map(({ query }) => [query.limit, query.offset])).toEqual([
				['100', '0'],
				['20', '100'],
			]);
		} finally {
			await own.stop();
		}
	});

	test('return only the checks with the chosen status', async () => {
		const given = givenMonitor(service);
		for (const status of ['completed', 'partial', 'skipped_overlap'] as const)
			service.monitors.addCheck(given, { status });
		const filters = { status: 'skipped_overlap' };
		const checks = itemsOf(await monitor(service, 'getChecks', { ...byId(given.id), filters }));
		expect(checks.map(({ status }) => status)).toEqual(['skipped_overlap']);
	});
});
