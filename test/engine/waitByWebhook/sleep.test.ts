/** Start with Wait By set to Webhook: the execution sleeps until the service calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { SIGNS_RESUME_ADDRESS } from '../../support/engine.ts';
import { agentRun, onlyJson } from '../agentRun/agentRunUnderTest.ts';
import {
	awake,
	jsonOf,
	requestsTo,
	runsOf,
	serviceUnderTest,
	shown,
	sleeping,
	startAsleep,
	START_PATH,
	STATUS_PATH,
	woken,
} from './sleeperUnderTest.ts';

const RESUME_ADDRESS = SIGNS_RESUME_ADDRESS
	? /\/webhook-waiting\/[^?]+\?signature=[0-9a-f]{64}$/
	: /\/webhook-waiting\/[^?]+$/;
const SOON = '[lasts 50ms]';
const LATER = '[lasts 1h]';
const ended = async () => await sleep(120);

describe('An execution that falls asleep', () => {
	test('waits with nothing but the start having been sent, until the time is up', async () => {
		const { service } = await serviceUnderTest();
		const before = Date.now();
		const result = await startAsleep(service, [LATER], { waitTimeout: 3600 });
		expect(result.execution.status).toBe('waiting');
		expect(sleeping(result).wakesAt).toBeGreaterThanOrEqual(before + 3_600_000);
		expect(sleeping(result).wakesAt).toBeLessThan(Date.now() + 3_601_000);
		expect(service.requests).toHaveLength(1);
	});

	test('gives the service its address, for the events of an end', async () => {
		const { service } = await serviceUnderTest();
		await startAsleep(service, [LATER]);
		const [start] = requestsTo(service, 'POST', START_PATH);
		expect(start?.body).toMatchObject({
			webhook: {
				url: expect.stringMatching(RESUME_ADDRESS) as string,
				events: ['completed', 'failed', 'cancelled'],
			},
		});
	});

	test('saves neither the key nor what the address is signed with in its items', async () => {
		const { service } = await serviceUnderTest();
		const { execution } = await startAsleep(service, [LATER]);
		expect(JSON.stringify(execution)).not.toContain('sandbox-key');
	});
});

describe('A call when all runs have ended', () => {
	test('wakes it, and the same leaves the node as by polling', async () => {
		const { service } = await serviceUnderTest();
		const prompt = `${SOON} [data {"price": 5}] Price`;
		const asleep = sleeping(await startAsleep(service, [prompt]));
		await ended();
		const result = woken(await asleep.call());
		const polled = onlyJson(await agentRun(service, 'start', { prompt }));
		const { jobId, threadId, expiresAt, ...rest } = onlyJson(result);
		const own = { jobId: polled.jobId, threadId: polled.threadId, expiresAt: polled.expiresAt };
		expect({ ...rest, ...own }).toEqual(polled);
		expect(jobId).toBe(service.agentRuns.all[0]?.id);
		expect([threadId, expiresAt].map((value) => typeof value)).toEqual(['string', 'string']);
		expect(result.execution.status).toBe('success');
		expect(runsOf(result)).toBe(1);
	});

	test('keeps items linked to their input, in its order', async () => {
		const { service } = await serviceUnderTest();
		const prompts = [1, 2, 3].map((number) => `${SOON} [data {"n": ${number}}] Do`);
		const asleep = sleeping(await startAsleep(service, prompts, {}, { onError: undefined }));
		await ended();
		const { items } = woken(await asleep.call());
		expect(items.map(({ json, pairedItem }) => [json.data, pairedItem])).toEqual([
			[{ n: 1 }, { item: 0 }],
			[{ n: 2 }, { item: 1 }],
			[{ n: 3 }, { item: 2 }],
		]);
		expect(service.agentRuns.all).toHaveLength(3);
	});

	test('gives records an item each', async () => {
		const { service } = await serviceUnderTest();
		const prompt = `${SOON} [data {"list": [{"a": 1}, {"a": 2}]}] Do`;
		const parameters = { prompt, output: 'records', options: { waitBy: 'webhook' } };
		const asleep = sleeping(await agentRun(service, 'start', parameters));
		await ended();
		const jobId = service.agentRuns.all[0]?.id;
		expect(jsonOf(woken(await asleep.call()).items)).toEqual([
			{ jobId, a: 1 },
			{ jobId, a: 2 },
		]);
	});
});

describe('A call while a run is still at work', () => {
	test('is answered and wakes nothing', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(await startAsleep(service, [SOON, LATER]));
		await ended();
		expect(await asleep.call()).toEqual({ status: 200, text: '' });
		service.agentRuns.cancel(service.agentRuns.all[1]?.id ?? '');
		await sleep(1_100);
		const { error } = woken(await asleep.call());
		expect(error?.message).toBe('The agent run was cancelled');
		expect(service.agentRuns.all).toHaveLength(2);
	});

	test('that cannot be checked asks the service to call again', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(await startAsleep(service, [SOON]));
		const answer = errorAnswer(503, 'Down');
		service.orderFault({ method: 'GET', path: STATUS_PATH, times: 5, answer });
		await ended();
		expect((await asleep.call()).status).toBe(503);
		service.clearFaults();
		expect(woken(await asleep.call()).items).toHaveLength(1);
	});
});

describe('A run that fails', () => {
	const prompt = `${SOON} [ends refused] [error No] Ask`;

	test('fails the node as by polling', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(await startAsleep(service, [prompt]));
		await ended();
		const { message, details } = shown(woken(await asleep.call()));
		expect(message).toBe('The agent refused the task');
		expect(details).toMatchObject({ jobId: service.agentRuns.all[0]?.id, outcome: 'refused' });
	});

	test('is an item under Continue On Fail, beside those that succeed', async () => {
		const { service } = await serviceUnderTest();
		const onError = 'continueRegularOutput' as const;
		const asleep = sleeping(await startAsleep(service, [prompt, SOON], {}, { onError }));
		await ended();
		const { items } = woken(await asleep.call());
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(jsonOf(items)).toMatchObject([
			{ error: 'The agent refused the task' },
			{ status: 'completed' },
		]);
	});

	test('leaves by the error output with the data of its input', async () => {
		const { service } = await serviceUnderTest();
		const onError = 'continueErrorOutput' as const;
		const asleep = sleeping(await startAsleep(service, [prompt, SOON], {}, { onError }));
		await ended();
		const { items, errorItems } = woken(await asleep.call());
		expect(jsonOf(items)).toMatchObject([{ status: 'completed' }]);
		expect(jsonOf(errorItems)).toMatchObject([{ prompt, error: 'The agent refused the task' }]);
	});

	test('is read again by Retry On Fail, and not started again', async () => {
		const { service } = await serviceUnderTest();
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const asleep = sleeping(await startAsleep(service, [prompt], {}, retry));
		await ended();
		expect(woken(await asleep.call()).error?.message).toBe('The agent refused the task');
		expect(service.agentRuns.all).toHaveLength(1);
	});
});

describe('A start that fails', () => {
	const rejected = '[rejected] Do';

	test('fails the node at once, which names the runs that were started', async () => {
		const { service } = await serviceUnderTest();
		const result = await startAsleep(service, [LATER, rejected], { maxConcurrency: 1 });
		expect(result.execution.status).toBe('error');
		const { details } = shown(result);
		expect(details).toMatchObject({ startedJobIds: [service.agentRuns.all[0]?.id] });
	});

	test('is kept as an item under Continue On Fail, and not tried again after the sleep', async () => {
		const { service } = await serviceUnderTest();
		const onError = 'continueRegularOutput' as const;
		const asleep = sleeping(await startAsleep(service, [rejected, SOON], {}, { onError }));
		await ended();
		const { items } = woken(await asleep.call());
		expect(jsonOf(items)).toMatchObject([
			{ error: expect.any(String) as string },
			{ status: 'completed' },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(requestsTo(service, 'POST', START_PATH)).toHaveLength(2);
	});
});

describe('When the time is up without a call', () => {
	test('the node looks once, and has the result of a run that has ended', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(await startAsleep(service, [SOON], { waitTimeout: 0.1 }));
		await ended();
		const result = awake(await asleep.timeUp());
		expect(onlyJson(result)).toMatchObject({ status: 'completed' });
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(1);
		expect(runsOf(result)).toBe(1);
	});

	test('the node fails with the job id where the run is still at work', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(await startAsleep(service, [LATER], { waitTimeout: 0.1 }));
		await ended();
		const { message, details } = shown(awake(await asleep.timeUp()));
		expect(message).toBe('The agent run did not end within 0.1 s');
		expect(details).toMatchObject({ jobId: service.agentRuns.all[0]?.id, status: 'processing' });
	});

	test('its status is returned where that was chosen', async () => {
		const { service } = await serviceUnderTest();
		const options = { waitTimeout: 0.1, onWaitTimeout: 'returnStatus' };
		const asleep = sleeping(await startAsleep(service, [LATER], options));
		await ended();
		expect(onlyJson(awake(await asleep.timeUp()))).toMatchObject({ status: 'processing' });
	});

	test('the failure is an item under Continue On Fail, beside the results of others', async () => {
		const { service } = await serviceUnderTest();
		const onError = 'continueRegularOutput' as const;
		const options = { waitTimeout: 0.1 };
		const asleep = sleeping(await startAsleep(service, [LATER, SOON], options, { onError }));
		await ended();
		expect(jsonOf(awake(await asleep.timeUp()).items)).toMatchObject([
			{ error: 'The agent run did not end within 0.1 s' },
			{ status: 'completed' },
		]);
	});
});

describe('Settings of the node', () => {
	test('Always Output Data makes up no item for the place that slept', async () => {
		const { service } = await serviceUnderTest();
		const asleep = sleeping(await startAsleep(service, [SOON], {}, { alwaysOutputData: true }));
		await ended();
		expect(onlyJson(woken(await asleep.call()))).toMatchObject({ status: 'completed' });
	});

	test('a Webhook URL of the user cannot stand beside it', async () => {
		const { service } = await serviceUnderTest();
		const webhookUrl = 'https://n8n.example.com/webhook/agent';
		const { message } = shown(await startAsleep(service, [SOON], { webhookUrl }));
		expect(message).toMatch(/^Wait By cannot be a webhook where the job has a Webhook URL/);
		expect(service.requests).toEqual([]);
	});

	test('an address that the service cannot reach is refused before anything is started', async () => {
		const { service } = await serviceUnderTest();
		const credentials = { apiKey: 'sandbox-key', baseUrl: 'https://api.firecrawl.dev' };
		const { message, description } = shown(await startAsleep(service, [SOON], {}, { credentials }));
		expect(message).toBe('The service cannot reach this n8n to wake the workflow up');
		expect(description).toContain('http://127.0.0.1:5678');
		expect(description).not.toContain('signature');
	});

	test('without waiting for completion nothing sleeps', async () => {
		const { service } = await serviceUnderTest();
		const parameters = {
			prompt: LATER,
			waitForCompletion: false,
			options: { waitBy: 'webhook' },
		};
		const { execution } = await agentRun(service, 'start', parameters);
		expect(execution.status).toBe('success');
	});
});
