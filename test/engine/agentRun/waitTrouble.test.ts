/** A wait that meets trouble on the way: lost polls, unknown statuses, time-outs, a stopped execution. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer, type Fault } from '../../../sandbox/service/index.ts';
import {
	agentRun,
	KEY,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	startOperation,
	START_PATH,
	STATUS_PATH,
} from './agentRunUnderTest.ts';
import { inFastTime, realTime, takeOverTime } from '../fastTime.ts';

afterEach(() => {
	vi.useRealTimers();
});

const status = (fault: Partial<Fault>): Fault => ({ method: 'GET', path: STATUS_PATH, ...fault });

describe('A wait survives', () => {
	beforeEach(takeOverTime);

	const troubles: Array<[string, Partial<Fault>]> = [
		['a poll that the service fails', { answer: errorAnswer(500, 'Internal Server Error') }],
		['a poll whose connection breaks', { distortion: { kind: 'dropMidBody', reset: true } }],
		['a poll that a proxy answers with a page', { answer: { status: 200, body: '<html></html>' } }],
		['a run that is not known everywhere yet', { answer: errorAnswer(404, 'Agent job not found') }],
		['a status that the contract does not list', { answer: errorAnswer(418, 'Teapot') }],
	];

	test.each(troubles)('%s', async (_title, trouble) => {
		const { service } = await serviceUnderTest();
		service.orderFault(status(trouble));
		const parameters = { prompt: '[lasts 0s] [data 7] Work', options: { maxAttempts: 1 } };
		const result = await inFastTime(startOperation(service, 'start', parameters));
		expect(onlyJson(result)).toMatchObject({ outcome: 'succeeded', data: 7 });
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(2);
		expect(requestsTo(service, 'POST', START_PATH)).toHaveLength(1);
	});

	test('statuses that it does not know, and takes none of them for the end', async () => {
		const { service } = await serviceUnderTest();
		const prompt = '[lasts 4s] [reports queued] [data 7] Work';
		const result = await inFastTime(startOperation(service, 'start', { prompt }));
		expect(onlyJson(result)).toMatchObject({
			status: 'completed',
			data: 7,
		});
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(2);
	});
});

describe('A wait gives up', () => {
	beforeEach(takeOverTime);

	test('at once when the key was revoked, and names the run that goes on', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(status({ answer: errorAnswer(401, 'Unauthorized: Invalid token') }));
		const running = startOperation(service, 'start', { prompt: '[lasts 1h] Work' });
		const result = await inFastTime(running);
		const { message, description, details } = shown(result);
		const jobId = service.agentRuns.all[0]?.id;
		expect(message).toBe('The service rejected the API key');
		expect(description).toContain(`The agent run itself goes on: use Get with the job id ${jobId}`);
		expect(details).toMatchObject({ jobId, httpCode: '401', retryable: false });
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(1);
	});

	test('after five polls in a row without an answer, and names the run', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(
			status({ times: Infinity, answer: errorAnswer(503, 'Service Unavailable') }),
		);
		const parameters = { prompt: '[lasts 0s] Work', options: { maxAttempts: 1 } };
		const result = await inFastTime(startOperation(service, 'start', parameters));
		const { message, details } = shown(result);
		expect(message).toBe('The service is not available at the moment');
		expect(details).toMatchObject({ jobId: service.agentRuns.all[0]?.id, retryable: true });
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(5);
	});
});

describe('At its time-out a wait', () => {
	const prompt = '[lasts 1h] Long work';

	test('fails with the id by which the run can be picked up later', async () => {
		const { service } = await serviceUnderTest();
		const result = await agentRun(service, 'start', { prompt, options: { waitTimeout: 1 } });
		const { message, description, details } = shown(result);
		const jobId = service.agentRuns.all[0]?.id;
		expect(message).toBe('The agent run did not end within 1 s');
		expect(description).toContain(`use Get with the job id ${jobId} to read its result later`);
		expect(details).toEqual({
			jobId,
			status: 'processing',
			retryable: false,
			mayHaveBegun: true,
		});
	});

	test('returns the last status where the user chose that', async () => {
		const { service } = await serviceUnderTest();
		const options = { waitTimeout: 1, onWaitTimeout: 'returnStatus' };
		const json = onlyJson(await agentRun(service, 'start', { prompt, options }));
		expect(json).toMatchObject({
			jobId: service.agentRuns.all[0]?.id,
			status: 'processing',
			model: 'spark-2',
		});
		expect(json).not.toHaveProperty('outcome');
	});

	test('can be picked up by Get', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { prompt: '[lasts 2s] [data 7] Work', options: { waitTimeout: 1 } };
		const { details } = shown(await agentRun(service, 'start', parameters));
		await realTime(1200);
		const result = await agentRun(service, 'get', { jobId: details.jobId as string });
		expect(onlyJson(result)).toMatchObject({ status: 'completed', data: 7 });
	});

	test('does not wait for a service that asks to come back after two minutes', async () => {
		const { service } = await serviceUnderTest();
		const headers = { 'Retry-After': '120' };
		const answer = errorAnswer(429, 'Rate limit exceeded', { headers });
		service.orderFault(status({ times: Infinity, answer }));
		const begin = Date.now();
		const result = await agentRun(service, 'start', { prompt, options: { waitTimeout: 2 } });
		expect(shown(result).details).toMatchObject({ jobId: service.agentRuns.all[0]?.id });
		expect(Date.now() - begin).toBeLessThan(9_000);
	});

	test('does not wait for an answer that never ends', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(status({ times: Infinity, distortion: { kind: 'endlessBody' } }));
		const begin = Date.now();
		const result = await agentRun(service, 'start', { prompt, options: { waitTimeout: 2 } });
		expect(shown(result).message).toBe('The status of the agent run could not be read within 2 s');
		expect(Date.now() - begin).toBeLessThan(9_000);
	});
});

describe('An execution that is stopped in mid-wait', () => {
	test('asks for no status later than 1 s after, in any of its items', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { prompt: '[lasts 1h] Long work' };
		const items = Array.from({ length: 5 }, () => ({}));
		const { promise, cancel } = startOperation(service, 'start', parameters, { items });
		while (requestsTo(service, 'GET', STATUS_PATH).length < 5) {
			await realTime(20);
		}
		const stoppedAt = Date.now();
		cancel();
		const { execution } = await promise;
		expect(Date.now() - stoppedAt).toBeLessThan(1_000);
		await realTime(7_000);
		const late = service.requests.filter(({ receivedAt }) => receivedAt > stoppedAt + 1_000);
		expect(late).toEqual([]);
		expect(execution.status).toBe('canceled');
	});

	test('ends at once even while a poll is not answered, and names the runs that go on', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(status({ delay: 60_000 }));
		const { promise, cancel } = startOperation(service, 'start', { prompt: '[lasts 1h] Work' });
		while (requestsTo(service, 'GET', STATUS_PATH).length < 1) {
			await realTime(20);
		}
		const stoppedAt = Date.now();
		cancel();
		const result = await promise;
		expect(Date.now() - stoppedAt).toBeLessThan(1_000);
		expect(shown(result).message).toBe('The execution was canceled');
		expect(shown(result).description).toContain(service.agentRuns.all[0]?.id);
		expect(JSON.stringify(result.execution)).not.toContain(KEY);
	});
});
