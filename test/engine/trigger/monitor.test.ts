/** The trigger watching a monitor, over HTTP. */
import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { page, webSite } from '../../sandbox/scrapeSite.ts';
import {
	activated,
	DAY,
	eventsOf,
	fetchTestEvent,
	HOUR,
	MINUTE,
	pass,
	serviceUnderTest,
	triggerOf,
} from './triggerUnderTest.ts';

type Monitor = ReturnType<Service['monitors']['create']>;

function givenMonitor({ monitors }: Service, more = {}): Monitor {
	const targets = [{ type: 'scrape', urls: ['https://example.com/pricing'] }];
	return monitors.create({ name: 'Prices', schedule: { text: 'daily' }, targets, ...more });
}

function watching({ id }: Pick<Monitor, 'id'>, more = {}) {
	return { watch: 'monitor', monitorId: { __rl: true, mode: 'id', value: id }, ...more };
}

function urlsOf(result: Parameters<typeof eventsOf>[0]): unknown[] {
	return eventsOf(result).map(({ url }) => url);
}

describe('A page that changes', () => {
	test('starts the workflow once, with the difference', async () => {
		const service = await serviceUnderTest({ hasBrowser: false });
		const priceList = (price: string) => page('Prices', `<main><p>price: ${price}</p></main>`);
		const site = await webSite({ '/': priceList('12') });
		const monitor = givenMonitor(service, {
			schedule: { text: 'every 30 minutes' },
			targets: [{ type: 'scrape', urls: [`${site.origin}/`] }],
		});
		service.monitors.begin(monitor);
		await service.monitors.catchUp();
		const trigger = await activated(service, watching(monitor));
		expect(eventsOf(await trigger.tick())).toEqual([]);

		site.files['/'] = priceList('13');
		pass(HOUR);
		await service.monitors.catchUp();
		const [check] = service.monitors.checksOf(monitor);
		expect(eventsOf(await trigger.tick())).toEqual([
			expect.objectContaining({
				event: 'monitor.page',
				monitorId: monitor.id,
				checkId: check?.id,
				url: `${site.origin}/`,
				status: 'changed',
				diff: expect.objectContaining({
					text: expect.stringContaining('-price: 12\n+price: 13') as string,
				}) as object,
				judgment: null,
			}),
		]);
		trigger.restart();
		expect(eventsOf(await trigger.tick())).toEqual([]);
		pass(HOUR);
		await service.monitors.catchUp();
		expect(eventsOf(await trigger.tick())).toEqual([]);
	});

	test('that was found before the activation starts nothing, unless it is asked for', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		service.monitors.addCheck(monitor, { pages: [{ url: 'https://example.com/old' }] });
		const trigger = await activated(service, watching(monitor));
		expect(urlsOf(await trigger.tick())).toEqual([]);
		const eager = await activated(service, watching(monitor, { options: { emitExisting: true } }));
		expect(urlsOf(await eager.tick())).toEqual(['https://example.com/old']);
	});

	test('of a check that is at work at the activation starts it when the check has ended', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const check = service.monitors.addCheck(monitor, {
			status: 'running',
			pages: [{ url: 'late' }],
		});
		const trigger = await activated(service, watching(monitor));
		expect(urlsOf(await trigger.tick())).toEqual([]);
		check.status = 'completed';
		expect(urlsOf(await trigger.tick())).toEqual(['late']);
		expect(urlsOf(await trigger.tick())).toEqual([]);
	});
});

describe('What starts the workflow', () => {
	const pages = (['same', 'new', 'changed', 'removed', 'error'] as const).map((status) => ({
		url: status,
		status,
	}));

	test.each([
		[{}, ['new', 'changed', 'removed']],
		[{ pageStatuses: ['changed'] }, ['changed']],
		[{ pageStatuses: ['error', 'new'] }, ['error', 'new']],
	])('is chosen by the status of pages: %j', async (parameters, expected) => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor, parameters));
		service.monitors.addCheck(monitor, { status: 'partial', pages });
		expect(urlsOf(await trigger.tick())).toEqual(expected);
	});

	test('can be only what the judge does not call unimportant', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const options = { onlyMeaningful: true };
		const trigger = await activated(service, watching(monitor, { options }));
		const judgment = (meaningful: boolean) => ({
			meaningful,
			confidence: 'high' as const,
			reason: 'so',
			meaningfulChanges: [],
		});
		service.monitors.addCheck(monitor, {
			pages: [
				{ url: 'trifle', judgment: judgment(false) },
				{ url: 'news', judgment: judgment(true) },
				{ url: 'not judged' },
			],
		});
		expect(urlsOf(await trigger.tick())).toEqual(['news', 'not judged']);
	});

	test('is a check that failed as a whole, where errors are chosen', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor, { pageStatuses: ['error'] }));
		service.monitors.addCheck(monitor, { status: 'failed', error: 'Bad options' });
		expect(eventsOf(await trigger.tick())).toEqual([
			expect.objectContaining({ url: null, status: 'error', error: 'Bad options' }),
		]);
	});

	test('comes without difference and data where these are turned off', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(
			service,
			watching(monitor, { options: { includeData: false } }),
		);
		service.monitors.addCheck(monitor, {
			pages: [{ diff: { text: 'long' }, snapshot: { json: { a: 1 } } }],
		});
		const [event] = eventsOf(await trigger.tick());
		expect(event).toMatchObject({ status: 'changed' });
		expect(event).not.toHaveProperty('diff');
		expect(event).not.toHaveProperty('snapshot');
	});
});

describe('The trigger', () => {
	test('asks for one thing in a poll without news, and for no pages that nobody wants', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor));
		service.monitors.addCheck(monitor, { pages: [{ status: 'same' }, { status: 'error' }] });
		service.requests.length = 0;
		expect(urlsOf(await trigger.tick())).toEqual([]);
		expect(service.requests.map(({ path }) => path)).toEqual([`/v2/monitor/${monitor.id}/checks`]);
	});

	test('says so when the monitor is deleted', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor));
		service.monitors.remove(monitor);
		const { error } = await trigger.tick();
		expect(error?.message).toBe(`There is no monitor ${monitor.id}`);
		expect(error?.description).toContain('It was deleted');
		const { error: atActivation } = await triggerOf(service, watching(monitor)).activate();
		expect(atActivation?.message).toBe(`There is no monitor ${monitor.id}`);
	});

	test('takes a 404 of something before the service for passing trouble', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor));
		service.monitors.addCheck(monitor, { pages: [{ url: 'news' }] });
		service.orderFault({ times: 1, answer: { status: 404, body: '<h1>Not found</h1>' } });
		const { error } = await trigger.tick();
		expect(error?.message).not.toContain('no monitor');
		expect(urlsOf(await trigger.tick())).toEqual(['news']);
	});

	test('begins anew when another monitor is chosen', async () => {
		const service = await serviceUnderTest();
		const [first, second] = [givenMonitor(service), givenMonitor(service)];
		const { saved } = await triggerOf(service, watching(first)).activate();
		service.monitors.addCheck(second, { pages: [{ url: 'past' }] });
		const other = triggerOf(service, watching(second), { staticData: saved });
		eventsOf(await other.activate());
		service.monitors.addCheck(second, { pages: [{ url: 'news' }] });
		expect(urlsOf(await other.tick())).toEqual(['news']);
	});

	test('goes on with a new key of the same team', async () => {
		const service = await serviceUnderTest({ apiKeys: ['sandbox-key', 'new-key'] });
		const monitor = givenMonitor(service);
		const { saved } = await triggerOf(service, watching(monitor)).activate();
		service.monitors.addCheck(monitor, { pages: [{ url: 'news' }] });
		const credentials = { apiKey: 'new-key', baseUrl: service.url };
		const trigger = triggerOf(service, watching(monitor), { staticData: saved, credentials });
		await trigger.activate();
		expect(urlsOf(await trigger.tick())).toEqual(['news']);
	});

	test('brings the checks of days in which n8n was off, in their order', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor));
		const urls = Array.from({ length: 300 }, (_, index) => `https://example.com/${index}`);
		for (const url of urls) {
			pass(10 * MINUTE);
			service.monitors.addCheck(monitor, { pages: [{ url }] });
		}
		expect(urlsOf(await trigger.tick())).toEqual(urls);
		expect(urlsOf(await trigger.tick())).toEqual([]);
	});

	test('waits for pages that a check says it has, and not for ever', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor));
		const { id } = service.monitors.addCheck(monitor, { pages: [{ url: 'here' }] });
		const entry = {
			id,
			status: 'completed',
			createdAt: new Date().toISOString(),
			summary: { totalPages: 2, new: 0, removed: 0, error: 0, changed: 2, same: 0 },
		};
		service.orderFault({
			path: /\/checks$/,
			times: Infinity,
			answer: { status: 200, json: { success: true, data: [entry] } },
		});
		expect(urlsOf(await trigger.tick())).toEqual(['here']);
		const reads = () => service.requests.filter(({ path }) => path.endsWith(id)).length;
		for (let poll = 0; poll < 20; poll++) {
			pass(MINUTE);
			expect(urlsOf(await trigger.tick())).toEqual([]);
		}
		const soFar = reads();
		expect(soFar).toBeGreaterThan(5);
		await trigger.tick();
		expect(reads()).toBe(soFar);
	});

	test('gives a check that cannot be read to the next poll, and others all the same', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const trigger = await activated(service, watching(monitor));
		const broken = service.monitors.addCheck(monitor, { pages: [{ url: 'broken' }] });
		service.monitors.addCheck(monitor, { pages: [{ url: 'fine' }] });
		service.orderFault({
			path: new RegExp(broken.id),
			times: 3,
			answer: { status: 500, json: { success: false, error: 'Internal Server Error' } },
		});
		const first = await trigger.tick();
		expect(urlsOf(first)).toEqual(['fine']);
		expect(first.log.join()).toContain('Some checks could not be read');
		expect(urlsOf(await trigger.tick())).toEqual(['broken']);
	});

	test.each([
		['started', () => ({ startedAt: new Date().toISOString() })],
		['finished', () => ({ finishedAt: new Date().toISOString() })],
		['neither', () => ({})],
	])('brings a check that says only when it has %s', async (_, timesOf) => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		service.monitors.addCheck(monitor, { pages: [{ url: 'past' }] });
		const trigger = await activated(service, watching(monitor));
		const entries: object[] = [];
		const urls: unknown[] = [];
		for (const url of ['first', 'second', 'third']) {
			pass(HOUR);
			const { id } = service.monitors.addCheck(monitor, { trigger: 'manual', pages: [{ url }] });
			entries.unshift({ id, status: 'completed', ...timesOf() });
			const past = service.monitors.checksOf(monitor).at(-1);
			const createdAt = new Date(past?.createdAt ?? 0).toISOString();
			service.clearFaults();
			service.orderFault({
				path: /\/checks$/,
				times: Infinity,
				answer: {
					status: 200,
					json: { success: true, data: [...entries, { ...past, createdAt }] },
				},
			});
			for (let poll = 0; poll < 3; poll++) urls.push(...urlsOf(await trigger.tick()));
		}
		expect(urls).toEqual(['first', 'second', 'third']);
	});

	test('brings the checks of a service that tells no times at all, and forgets those gone', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		let data: object[] = [];
		const listed = () => {
			service.clearFaults();
			const answer = { status: 200, json: { success: true, data } };
			service.orderFault({ path: /\/checks$/, times: Infinity, answer });
		};
		listed();
		const trigger = await activated(service, watching(monitor));
		const sizes: number[] = [];
		for (let check = 0; check < 10; check++) {
			const { id } = service.monitors.addCheck(monitor, { pages: [{ url: `${check}` }] });
			data = [{ id, status: 'completed' }, ...data].slice(0, 3);
			listed();
			const result = await trigger.tick();
			expect(urlsOf(result)).toEqual([`${check}`]);
			sizes.push(JSON.stringify(result.staticData).length);
		}
		expect(urlsOf(await trigger.tick())).toEqual([]);
		expect(sizes.at(-1)).toBeLessThan((sizes[2] ?? 0) * 1.05);
	});

	test('keeps no more of a month of checks than of a day', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service, { retentionDays: 365 });
		const trigger = await activated(service, watching(monitor));
		const sizes: number[] = [];
		for (let day = 0; day < 30; day++) {
			pass(DAY);
			service.monitors.addCheck(monitor, { pages: [{ url: 'a' }, { url: 'b' }] });
			const { staticData } = await trigger.tick();
			sizes.push(JSON.stringify(staticData).length);
		}
		expect(Math.max(...sizes)).toBeLessThan((sizes[1] ?? 0) * 1.2);
	});
});

describe('A check of which pages of one status cannot be read', () => {
	/** Lets every request but the first of the next poll be refused: the removed pages come second. */
	function refuseRemoved(service: Service, { id }: { id: string }): void {
		service.clearFaults();
		const answer = errorAnswer(403, 'Forbidden');
		service.orderFault({ path: new RegExp(id), skip: 1, times: Infinity, answer });
	}

	async function givenCheck() {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service, { retentionDays: 365 });
		// No other check comes by itself.
		monitor.status = 'paused';
		const trigger = await activated(service, watching(monitor));
		const check = service.monitors.addCheck(monitor, {
			pages: [
				{ url: 'new', status: 'new' },
				{ url: 'removed', status: 'removed' },
			],
		});
		const tick = async () => {
			refuseRemoved(service, check);
			return await trigger.tick();
		};
		return { service, monitor, trigger, check, tick };
	}

	test('brings the others at once, and these when they can be read', async () => {
		const { service, trigger, tick } = await givenCheck();
		const first = await tick();
		expect(urlsOf(first)).toEqual(['new']);
		expect(first.log.join()).toContain('Some checks could not be read');
		pass(MINUTE);
		const second = await tick();
		expect(second.error?.message).toBe('The API key may not do this');
		service.clearFaults();
		expect(urlsOf(await trigger.tick())).toEqual(['removed']);
		expect(urlsOf(await trigger.tick())).toEqual([]);
	});

	test('says so after a day, once, and brings them if they can be read after all', async () => {
		const { service, monitor, check, trigger, tick } = await givenCheck();
		const events: unknown[] = [];
		for (let polls = 0; polls < 20; polls++) {
			const { items } = await tick();
			events.push(...(items ?? []).map(({ json }) => json));
			pass(5 * HOUR);
			if (polls === 10) trigger.restart();
		}
		expect(events).toEqual([
			expect.objectContaining({ url: 'new', status: 'new' }),
			expect.objectContaining({
				event: 'monitor.page',
				monitorId: monitor.id,
				checkId: check.id,
				url: null,
				status: 'error',
				error:
					'The pages of this check with status "removed" could not be read: The API key may not do this',
			}),
		]);
		service.clearFaults();
		expect(urlsOf(await trigger.tick())).toEqual(['removed']);
	});

	test('is given up after a month, with nothing left in the state', async () => {
		const { service, trigger, tick } = await givenCheck();
		let told = 0;
		for (let polls = 0; polls < 12; polls++) {
			const { items } = await tick();
			told += items?.length ?? 0;
			pass(3 * DAY);
		}
		expect(told).toBe(2);
		service.clearFaults();
		service.requests.length = 0;
		expect(urlsOf(await trigger.tick())).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});
});

describe('Fetch Test Event', () => {
	test('gives the newest page that would have started the workflow', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		for (const url of ['old', 'new']) {
			service.monitors.addCheck(monitor, { pages: [{ url }] });
			pass(MINUTE);
		}
		service.monitors.addCheck(monitor, { pages: [{ url: 'same', status: 'same' }] });
		expect(urlsOf(await fetchTestEvent(service, watching(monitor)))).toEqual(['new']);
	});

	test('says what to do where there is none', async () => {
		const service = await serviceUnderTest();
		const monitor = givenMonitor(service);
		const { error } = await fetchTestEvent(service, watching(monitor));
		expect(error?.message).toBe('No check has found a page yet that would start this workflow');
	});

	test.each([
		['monitorId', { monitorId: { __rl: true, mode: 'id', value: 'prices' } }, /^Monitor must be/],
		['pageStatuses', { pageStatuses: ['gone'] }, /^Page Statuses must be one of/],
	])('refuses a wrong %s before any request', async (_name, parameters, message) => {
		const service = await serviceUnderTest();
		const { error } = await fetchTestEvent(service, watching(givenMonitor(service), parameters));
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});
});
