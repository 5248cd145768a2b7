/** The monitor that belongs to a trigger: made, found again, changed, deleted; and what it tells. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import {
	ADDRESS,
	DESCRIBED,
	messageOf,
	trigger,
	URLS,
	WEBHOOK_ID,
} from './registrationUnderTest.ts';
import { call, eventBody, KEY, serviceUnderTest, type Sending } from './triggerUnderTest.ts';

/** What happens at the service, as methods of its requests. */
const methods = ({ requests }: Service) => requests.map(({ method }) => method);

describe('Switching the workflow on', () => {
	test('creates a monitor that calls the trigger, for all that is to be told', async () => {
		const { service } = await serviceUnderTest();
		const options = { name: 'Prices', retentionDays: 7, notifyEmails: ['jane@example.com'] };
		const watched = trigger(service, { goal: 'Prices', options });
		expect(await watched.switchOn()).toBe(true);
		expect(service.monitors.of()).toMatchObject([
			{
				name: 'Prices',
				goal: 'Prices',
				retentionDays: 7,
				targets: [{ type: 'scrape', urls: URLS }],
				notification: { email: { enabled: true, recipients: ['jane@example.com'] } },
				webhook: {
					url: ADDRESS,
					events: ['monitor.page', 'monitor.check.completed'],
				},
			},
		]);
	});

	test('names the monitor after the workflow where no name is given', async () => {
		const { service } = await serviceUnderTest();
		await trigger(service).switchOn();
		expect(service.monitors.of()[0]?.name).toBe('n8n: Engine test');
	});

	test('has only the events told that are needed', async () => {
		const { service } = await serviceUnderTest();
		await trigger(service, { pageStatuses: ['changed'] }).switchOn();
		expect(service.monitors.of()[0]?.webhook).toMatchObject({ events: ['monitor.page'] });
	});

	test('again finds the monitor and changes nothing', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		service.requests.length = 0;
		const again = trigger(service, {}, { staticData: watched.staticData });
		expect(await again.switchOn()).toBe(false);
		expect(methods(service)).toEqual(['GET']);
	});

	test('with other parameters changes the monitor, which keeps its history', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		const [before] = service.monitors.of();
		const changed = { schedule: 'every 30 minutes' };
		await trigger(service, changed, { staticData: watched.staticData }).switchOn();
		expect(service.monitors.of().map(({ id, schedule }) => [id, schedule.cron])).toEqual([
			[before?.id, '*/30 * * * *'],
		]);
	});

	test('wakes a monitor up that was paused', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		const [monitor] = service.monitors.of();
		if (monitor) service.monitors.update(monitor, { status: 'paused' });
		await trigger(service, {}, { staticData: watched.staticData }).switchOn();
		expect(service.monitors.of()[0]?.status).toBe('active');
	});

	test('creates another one where somebody has deleted it', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		const [monitor] = service.monitors.of();
		if (monitor) service.monitors.remove(monitor);
		expect(await trigger(service, {}, { staticData: watched.staticData }).switchOn()).toBe(true);
		expect(service.monitors.of()).toHaveLength(1);
	});

	test('after an answer that was lost finds the monitor that was created all the same', async () => {
		const { service } = await serviceUnderTest();
		const answer = errorAnswer(502, 'Bad gateway');
		service.orderFault({ method: 'POST', path: '/v2/monitor', afterHandling: true, answer });
		const watched = trigger(service);
		expect(await messageOf(watched.switchOn())).toContain('Get Many');
		expect(await trigger(service).switchOn()).toBe(false);
		expect(service.monitors.of()).toHaveLength(1);
	});
});

describe('Switching the workflow off', () => {
	test('deletes the monitor, and that of nobody else', async () => {
		const { service } = await serviceUnderTest();
		const targets = [{ type: 'scrape', urls: URLS }];
		const other = service.monitors.create({ name: 'Other', schedule: { text: 'hourly' }, targets });
		const watched = trigger(service);
		await watched.switchOn();
		await watched.switchOff();
		expect(service.monitors.of()).toEqual([other]);
		await watched.switchOff();
		expect(service.monitors.of()).toEqual([other]);
	});

	test('says so where the service cannot delete it', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		service.orderFault({ method: 'DELETE', times: 9, answer: errorAnswer(403, 'Forbidden') });
		expect(await messageOf(watched.switchOff())).toContain('Forbidden');
	});
});

describe('Listening for a test event', () => {
	test('has a monitor of its own that checks at once, beside the productive one', async () => {
		const { service } = await serviceUnderTest();
		const productive = trigger(service);
		await productive.switchOn();
		const [before] = service.monitors.of();
		const tested = trigger(service, {}, { isTest: true });
		await tested.switchOn();
		const [test_, own] = service.monitors.of();
		expect(own).toBe(before);
		expect(test_).toMatchObject({
			name: 'Test of n8n: Engine test',
			webhook: { url: `http://127.0.0.1:5678/webhook-test/${WEBHOOK_ID}/webhook` },
		});
		expect(test_?.checks).toHaveLength(1);
		expect(own?.checks).toEqual([]);
		await tested.switchOff();
		expect(service.monitors.of()).toEqual([before]);
	});
});

describe('An activation that fails says all in its message', () => {
	test('of a field', async () => {
		const { service } = await serviceUnderTest();
		const message = await messageOf(trigger(service, { schedule: 'every 3 minutes' }).switchOn());
		expect(message).toMatch(/schedule .*5 minutes.*Found: "every 3 minutes"/i);
		expect(methods(service)).not.toContain('POST');
	});

	test.each<[message: string, parameters: INodeParameters]>([
		['Retention Days must be', { options: { retentionDays: 400 } }],
		['Monitor Name must have at most 256', { options: { name: 'x'.repeat(300) } }],
		['Email Addresses must hold', { options: { notifyEmails: ['nobody'] } }],
		['URLs is required', { urls: [] }],
		['Goal is required', { targetType: 'search', queries: ['chairs'] }],
		['Schedule is required', { schedule: '' }],
		['Events must name at least one', { events: [] }],
		['Page Statuses must name at least one', { pageStatuses: [] }],
		['Page Statuses must be one of: new, changed, removed, error', { pageStatuses: ['gone'] }],
		['Page Statuses must be one of: new, changed, removed, error', { pageStatuses: '=same' }],
	])('by its name in the editor: %s', async (expected, parameters) => {
		const { service } = await serviceUnderTest();
		const message = await messageOf(trigger(service, parameters).switchOn());
		expect(message.slice(0, expected.length)).toBe(expected);
		expect(methods(service)).not.toContain('POST');
	});

	test('though nothing is asked of a field that is not shown', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { events: ['checkCompleted'], pageStatuses: [] };
		expect(await trigger(service, parameters).switchOn()).toBe(true);
	});

	test('of a wrong key, without the key', async () => {
		const { service } = await serviceUnderTest();
		const credentials = { apiKey: 'fc-wrong-key', baseUrl: service.url };
		const message = await messageOf(trigger(service, {}, { credentials }).switchOn());
		expect(message).toMatch(/API key/i);
		expect(message).not.toContain('fc-wrong-key');
	});

	test('of an address that the service cannot reach, before anything is sent', async () => {
		const credentials = { apiKey: KEY, baseUrl: 'https://api.firecrawl.dev' };
		const watched = trigger({ url: '' }, {}, { credentials });
		const message = await messageOf(watched.call('create'));
		expect(message).toMatch(/^The service cannot reach this n8n\. .*WEBHOOK_URL/);
	});
});

describe('A trigger for jobs', () => {
	test('registers nothing', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service, { source: 'jobs' });
		expect(await watched.switchOn()).toBe(false);
		await watched.switchOff();
		expect(service.requests).toEqual([]);
	});
});

describe('Pages of the monitor', () => {
	const SERVICE = { url: 'http://127.0.0.1:1' };
	const page = (fields: IDataObject) =>
		eventBody({
			type: 'monitor.page',
			id: 'c',
			data: [{ monitorId: 'm', checkId: 'c', url: 'https://a.example/', diff: null, ...fields }],
		});
	const received = async (fields: IDataObject, parameters: INodeParameters = {}) => {
		const sending: Sending = { parameters: { source: 'monitor', ...DESCRIBED, ...parameters } };
		return (await call(SERVICE, page(fields), sending)).items?.map(({ json }) => json);
	};

	test('start the workflow by their status', async () => {
		const started = [];
		for (const status of ['new', 'changed', 'same', 'error']) {
			started.push([status, (await received({ status }))?.length ?? 0]);
		}
		expect(started).toEqual([
			['new', 1],
			['changed', 1],
			['same', 0],
			['error', 0],
		]);
	});

	test('have the fields of the polling trigger', async () => {
		const judgment = { meaningful: true, reason: 'Cheaper' };
		const diff = { text: '-10\n+8' };
		expect(await received({ status: 'changed', judgment, isMeaningful: true, diff })).toEqual([
			{
				event: 'monitor.page',
				monitorId: 'm',
				checkId: 'c',
				url: 'https://a.example/',
				status: 'changed',
				diff,
				judgment,
			},
		]);
	});

	test('are left out where the judge calls them unimportant and that was chosen', async () => {
		const judgment = { meaningful: false, reason: 'A date' };
		const fields = { status: 'changed', judgment, isMeaningful: false };
		expect(await received(fields)).toHaveLength(1);
		expect(await received(fields, { options: { onlyMeaningful: true } })).toBeUndefined();
	});

	test('that are gone are read at the end of the check', async () => {
		const { service } = await serviceUnderTest();
		const targets = [{ type: 'scrape', urls: URLS }];
		const monitor = service.monitors.create({ name: 'M', schedule: { text: 'hourly' }, targets });
		const pages = [{ status: 'removed' as const }, { status: 'same' as const }];
		const check = service.monitors.addCheck(monitor, { pages });
		const about = { monitorId: monitor.id, checkId: check.id, status: 'completed' };
		const end = (removed: number) =>
			eventBody({
				type: 'monitor.check.completed',
				id: check.id,
				data: [{ ...about, summary: { removed } }],
			});
		const parameters = { source: 'monitor', ...DESCRIBED };
		const { items } = await call(service, end(1), { parameters });
		expect(items?.map(({ json }) => json)).toMatchObject([
			{ event: 'monitor.page', checkId: check.id, status: 'removed' },
		]);
		expect((await call(service, end(0), { parameters })).items).toBeUndefined();
	});
});
