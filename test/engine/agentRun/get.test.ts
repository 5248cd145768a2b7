import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { agentRun, byId, onlyJson, serviceUnderTest, TestClock } from './agentRunUnderTest.ts';

describe('Get', () => {
	test('returns the status of a run at work', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: '[lasts 1h] [reports queued] Work' });
		const json = onlyJson(await agentRun(service, 'get', byId(id)));
		expect(json).toMatchObject({ jobId: id, status: 'queued', success: true });
		expect(json).not.toHaveProperty('data');
	});

	test('returns the result of a run that succeeded', async () => {
		const clock = new TestClock();
		const { service } = await serviceUnderTest({ now: clock.now });
		const { id, threadId } = service.agentRuns.start({
			prompt: '[data {"a": [1]}] Work',
			effort: 'high',
		});
		clock.pass(2_000);
		expect(onlyJson(await agentRun(service, 'get', byId(id)))).toEqual({
			jobId: id,
			success: true,
			status: 'completed',
			outcome: 'succeeded',
			data: { a: [1] },
			model: 'spark-2',
			effort: 'high',
			creditsUsed: 15,
			expiresAt: expect.stringMatching(/^2026-/) as string,
			threadId,
			threadTurn: 1,
			mode: 'extract',
		});
	});

	test('returns a failed run as an item where the service calls the whole answer a failure', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: 'Work' });
		const json = { success: false, status: 'failed', error: 'The agent gave up.' };
		service.orderFault({ method: 'GET', path: `/v2/agent/${id}`, answer: { status: 200, json } });
		service.orderFault({ path: `/v2/agent/${id}/trace`, answer: errorAnswer(404, 'Not Found') });
		expect(onlyJson(await agentRun(service, 'get', byId(id)))).toEqual({
			jobId: id,
			...json,
			outcome: 'failed',
		});
	});

	test('returns a failed run as it is, for a workflow that decides by itself', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(
			{ prompt: '[ends refused] Work' },
			{ createdAt: Date.now() - 5_000 },
		);
		const json = onlyJson(await agentRun(service, 'get', byId(id)));
		expect(json).toMatchObject({
			status: 'failed',
			error: 'The agent refused the task.',
			outcome: 'refused',
			errorCode: 'refused',
			retryable: false,
		});
		// The status, and the trace of a run that failed.
		expect(service.requests).toHaveLength(2);
	});

	test('passes on fields that it does not know', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: 'Work' });
		const json = { success: true, status: 'paused', pendingApproval: { kind: 'cost', amount: 3 } };
		service.orderFault({ answer: { status: 200, json } });
		expect(onlyJson(await agentRun(service, 'get', byId(id)))).toEqual({ jobId: id, ...json });
	});

	test('reads the run of every item and links each to its own', async () => {
		const { service } = await serviceUnderTest();
		const runs = [1, 2, 3].map((data) =>
			service.agentRuns.start({ prompt: `[data ${data}] Work` }),
		);
		const items = runs.map(({ id }) => ({ jobId: id }));
		const result = await agentRun(service, 'get', { jobId: '={{ $json.jobId }}' }, { items });
		expect(result.items.map(({ json, pairedItem }) => [json.jobId, pairedItem])).toEqual(
			items.map(({ jobId }, item) => [jobId, { item }]),
		);
	});
});
