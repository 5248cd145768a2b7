/** What a monitor finds on a website that really changes. */
import { describe, expect, test } from 'vitest';

import {
	byId,
	givenMonitor,
	itemsOf,
	monitor,
	onlyJson,
	page,
	PRICES,
	serviceUnderTest,
	shown,
	TestClock,
	UNKNOWN_ID,
	webSite,
} from './monitorUnderTest.ts';

const HOUR_MS = 60 * 60_000;

function priceList(price: string): string {
	return page('Prices', `<main><h1>Prices</h1><p>Team plan</p><p>price: ${price}</p></main>`);
}

describe('A monitor of pages', () => {
	test('tells what has changed since its last check, page by page', async () => {
		const clock = new TestClock();
		const { service } = await serviceUnderTest({ now: clock.now, hasBrowser: false });
		const site = await webSite({ '/a': priceList('12'), '/b': priceList('5') });
		const created = onlyJson(
			await monitor(service, 'create', {
				...PRICES,
				urls: [`${site.origin}/a`, `${site.origin}/b`],
			}),
		);
		const monitorId = created.monitorId as string;
		const first = onlyJson(await monitor(service, 'run', byId(monitorId)));
		await service.monitors.catchUp();
		site.files['/a'] = priceList('13');
		clock.pass(HOUR_MS);
		await service.monitors.catchUp();
		const checks = itemsOf(await monitor(service, 'getChecks', byId(monitorId)));

		expect(checks.map(({ checkId, trigger, status }) => [checkId, trigger, status])).toEqual([
			[expect.any(String), 'scheduled', 'completed'],
			[first.checkId, 'manual', 'completed'],
		]);
		const pages = itemsOf(
			await monitor(service, 'getCheck', byId(monitorId, checks[0]?.checkId as string)),
		);
		expect(pages.map(({ url, status }) => [url, status])).toEqual([
			[`${site.origin}/a`, 'changed'],
			[`${site.origin}/b`, 'same'],
		]);
		expect(pages[0]).toMatchObject({
			monitorId,
			checkId: checks[0]?.checkId,
			checkStatus: 'completed',
			diff: {
				text: expect.stringContaining('-price: 12\n+price: 13') as string,
				json: { files: [expect.any(Object)] },
			},
		});
	});

	test('compares the fields that are asked for, and no other text', async () => {
		const { service } = await serviceUnderTest({ hasBrowser: false });
		const site = await webSite({ '/a': priceList('12') });
		const { monitorId } = onlyJson(
			await monitor(service, 'create', {
				...PRICES,
				urls: [`${site.origin}/a`],
				changeTracking: 'fields',
				schemaFields: { field: [{ name: 'price', type: 'number' }] },
			}),
		);
		const found = service.monitors.find(monitorId as string);
		service.monitors.begin(found);
		await service.monitors.catchUp();
		site.files['/a'] = priceList('12').replace('Team plan', 'Group plan');
		service.monitors.begin(found);
		await service.monitors.catchUp();
		site.files['/a'] = priceList('13');
		const { id } = service.monitors.begin(found);
		await service.monitors.catchUp();

		expect(found.checks.map(({ pages }) => pages[0]?.status)).toEqual(['new', 'same', 'changed']);
		const changed = onlyJson(await monitor(service, 'getCheck', byId(found.id, id)));
		expect(changed).toMatchObject({
			status: 'changed',
			diff: { json: { price: { previous: 12, current: 13 } } },
			snapshot: { json: { price: 13 } },
		});
		expect(changed.diff).not.toHaveProperty('text');
	});

	test('tells the judge’s opinion where there is a goal', async () => {
		const { service } = await serviceUnderTest({ hasBrowser: false });
		const site = await webSite({ '/a': priceList('12') });
		const { monitorId } = onlyJson(
			await monitor(service, 'create', {
				...PRICES,
				urls: [`${site.origin}/a`],
				goal: 'Tell me when a price changes',
			}),
		);
		const found = service.monitors.find(monitorId as string);
		for (const price of ['12', '13']) {
			site.files['/a'] = priceList(price);
			service.monitors.begin(found);
			await service.monitors.catchUp();
		}
		const [latest] = itemsOf(await monitor(service, 'getChecks', byId(found.id)));
		const [changed] = itemsOf(
			await monitor(service, 'getCheck', byId(found.id, latest?.checkId as string)),
		);
		expect(changed).toMatchObject({ judgment: { meaningful: true } });
	});
});

test('A monitor of a website finds pages that are new and pages that are gone', async () => {
	const { service } = await serviceUnderTest({ hasBrowser: false });
	const links = (...paths: string[]) =>
		page('Home', `<main>${paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')}</main>`);
	const site = await webSite({
		'/': links('/a', '/b'),
		'/a': page('A', '<main>A</main>'),
		'/b': page('B', '<main>B</main>'),
		'/c': page('C', '<main>C</main>'),
	});
	const { monitorId } = onlyJson(
		await monitor(service, 'create', {
			...PRICES,
			targetType: 'site',
			url: `${site.origin}/`,
			maxPages: 10,
		}),
	);
	const found = service.monitors.find(monitorId as string);
	service.monitors.begin(found);
	await service.monitors.catchUp();
	site.files['/'] = links('/a', '/c');
	const { id } = service.monitors.begin(found);
	await service.monitors.catchUp();
	const pages = itemsOf(await monitor(service, 'getCheck', byId(found.id, id)));
	const statuses = Object.fromEntries(
		pages.map(({ url, status }) => [(url as string).replace(site.origin, ''), status]),
	);
	expect(statuses).toEqual({ '/': 'changed', '/a': 'same', '/b': 'removed', '/c': 'new' });
});

describe('Get Check', () => {
	test('reads all pages of a check with many, and only so many where a limit is given', async () => {
		const { service } = await serviceUnderTest();
		const given = givenMonitor(service);
		const pages = Array.from({ length: 230 }, (_, index) => ({
			url: `https://example.com/${index}`,
		}));
		const { id } = service.monitors.addCheck(given, { pages });
		const all = { ...byId(given.id, id), returnAll: true };
		const urls = itemsOf(await monitor(service, 'getCheck', all)).map(({ url }) => url);
		expect(urls).toEqual(pages.map(({ url }) => url));
		expect(itemsOf(await monitor(service, 'getCheck', byId(given.id, id)))).toHaveLength(50);
		const limited = { ...byId(given.id, id), limit: 120 };
		expect(itemsOf(await monitor(service, 'getCheck', limited))).toHaveLength(120);
	});

	test('returns only the pages with the chosen status', async () => {
		const { service } = await serviceUnderTest();
		const given = givenMonitor(service);
		const pages = (['same', 'changed', 'error'] as const).map((status) => ({ status }));
		const { id } = service.monitors.addCheck(given, { status: 'partial', pages });
		const changed = { ...byId(given.id, id), filters: { status: 'changed' } };
		const items = itemsOf(await monitor(service, 'getCheck', changed));
		expect(items.map(({ status }) => status)).toEqual(['changed']);
	});

	test('asks nobody but the configured host for further pages', async () => {
		const { service } = await serviceUnderTest();
		const check = {
			id: UNKNOWN_ID,
			status: 'completed',
			pages: [{ id: 'a', url: 'https://a.example' }],
		};
		const next = 'https://stranger.example/v2/monitor/x/checks/y?skip=1';
		service.orderFault({
			times: 1,
			answer: { status: 200, json: { success: true, data: { ...check, next } } },
		});
		service.orderFault({
			times: 1,
			answer: { status: 200, json: { success: true, data: check } },
		});
		const items = itemsOf(
			await monitor(service, 'getCheck', { ...byId(UNKNOWN_ID, UNKNOWN_ID), returnAll: true }),
		);
		expect(items).toHaveLength(2);
		expect(service.requests.map(({ query }) => query.skip)).toEqual(['0', '1']);
	});

	test('ends where a server sends a next that leads nowhere', async () => {
		const { service } = await serviceUnderTest();
		const next = `${service.url}/v2/monitor/x/checks/y?skip=0`;
		const data = { id: UNKNOWN_ID, status: 'completed', pages: [{ id: 'a', url: 'u' }], next };
		service.orderFault({ answer: { status: 200, json: { success: true, next, data } } });
		const all = { ...byId(UNKNOWN_ID, UNKNOWN_ID), returnAll: true };
		expect(itemsOf(await monitor(service, 'getCheck', all))).toHaveLength(1);
	});

	test('gives the whole check as one item where that is wanted', async () => {
		const { service } = await serviceUnderTest();
		const given = givenMonitor(service);
		const pages = Array.from({ length: 150 }, () => ({}));
		const { id } = service.monitors.addCheck(given, { pages });
		const json = onlyJson(
			await monitor(service, 'getCheck', {
				...byId(given.id, id),
				output: 'check',
				returnAll: true,
			}),
		);
		expect(json).toMatchObject({
			status: 'completed',
			summary: { totalPages: 150, changed: 150 },
			monitorId: given.id,
			checkId: id,
			startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
		});
		expect(json.pages).toHaveLength(150);
		expect(json).not.toHaveProperty('next');
	});

	test('fails for a check that failed as a whole, with the reason', async () => {
		const { service } = await serviceUnderTest({ hasBrowser: false });
		const given = givenMonitor(service, undefined, {
			targets: [{ type: 'scrape', urls: ['https://example.com'], scrapeOptions: { foo: 1 } }],
		});
		const { id } = service.monitors.begin(given);
		await service.monitors.catchUp();
		const error = shown(await monitor(service, 'getCheck', byId(given.id, id)));
		expect(error.message).toBe('The check failed and has no pages');
		expect(error.description).toContain('Invalid scrapeOptions');
		expect(error.details).toMatchObject({ monitorId: given.id, checkId: id, status: 'failed' });
		const whole = { ...byId(given.id, id), output: 'check' };
		expect(onlyJson(await monitor(service, 'getCheck', whole))).toMatchObject({ status: 'failed' });
	});
});
