/** The stand-in's monitors, held against recorded answers and the vendor's SDK. */
import { Firecrawl } from 'firecrawl';
import { describe, expect, test } from 'vitest';

import type { MonitorEvent } from '../../sandbox/service/monitor/monitor.ts';
import { page, webSite } from './scrapeSite.ts';
import { serviceUnderTest, TestClock } from './serviceUnderTest.ts';

const PAGES = {
	type: 'scrape',
	urls: ['http://acme.example.test/a', 'http://acme.example.test/b'],
};
const PRICES = { name: 'Prices', schedule: { cron: '*/30 * * * *' }, targets: [PAGES] };
const HOUR_MS = 60 * 60_000;
const HALF_HOURLY = { nextRunAt: expect.stringMatching(/^2026-01-15 12:30:00\+00$/) as string };

/** What was recorded of the open server of 2026: body, status, and part of the answer. */
const RECORDED: Array<[string, object, number, object]> = [
	[
		'pages',
		{},
		200,
		{
			status: 'active',
			schedule: { cron: '*/30 * * * *', timezone: 'UTC' },
			...HALF_HOURLY,
			lastRunAt: null,
			currentCheckId: null,
			webhook: null,
			notification: {},
			emailRecipientSubscriptions: [],
			retentionDays: 30,
			estimatedCreditsPerMonth: 2880,
			lastCheckSummary: null,
			goal: null,
			judgeEnabled: false,
		},
	],
	[
		'a goal',
		{ goal: 'Tell me price changes' },
		200,
		{ estimatedCreditsPerMonth: 5760, judgeEnabled: true },
	],
	[
		'a crawl',
		{ targets: [{ type: 'crawl', url: 'http://acme.example.test', crawlOptions: { limit: 3 } }] },
		200,
		{ estimatedCreditsPerMonth: 4320 },
	],
	[
		'a crawl without limit',
		{ targets: [{ type: 'crawl', url: 'http://acme.example.test', crawlOptions: { foo: 3 } }] },
		200,
		{ estimatedCreditsPerMonth: 14_400_000 },
	],
	[
		'a search',
		{ targets: [{ type: 'search', queries: ['chairs'] }], goal: 'New chairs' },
		200,
		{ estimatedCreditsPerMonth: 17_280, judgeEnabled: true },
	],
	[
		'a text',
		{ schedule: { text: 'daily at 5:30 PM' } },
		200,
		{ schedule: { cron: '30 17 * * *', timezone: 'UTC' }, estimatedCreditsPerMonth: 60 },
	],
	[
		'a webhook as text',
		{ webhook: 'http://hook.example.test' },
		200,
		{ webhook: { url: 'http://hook.example.test', headers: {}, metadata: {} } },
	],
	[
		'scrape options that are none',
		{ targets: [{ ...PAGES, scrapeOptions: { foo: 1 } }] },
		200,
		{ status: 'active' },
	],
	[
		'cron and text',
		{ schedule: { cron: '0 * * * *', text: 'hourly' } },
		400,
		{ code: 'BAD_REQUEST', error: 'Schedule must include either cron or text, not both' },
	],
	[
		'a cron that is too dense',
		{ schedule: { cron: '* * * * *' } },
		400,
		{ error: 'Monitor schedule must not run more often than every 5 minutes' },
	],
	['names of days', { schedule: { cron: '0 9 * * MON' } }, 400, { error: 'Invalid cron field' }],
	[
		'an unknown time zone',
		{ schedule: { cron: '0 9 * * *', timezone: 'Mars/Base' } },
		400,
		{ error: 'Invalid monitor schedule timezone: Mars/Base' },
	],
	[
		'every 7 minutes',
		{ schedule: { text: 'every 7 minutes' } },
		400,
		{ code: 'BAD_REQUEST', error: 'Minute interval must divide evenly into 60' },
	],
	[
		'an address that is none',
		{ targets: [{ type: 'scrape', urls: ['nonsense'] }] },
		400,
		{ code: 'BAD_REQUEST', error: 'URL must have a valid top-level domain or be an IP address' },
	],
	[
		'a search without goal',
		{ targets: [{ type: 'search', queries: ['chairs'] }] },
		400,
		{ code: 'BAD_REQUEST', error: 'A search target requires a non-empty goal' },
	],
	[
		'a short name of an event',
		{ webhook: { url: 'http://hook.example.test', events: ['page'] } },
		400,
		{ code: 'BAD_REQUEST', error: 'Bad Request' },
	],
];

test.each(RECORDED)('A create is answered as recorded: %s', async (_name, more, status, answer) => {
	const { client } = await serviceUnderTest({ now: new TestClock().now });
	const response = await client.post<Record<string, unknown>>('/v2/monitor', {
		...PRICES,
		...more,
	});
	expect(response.status).toBe(status);
	const body = status === 200 ? response.data.data : response.data;
	expect(body).toMatchObject(answer);
	if (status !== 200) expect(response.data.code).toBe('code' in answer ? answer.code : undefined);
});

describe('Other answers are as recorded', () => {
	test.each([
		['patch', {}, 400, 'Update body cannot be empty'],
		['patch', { status: 'deleted' }, 400, 'Bad Request'],
	] as const)('%s %j', async (method, body, status, error) => {
		const { service, client } = await serviceUnderTest();
		const { id } = service.monitors.create(PRICES);
		const response = await client[method](`/v2/monitor/${id}`, body);
		expect([response.status, response.data]).toEqual([
			status,
			expect.objectContaining({ success: false, code: 'BAD_REQUEST', error }),
		]);
	});

	test('of an id that is none, of another team and of one deleted', async () => {
		const { service, client } = await serviceUnderTest({
			apiKeys: ['sandbox-key', { key: 'other', team: 'other' }],
		});
		expect((await client.get('/v2/monitor/x')).status).toBe(400);
		const { id } = service.monitors.create(PRICES);
		const headers = { authorization: 'Bearer other' };
		const missing = { success: false, error: 'Monitor not found' };
		expect((await client.get(`/v2/monitor/${id}`, { headers })).data).toEqual(missing);
		expect((await client.delete(`/v2/monitor/${id}`)).data).toEqual({ success: true });
		expect((await client.delete(`/v2/monitor/${id}`)).data).toEqual(missing);
	});

	test('of a run while the monitor is paused, and while a check is running', async () => {
		const { service, client } = await serviceUnderTest();
		const monitor = service.monitors.create(PRICES);
		service.monitors.update(monitor, { status: 'paused' });
		expect((await client.post(`/v2/monitor/${monitor.id}/run`)).data).toEqual({
			success: false,
			error: 'Monitor is paused. Resume it before running a check.',
		});
		service.monitors.update(monitor, { status: 'active' });
		const { id } = service.monitors.addCheck(monitor, { status: 'running' });
		const response = await client.post(`/v2/monitor/${monitor.id}/run`);
		expect([response.status, response.data]).toEqual([
			409,
			{ success: false, error: 'Monitor check is already running.', checkId: id },
		]);
	});

	test('where there is no database, and where no data are kept', async () => {
		const open = { deployment: 'open2026', authentication: false } as const;
		const { client } = await serviceUnderTest(open);
		expect((await client.get('/v2/monitor')).status).toBe(500);
		const { client: strict } = await serviceUnderTest({ zeroDataRetention: true });
		expect((await strict.post('/v2/monitor', PRICES)).data).toMatchObject({
			error: expect.stringContaining('not supported for zero data retention teams') as string,
		});
	});
});

test('Checks come by schedule, skip an overlap, pause, and end with the retention', async () => {
	const clock = new TestClock();
	const { service } = await serviceUnderTest({ now: clock.now, hasBrowser: false });
	const site = await webSite({ '/': page('A', '<main>A</main>') });
	const targets = [{ type: 'scrape', urls: [`${site.origin}/`] }];
	const monitor = service.monitors.create({ ...PRICES, targets, retentionDays: 1 });
	const statuses = () => service.monitors.checksOf(monitor).map(({ status }) => status);
	await service.monitors.catchUp();
	expect(statuses()).toEqual([]);
	clock.pass(HOUR_MS);
	service.monitors.beginDue();
	clock.pass(HOUR_MS);
	service.monitors.beginDue();
	await service.monitors.catchUp();
	expect(statuses()).toEqual(['skipped_overlap', 'completed']);
	service.monitors.update(monitor, { status: 'paused' });
	clock.pass(HOUR_MS);
	await service.monitors.catchUp();
	expect(statuses()).toHaveLength(2);
	clock.pass(24 * HOUR_MS);
	expect(statuses()).toEqual([]);
});

test('A check without credits is skipped', async () => {
	const clock = new TestClock();
	const { service } = await serviceUnderTest({ now: clock.now, planCredits: 0 });
	const monitor = service.monitors.create(PRICES);
	clock.pass(HOUR_MS);
	await service.monitors.catchUp();
	expect(monitor.checks.map(({ status }) => status)).toEqual(['skipped_no_credits']);
});

test('Whoever wants to know is told of pages and ends, in order', async () => {
	const events: Array<MonitorEvent['type']> = [];
	const { service } = await serviceUnderTest({
		hasBrowser: false,
		onMonitorEvent: ({ type }) => events.push(type),
	});
	const site = await webSite({ '/': page('A', '<main>A</main>') });
	const targets = [{ type: 'scrape', urls: [`${site.origin}/`] }];
	service.monitors.begin(service.monitors.create({ ...PRICES, targets }));
	await service.monitors.catchUp();
	expect(events).toEqual(['monitor.page', 'monitor.check.completed']);
});

test('The vendor’s SDK creates, changes, runs, reads and deletes a monitor', async () => {
	const { service } = await serviceUnderTest({ hasBrowser: false });
	const site = await webSite({
		'/a': page('A', '<main>A</main>'),
		'/b': page('B', '<main>B</main>'),
	});
	const sdk = new Firecrawl({ apiKey: 'sandbox-key', apiUrl: service.url });
	const { id } = await sdk.createMonitor({
		name: 'Prices',
		schedule: { text: 'hourly' },
		targets: [{ type: 'scrape', urls: [`${site.origin}/a`, `${site.origin}/b`] }],
	});
	expect(await sdk.updateMonitor(id, { name: 'Other' })).toMatchObject({ name: 'Other' });
	const run = await sdk.runMonitor(id);
	await service.monitors.catchUp();
	expect(await sdk.listMonitorChecks(id)).toMatchObject([{ id: run.id, status: 'completed' }]);
	const check = await sdk.getMonitorCheck(id, run.id, { limit: 1 });
	expect(check.pages.map(({ status }) => status)).toEqual(['new', 'new']);
	expect(await sdk.listMonitors()).toMatchObject([{ id, lastCheckSummary: { new: 2 } }]);
	expect(await sdk.deleteMonitor(id)).toBe(true);
});
