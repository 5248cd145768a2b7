/** What comes of requests that go wrong. */
import { describe, expect, test } from 'vitest';

import {
	byId,
	givenMonitor,
	itemsOf,
	jsonOf,
	monitor,
	onlyJson,
	PRICES,
	requestsOf,
	serviceUnderTest,
	shown,
	UNKNOWN_ID,
} from './monitorUnderTest.ts';

describe('A start whose answer was lost', () => {
	test('creates no second monitor, and the error says how to look', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ method: 'POST', distortion: { kind: 'dropBeforeAnswer' }, times: 9 });
		const error = shown(await monitor(service, 'create', PRICES));
		expect(service.monitors.of()).toHaveLength(1);
		expect(requestsOf(service, 'POST')).toHaveLength(1);
		expect(error.description).toContain('Use Get Many to look for the new monitor');
		expect(error.details).toMatchObject({ mayHaveBegun: true });
	});

	test('runs no second check, and the error says how to look', async () => {
		const { service } = await serviceUnderTest();
		const { id } = givenMonitor(service);
		service.orderFault({ method: 'POST', distortion: { kind: 'dropBeforeAnswer' }, times: 9 });
		const error = shown(await monitor(service, 'run', byId(id)));
		expect(requestsOf(service, 'POST')).toHaveLength(1);
		expect(error.description).toContain('Use Get Checks');
		expect(error.details).toMatchObject({ mayHaveBegun: true });
	});
});

describe('A request that changes nothing more when it is repeated', () => {
	test('deletes a monitor whose deletion was answered by nobody', async () => {
		const { service } = await serviceUnderTest();
		const { id } = givenMonitor(service);
		service.orderFault({ method: 'DELETE', distortion: { kind: 'dropBeforeAnswer' } });
		expect(onlyJson(await monitor(service, 'delete', byId(id)))).toEqual({
			deleted: true,
			monitorId: id,
		});
		expect(requestsOf(service, 'DELETE')).toHaveLength(2);
	});

	test('updates a monitor after a passing failure', async () => {
		const { service } = await serviceUnderTest();
		const { id } = givenMonitor(service);
		service.orderFault({ method: 'PATCH', answer: { status: 503, body: 'busy' } });
		const json = onlyJson(await monitor(service, 'update', { ...byId(id), name: 'New name' }));
		expect(json).toMatchObject({ name: 'New name' });
	});
});

describe('An error of the service', () => {
	test.each(['get', 'update', 'delete', 'run', 'getChecks', 'getCheck'] as const)(
		'tells that there is no such monitor: %s',
		async (operation) => {
			const { service } = await serviceUnderTest();
			const parameters = {
				...byId(UNKNOWN_ID, ...(operation === 'getCheck' ? [UNKNOWN_ID] : [])),
				...(operation === 'update' && { name: 'New name' }),
			};
			const error = shown(await monitor(service, operation, parameters));
			expect(error.description).toContain('Monitor not found');
			expect(error.details).toMatchObject({ httpCode: '404' });
		},
	);

	test('tells that a paused monitor runs no check', async () => {
		const { service } = await serviceUnderTest();
		const given = givenMonitor(service);
		service.monitors.update(given, { status: 'paused' });
		const error = shown(await monitor(service, 'run', byId(given.id)));
		expect(error.description).toContain('Monitor is paused. Resume it before running a check.');
	});

	test('tells that a check is running already', async () => {
		const { service } = await serviceUnderTest();
		const given = givenMonitor(service);
		service.monitors.addCheck(given, { status: 'running' });
		const error = shown(await monitor(service, 'run', byId(given.id)));
		expect(error.description).toContain('Monitor check is already running.');
		expect(requestsOf(service, 'POST')).toHaveLength(1);
	});

	test('is not taken for success because its status is 200', async () => {
		const { service } = await serviceUnderTest();
		const { id } = givenMonitor(service);
		const json = { success: false, error: 'Something is wrong' };
		service.orderFault({ times: 9, answer: { status: 200, json } });
		const { error, items } = await monitor(service, 'get', byId(id));
		expect(error).toBeDefined();
		expect(items).toEqual([]);
	});

	test('that the server has no monitors is told as such', async () => {
		const { service } = await serviceUnderTest({ deployment: 'open2025' });
		const error = shown(await monitor(service, 'getAll'));
		expect(error.message).toBe('This deployment of the service has no monitors');
	});

	test.each([
		['create', PRICES],
		['get', byId(UNKNOWN_ID)],
		['getAll', {}],
		['getCheck', byId(UNKNOWN_ID, UNKNOWN_ID)],
		['getChecks', byId(UNKNOWN_ID)],
	] as const)('is an answer that is none of this service: %s', async (operation, parameters) => {
		const { service } = await serviceUnderTest();
		const json = { success: true, result: 'something else' };
		service.orderFault({ times: 9, answer: { status: 200, json } });
		const error = shown(await monitor(service, operation, parameters));
		expect(error.message).toMatch(/^The answer holds no /);
		expect(error.description).toContain('Check the Base URL');
	});
});

describe('Continue On Fail', () => {
	const input = [0, 1, 2].map((number) => ({ number }));

	test('gives each item its own output, linked to it', async () => {
		const { service } = await serviceUnderTest();
		const ids = input.map(() => givenMonitor(service).id);
		const [, gone] = service.monitors.of();
		if (gone) service.monitors.remove(gone);
		const list = JSON.stringify(ids);
		const parameters = byId(`={{ ${list}[$json.number] }}`);
		const result = await monitor(service, 'get', parameters, {
			items: input,
			onError: 'continueRegularOutput',
		});
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			input.map(({ number }) => ({ item: number })),
		);
		expect(jsonOf(result.items).map(({ monitorId, error }) => monitorId ?? error)).toEqual([
			ids[0],
			expect.any(String),
			ids[2],
		]);
	});

	test('links every page of a check to the item that asked for it', async () => {
		const { service } = await serviceUnderTest();
		const given = givenMonitor(service);
		const { id } = service.monitors.addCheck(given, { pages: [{}, {}] });
		const parameters = byId(given.id, id);
		const { items } = await monitor(service, 'getCheck', parameters, { items: input.slice(0, 2) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
	});
});

test('The key appears in no error', async () => {
	const { service } = await serviceUnderTest();
	const json = { success: false, error: 'Bad key sandbox-key', details: ['sandbox-key'] };
	service.orderFault({ answer: { status: 401, json } });
	const { error } = await monitor(service, 'getAll');
	expect(JSON.stringify([error?.message, error?.description, error?.context])).not.toContain(
		'sandbox-key',
	);
});

test('Deleting gives one item', async () => {
	const { service } = await serviceUnderTest();
	const { id } = givenMonitor(service);
	expect(itemsOf(await monitor(service, 'delete', byId(id)))).toEqual([
		{ deleted: true, monitorId: id },
	]);
	expect(service.monitors.of()).toEqual([]);
});
