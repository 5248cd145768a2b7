import { describe, expect, it } from 'vitest';

import { freePort } from '../../../sandbox/n8n/ports.ts';
import { errorAnswer, type Fault, type Service } from '../../../sandbox/service/index.ts';
import type { PollResult } from '../../support/activeTrigger.ts';
import { retryAtOnce } from '../retryAtOnce.ts';
import {
	activated,
	idsOf,
	KEY,
	MINUTE,
	pass,
	requestsSince,
	serviceUnderTest,
	startRun,
	triggerOf,
} from './triggerUnderTest.ts';

const HTML = { 'content-type': 'text/html' };

const LIST: Pick<Fault, 'path' | 'times'> = { path: '/v2/agent', times: Infinity };

function shown({ error }: PollResult): string {
	if (!error) throw new Error('The poll did not fail');
	return `${error.message} ${error.description ?? ''}`;
}

describe('A poll that fails', () => {
	retryAtOnce();

	it.each<[string, Omit<Fault, 'path'>, RegExp, object]>([
		[
			'the key is rejected',
			{ answer: errorAnswer(401, 'Unauthorized: Invalid token') },
			/rejected the API key/,
			{ cause: 'credential-invalid' },
		],
		[
			'there are no credits',
			{ answer: errorAnswer(402, 'Payment Required: Insufficient credits') },
			/no credits left/,
			{ cause: 'quota-exhausted' },
		],
		[
			'the key may not list runs',
			{ answer: errorAnswer(403, 'Forbidden') },
			/may not do this/,
			{ cause: 'configuration-invalid' },
		],
		[
			'a maintenance page answers',
			{ answer: { status: 503, headers: HTML, body: '<h1>Back soon</h1>' } },
			/unavailable|not available/i,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'the answer is cut off',
			{ distortion: { kind: 'truncate' } },
			/not a JSON object|broke/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'a web application firewall answers 403',
			{ answer: { status: 403, headers: HTML, body: '<h1>Blocked</h1>' } },
			/may not do this/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'a gateway answers 401',
			{ answer: { status: 401, headers: HTML, body: '<h1>Sign in</h1>' } },
			/rejected the API key/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'a gateway does not know the address',
			{ answer: { status: 404, json: { status: 404, error: 'Not Found' } } },
			/cannot list agent runs/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'something else answers with JSON',
			{ answer: { status: 200, json: { hello: 'world' } } },
			/holds no list of agent runs/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'the address redirects for a while',
			{ answer: { status: 302, headers: { location: 'https://status.example' }, body: '' } },
			/redirects/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'the rate limit lasts',
			{
				answer: errorAnswer(429, 'Rate limit exceeded', { headers: { 'Retry-After': '1200' } }),
			},
			/too many requests|rate limit/i,
			{ cause: 'rate-limited', retryAfterMs: 1_200_000 },
		],
		[
			'an outage lasts',
			{ answer: errorAnswer(503, 'Service Unavailable') },
			/unavailable/i,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'the connection breaks',
			{ distortion: { kind: 'dropBeforeAnswer', reset: true } },
			/connection to the service broke/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'something else answers at the address',
			{ answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hi</h1>' } },
			/not a JSON object.*Check the Base URL/,
			{ cause: 'temporarily-unavailable' },
		],
		[
			'a website has no such page',
			{ answer: { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' } },
			/does not exist|not find/i,
			{ cause: 'temporarily-unavailable' },
		],
	])('because %s says why, tells n8n when to go on, and loses nothing', async (...row) => {
		const [, fault, message, failure] = row;
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const before = await trigger.tick();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		service.orderFault({ ...LIST, ...fault });
		const failed = await trigger.tick();
		expect(failed.items).toBeNull();
		expect(shown(failed)).toMatch(message);
		expect(failed.error).toMatchObject({ failure });
		expect(failed.staticData).toEqual(before.staticData);
		service.clearFaults();
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('because nothing answers at the address keeps the workflow from being activated', async () => {
		const port = await freePort();
		const result = await triggerOf({ url: `http://127.0.0.1:${port}` }).activate();
		expect(shown(result)).toMatch(/cannot be reached.*ECONNREFUSED/);
		expect(result.error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		expect(result.saved).toEqual({});
	});

	it('in passing is tried again within the poll', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const busy = errorAnswer(503, 'Service Unavailable');
		service.orderFault({ path: '/v2/agent', answer: busy });
		service.orderFault({ path: `/v2/agent/${id}`, answer: busy, times: 2 });
		requestsSince(service);
		expect(idsOf(await trigger.tick())).toEqual([id]);
		expect(requestsSince(service)).toEqual(['list', 'list', 'status', 'status', 'status']);
	});

	it('on all results tells so, and leaves the state as it was', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const before = await trigger.tick();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const answer = errorAnswer(401, 'Unauthorized: Invalid token');
		service.orderFault({ path: `/v2/agent/${id}`, answer });
		const failed = await trigger.tick();
		expect(failed.error).toMatchObject({ failure: { cause: 'credential-invalid' } });
		expect(failed.staticData).toEqual(before.staticData);
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('in the middle of its first look begins with the next one', async () => {
		const service = await serviceUnderTest({ listPageSize: 2 });
		for (let ago = 6; ago > 0; ago--) startRun(service, '[lasts 1s]', ago * MINUTE);
		const inProgress = startRun(service, '[lasts 1h]', 7 * MINUTE);
		service.orderFault({ ...LIST, skip: 2, answer: errorAnswer(503, 'Service Unavailable') });
		const trigger = triggerOf(service);
		expect((await trigger.activate()).error).toBeDefined();
		service.clearFaults();
		expect(idsOf(await trigger.activate())).toEqual([]);
		pass(120 * MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([inProgress]);
	});

	it.each([404, 405] as const)(
		'because the service cannot list runs (%i) points to runs named by ID',
		async (status) => {
			const service = await serviceUnderTest({ withoutRoutes: { agentList: status } });
			const result = await triggerOf(service).activate();
			expect(shown(result)).toMatch(/cannot list agent runs.*Runs Named by ID/);
			expect(result.error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
		},
	);

	it.each<[string, Fault['answer']]>([
		[
			'HTML 404, as an open server answers',
			{
				status: 404,
				headers: HTML,
				body: '<!DOCTYPE html><title>Error</title><pre>Cannot GET /v2/agent</pre>',
			},
		],
		['HTML 405', { status: 405, headers: HTML, body: '<h1>Method Not Allowed</h1>' }],
		['JSON 501', errorAnswer(501, 'Not available when database authentication is disabled.')],
	])('because a deployment has no list (%s) says so', async (_, answer) => {
		const service = await serviceUnderTest();
		service.orderFault({ ...LIST, answer });
		const result = await triggerOf(service).activate();
		expect(shown(result)).toMatch(/cannot list agent runs.*Runs Named by ID/);
	});

	it.each([
		['was deleted', 'Credential with ID "abc" does not exist for type "webDataApi".'],
		['has an expression that fails', ''],
	])('because the credential %s says so, and goes on when it is there again', async (_, text) => {
		const service = await serviceUnderTest();
		let isThere = true;
		const credentials = {
			baseUrl: service.url,
			get apiKey() {
				if (isThere) return KEY;
				throw new Error(text);
			},
		};
		const trigger = await activated(service, {}, { credentials });
		const before = await trigger.tick();
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		isThere = false;
		const failed = await trigger.tick();
		expect(failed.error?.name).toBe('NodeApiError');
		expect(shown(failed)).toMatch(/credential of this node cannot be read/);
		expect(shown(failed)).toContain(text);
		expect(failed.error).toMatchObject({ failure: { cause: 'credential-invalid' } });
		expect(failed.staticData).toEqual(before.staticData);
		isThere = true;
		expect(idsOf(await trigger.tick())).toEqual([id]);
	});

	it('names the field when a setting cannot be right', async () => {
		const service = await serviceUnderTest();
		const rejected = async (parameters: Record<string, string | string[]>) =>
			shown(await triggerOf(service, parameters).activate());
		expect(await rejected({ watch: 'runs' })).toMatch(/Agent Run IDs is required/);
		expect(await rejected({ watch: 'runs', jobIds: ['../map'] })).toMatch(/must be the id/);
		expect(await rejected({ events: ['ended'] })).toMatch(/Events must be one of/);
		expect(requestsSince(service)).toEqual([]);
	});

	it.each<[string, (service: Service) => void]>([
		[
			'the service repeats it',
			(service) =>
				service.orderFault({
					...LIST,
					answer: errorAnswer(400, `Bad key ${KEY}`, { details: [{ authorization: KEY }] }),
				}),
		],
		[
			'the connection breaks',
			(service) => service.orderFault({ ...LIST, distortion: { kind: 'dropBeforeHandling' } }),
		],
	])('does not give away the key when %s', async (_, spoil) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		spoil(service);
		const { error, log, staticData } = await trigger.tick();
		const { message, description, stack, context } = error ?? {};
		expect(message).toBeTruthy();
		const all = JSON.stringify([error, message, description, stack, context, log, staticData]);
		expect(all).not.toContain(KEY);
	});
});

describe('A poll whose answer comes drop by drop', () => {
	it('ends when its time is over, so that the next one can begin', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service, {}, { budgetMs: 2_000 });
		const answer = { status: 200, json: { success: true, agents: [], padding: '.'.repeat(500) } };
		const distortion = { kind: 'slowBody', pieceBytes: 1, pauseMs: 100 } as const;
		service.orderFault({ path: '/v2/agent', times: Infinity, answer, distortion });
		const began = performance.now();
		const { items, error } = await trigger.tick();
		expect(performance.now() - began).toBeLessThan(6_000);
		expect(items).toBeNull();
		expect(error).toBeDefined();
	});
});
