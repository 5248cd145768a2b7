/** Which monitor a trigger takes for its own, and what it does to it. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { ADDRESS, DESCRIBED, trigger, URLS } from './registrationUnderTest.ts';
import { call, eventBody, onlyJson, serviceUnderTest } from './triggerUnderTest.ts';

type Monitor = ReturnType<Service['monitors']['of']>[number];

/** A monitor that a user made, for a trigger with Source: Jobs. */
function usersMonitor({ monitors }: Service, metadata = {}): Monitor {
	return monitors.create({
		name: 'Mine',
		schedule: { text: 'daily' },
		targets: [{ type: 'scrape', urls: ['https://mine.example/'] }],
		webhook: { url: ADDRESS, metadata },
	});
}

describe("A user's monitor that calls the address of the trigger", () => {
	test.each([
		['without metadata', {}],
		['with metadata of the user', { customer: '7' }],
		['with the mark of another trigger', { n8nTrigger: 'another/node' }],
	])('is neither changed nor deleted: %s', async (_what, metadata) => {
		const { service } = await serviceUnderTest();
		const before = structuredClone(usersMonitor(service, metadata));
		const watched = trigger(service);
		await watched.switchOn();
		expect(service.monitors.of().map(({ name }) => name)).toEqual(['n8n: Engine test', 'Mine']);
		await watched.switchOff();
		expect(service.monitors.of()).toEqual([before]);
		await watched.switchOff();
		expect(service.monitors.of()).toEqual([before]);
	});

	test('is no concern of a trigger that has forgotten its own', async () => {
		const { service } = await serviceUnderTest();
		usersMonitor(service);
		await trigger(service).switchOn();
		usersMonitor(service);
		await trigger(service).switchOff();
		expect(service.monitors.of().map(({ name }) => name)).toEqual(['Mine', 'Mine']);
	});
});

describe('The own monitor', () => {
	test('is known by the id that n8n has saved, also without a mark', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		const [monitor] = service.monitors.of();
		if (monitor?.webhook) monitor.webhook.metadata = {};
		const urls = ['https://shop.example/table'];
		await trigger(service, { urls }, { staticData: watched.staticData }).switchOn();
		expect(service.monitors.of()).toMatchObject([{ id: monitor?.id, targets: [{ urls }] }]);
		if (monitor?.webhook) monitor.webhook.metadata = {};
		await watched.switchOff();
		expect(service.monitors.of()).toEqual([]);
	});

	test('calls without showing its mark to the workflow', async () => {
		const { service } = await serviceUnderTest();
		await trigger(service).switchOn();
		const metadata = service.monitors.of()[0]?.webhook?.metadata;
		expect(Object.keys(metadata ?? {})).toHaveLength(1);
		const data = [{ monitorId: 'm', checkId: 'c', url: URLS[0], status: 'new' }];
		const received = async (added: IDataObject) => {
			const event = { type: 'monitor.page', id: 'c', data, metadata: { ...metadata, ...added } };
			const parameters = { source: 'monitor', ...DESCRIBED };
			return onlyJson(await call(service, eventBody(event), { parameters }));
		};
		expect(await received({})).not.toHaveProperty('webhookMetadata');
		expect((await received({ customer: '7' })).webhookMetadata).toEqual({ customer: '7' });
	});
});

describe('What the user has taken away', () => {
	test('is taken from the monitor, too', async () => {
		const { service } = await serviceUnderTest();
		const options = { notifyEmails: ['jane@example.com'], retentionDays: 7 };
		const watched = trigger(service, { goal: 'Prices', options });
		await watched.switchOn();
		const [before] = service.monitors.of();
		expect(before).toMatchObject({ goal: 'Prices', judgeEnabled: true });
		await trigger(service, {}, { staticData: watched.staticData }).switchOn();
		expect(service.monitors.of()).toMatchObject([
			{ id: before?.id, goal: null, notification: {}, judgeEnabled: false, retentionDays: 30 },
		]);
		expect(service.monitors.of()[0]?.notification).toEqual({});
	});
});

describe('A monitor that was deleted and is still shown', () => {
	test('is not there: another one is created, and that one deleted', async () => {
		const { service } = await serviceUnderTest();
		const watched = trigger(service);
		await watched.switchOn();
		const [deleted] = service.monitors.of();
		Object.assign(deleted ?? {}, { status: 'deleted' });
		const again = trigger(service, {}, { staticData: watched.staticData });
		expect(await again.switchOn()).toBe(true);
		expect(service.monitors.of().map(({ status }) => status)).toEqual(['active', 'deleted']);
		await again.switchOff();
		expect(service.monitors.of()).toEqual([deleted]);
		expect(await trigger(service, {}, { staticData: watched.staticData }).switchOn()).toBe(true);
	});
});

describe('Listening for a test where an earlier one left its monitor behind', () => {
	test('deletes that one and begins a check of a new one', async () => {
		const { service } = await serviceUnderTest();
		const productive = trigger(service);
		await productive.switchOn();
		const [active] = service.monitors.of();
		await trigger(service, {}, { isTest: true }).switchOn();
		const [left] = service.monitors.of();
		await service.monitors.catchUp();
		expect(await trigger(service, {}, { isTest: true }).switchOn()).toBe(true);
		const [created, ...others] = service.monitors.of();
		expect(others).toEqual([active]);
		expect(created?.id).not.toBe(left?.id);
		expect(created?.checks).toHaveLength(1);
	});
});
