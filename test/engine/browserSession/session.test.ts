import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { retryAtOnce } from '../retryAtOnce.ts';
import {
	browserSession,
	byId,
	engine,
	jsonOf,
	KEY,
	onlyJson,
	openSession,
	PLAYED,
	requestsTo,
	serviceUnderTest,
	shown,
	TestClock,
} from './browserSessionUnderTest.ts';

retryAtOnce();

const UNKNOWN = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';

describe('Open', () => {
	test('returns the session and its addresses, and sends both lifetimes', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const json = onlyJson(await browserSession(service, 'open'));
		expect(json).toEqual({
			sessionId: service.browserSessions.of('sandbox')[0]?.id,
			cdpUrl: expect.stringMatching(/^wss:/) as string,
			liveViewUrl: expect.stringMatching(/^https:/) as string,
			interactiveLiveViewUrl: expect.stringMatching(/^https:/) as string,
			expiresAt: expect.stringMatching(/Z$/) as string,
		});
		expect(service.requests.map(({ body }) => body)).toEqual([{ ttl: 600, activityTtl: 300 }]);
	});

	test('sends what else is chosen', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const profile = { value: { name: 'shop', saveChanges: false } };
		const options = { streamWebView: false, profile };
		await browserSession(service, 'open', { ttl: 30, activityTtl: 10, options });
		expect(service.requests[0]?.body).toEqual({
			ttl: 30,
			activityTtl: 10,
			streamWebView: false,
			profile: { name: 'shop', saveChanges: false },
		});
	});

	test.each([
		[{ ttl: 29 }, 'Lifetime must be a whole number from 30 to 3,600 [item 0]'],
		[{ activityTtl: 3601 }, 'Idle Lifetime must be a whole number from 10 to 3,600 [item 0]'],
		[{ options: { profile: { value: { name: '' } } } }, 'Name is required [item 0]'],
		[{ options: { minCredits: 0 } }, 'Min Credits must be a whole number of at least 1 [item 0]'],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const { service } = await serviceUnderTest(PLAYED);
		expect(shown(await browserSession(service, 'open', parameters)).message).toBe(message);
		expect(service.requests).toEqual([]);
	});

	test('is not repeated when its answer is lost, and says how to look', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		service.orderFault({ distortion: { kind: 'truncate' }, afterHandling: true });
		const { description, details } = shown(await browserSession(service, 'open'));
		expect(service.browserSessions.of('sandbox')).toHaveLength(1);
		expect(description).toContain('Use Browser Session > Get Many to look for the new session');
		expect(details).toMatchObject({ mayHaveBegun: true, attempts: 1 });
	});

	test('says of a full plan what to do', async () => {
		const { service } = await serviceUnderTest({ ...PLAYED, maxConcurrency: 1 });
		openSession(service);
		const options = { maxAttempts: 2 };
		const { message, description } = shown(await browserSession(service, 'open', { options }));
		expect(message).toBe('The plan allows no more browser sessions at once');
		expect(description).toContain('The plan allows 1 at once.');
		expect(description).toContain('Close sessions that are not needed');
		expect(description).toContain('Tried 2 times.');
	});

	test('says of a server without browsers that it has none, at once and without doubt', async () => {
		const { service } = await serviceUnderTest({ deployment: 'open2026' });
		const { message, details } = shown(await browserSession(service, 'open'));
		expect(message).toBe('This deployment of the service has no browsers to work with');
		expect(details).toMatchObject({ attempts: 1, retryable: false });
		expect(details).not.toHaveProperty('mayHaveBegun');
	});

	test('names the sessions that are open when another item fails the node', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		service.orderFault({
			body: (body) => (body as { ttl: number }).ttl === 61,
			answer: errorAnswer(403, 'Forbidden'),
		});
		const items = [{ ttl: 60 }, { ttl: 61 }];
		const parameters = { ttl: '={{ $json.ttl }}', options: { maxConcurrency: 1 } };
		const { description, details } = shown(
			await browserSession(service, 'open', parameters, { items }),
		);
		const [{ id } = { id: '' }] = service.browserSessions.of('sandbox');
		expect(details.startedJobIds).toEqual([id]);
		expect(description).toContain(id);
		expect(`${description}${JSON.stringify(details)}`).not.toContain('wss:');
	});
});

describe('Execute', () => {
	test('returns what the code printed and returned, each item in its session', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const items = [1, 2].map(() => ({ id: openSession(service) }));
		const parameters = { ...byId('={{ $json.id }}'), code: '=item {{ $itemIndex }}' };
		const { items: output } = await browserSession(service, 'execute', parameters, { items });
		expect(output.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			items.map(({ id }, item) => [
				{
					sessionId: id,
					stdout: `item ${item}`,
					stderr: '',
					result: 'done',
					exitCode: 0,
					killed: false,
				},
				{ item },
			]),
		);
	});

	test('is not run again by Retry On Fail where the service has an empty error', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const json = { success: true, stdout: 'done', exitCode: 0, killed: false, error: '' };
		service.orderFault({ method: 'POST', answer: { status: 200, json }, times: 2 });
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const parameters = { ...byId(openSession(service)), code: 'x' };
		const { items } = await browserSession(service, 'execute', parameters, retry);
		expect(items.map(({ json: { stdout, error } }) => [stdout, error])).toEqual([
			['done', undefined],
		]);
		expect(service.requests).toHaveLength(1);
	});

	test('sends language and timeout', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const options = { timeout: 300 };
		const id = openSession(service);
		await browserSession(service, 'execute', { ...byId(id), code: 'x', options });
		expect(service.requests[0]?.body).toEqual({ language: 'node', code: 'x', timeout: 300 });
	});

	test('fails with the output where the code failed, although the service says success', async () => {
		const { service } = await serviceUnderTest({
			playCode: () => ({
				stdout: 'before',
				stderr: 'Error: no button at wss://browser.example/1?token=secret',
				exitCode: 1,
			}),
		});
		const id = openSession(service);
		const result = await browserSession(service, 'execute', { ...byId(id), code: 'x' });
		const { message, description, details } = shown(result);
		expect(message).toBe('The code in the browser failed (exit code 1)');
		expect(description).toMatch(/^Error: no button at \*\*\*\./);
		expect(details).toMatchObject({ sessionId: id, exitCode: 1, stdout: 'before' });
		expect(JSON.stringify(details)).not.toContain('secret');
		expect(service.requests).toHaveLength(1);
	});

	test('fails where the code was stopped', async () => {
		const { service } = await serviceUnderTest({
			playCode: () => ({ killed: true, exitCode: 137 }),
		});
		const parameters = { ...byId(openSession(service)), code: 'x' };
		const { items } = await browserSession(service, 'execute', parameters, {
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json).toMatchObject({
			error: 'The browser was stopped before the work was done',
			details: { killed: true },
		});
	});

	test('says of a session that has ended what became of it', async () => {
		const clock = new TestClock();
		const { service } = await serviceUnderTest({ ...PLAYED, now: clock.now });
		const id = openSession(service);
		clock.pass(300_000);
		const result = await browserSession(service, 'execute', { ...byId(id), code: 'x' });
		expect(shown(result).message).toBe('The browser session has ended');
		const unknown = await browserSession(service, 'execute', { ...byId(UNKNOWN), code: 'x' });
		expect(shown(unknown).message).toBe('There is no such browser session');
	});

	test.each([
		[{ code: ' ' }, 'Code is required [item 0]'],
		[{ code: 'x'.repeat(100_001) }, 'Code must have at most 100,000 characters [item 0]'],
		[{ code: 'x', options: { timeout: 301 } }, 'Timeout must be a whole number from 1 to 300'],
		[{ code: 'x', ...byId('..') }, 'Browser Session must be the id of a browser session'],
	])('refuses input before anything is sent (%#)', async (parameters, message) => {
		const { service } = await serviceUnderTest(PLAYED);
		const result = await browserSession(service, 'execute', { ...byId(UNKNOWN), ...parameters });
		expect(shown(result).message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	test('is not repeated when its answer is lost', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		service.orderFault({ distortion: { kind: 'truncate' }, afterHandling: true });
		const parameters = { ...byId(openSession(service)), code: 'buy()' };
		const { details } = shown(await browserSession(service, 'execute', parameters));
		expect(details).toMatchObject({ mayHaveBegun: true });
		expect(requestsTo(service, 'POST', /execute$/)).toHaveLength(1);
	});
});

describe('Get Many', () => {
	test('lists the sessions, the newest first, without the addresses of control', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const [first, second] = [openSession(service), openSession(service)];
		await browserSession(service, 'close', byId(first));
		const { items } = await browserSession(service, 'getAll', { returnAll: true });
		expect(jsonOf(items).map(({ sessionId, status }) => [sessionId, status])).toEqual([
			[second, 'active'],
			[first, 'destroyed'],
		]);
		expect(JSON.stringify(items)).not.toContain('wss:');
		const filters = { status: 'active' };
		const options = { includeCdpUrl: true };
		const json = onlyJson(await browserSession(service, 'getAll', { filters, options }));
		expect(json).toMatchObject({
			sessionId: second,
			cdpUrl: expect.stringMatching(/^wss:/) as string,
		});
	});

	test('returns no more than the limit', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		openSession(service);
		openSession(service);
		expect((await browserSession(service, 'getAll', { limit: 1 })).items).toHaveLength(1);
	});
});

describe('Close', () => {
	test('tells what the session cost', async () => {
		const clock = new TestClock();
		const { service } = await serviceUnderTest({ ...PLAYED, now: clock.now });
		const id = openSession(service);
		clock.pass(120_000);
		expect(onlyJson(await browserSession(service, 'close', byId(id)))).toEqual({
			sessionId: id,
			sessionDurationMs: 120_000,
			creditsBilled: 4,
		});
	});

	test('of a session that has ended is an error, or is not', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const id = openSession(service);
		await browserSession(service, 'close', byId(id));
		const again = await browserSession(service, 'close', byId(id));
		expect(shown(again).message).toBe('The browser session has ended');
		const options = { ignoreClosed: true };
		const ignoring = await browserSession(service, 'close', { ...byId(id), options });
		expect(onlyJson(ignoring)).toEqual({ sessionId: id, alreadyOver: true });
	});

	test('is done where a repeated request finds the work of the first', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const id = openSession(service);
		service.orderFault({ answer: errorAnswer(502, 'Bad Gateway'), afterHandling: true });
		expect(onlyJson(await browserSession(service, 'close', byId(id)))).toEqual({ sessionId: id });
	});
});

describe('The list of sessions', () => {
	const search = async (service: { url: string }, filter = '') =>
		await engine().callListSearch({
			node: 'webData',
			method: 'searchBrowserSessions',
			parameters: { resource: 'browserSession', operation: 'execute' },
			credentials: { apiKey: KEY, baseUrl: service.url },
			path: 'parameters.sessionId',
			filter,
		});

	test('holds those that are open', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const [first, second] = [openSession(service), openSession(service)];
		await browserSession(service, 'close', byId(first));
		const { results } = await search(service);
		expect(results.map(({ value }) => value)).toEqual([second]);
		expect((await search(service, 'nothing like it')).results).toEqual([]);
	});
});
