/** Runs that end without success: as error, as item, on the error output. */
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { ERROR_OUTPUT_TAKES_DETAILS, type ExecutionResult } from '../../support/engine.ts';
import {
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	startOperation,
	TRACE_PATH,
	type RunOptions,
} from './agentRunUnderTest.ts';
import { inFastTime, takeOverTime } from '../fastTime.ts';

beforeEach(takeOverTime);
afterEach(() => {
	vi.useRealTimers();
});

async function startAndWait(
	service: Service,
	prompt: string,
	options: IDataObject = {},
	run: RunOptions = {},
): Promise<ExecutionResult> {
	const parameters = { prompt: `[lasts 1s] ${prompt}`, options };
	return await inFastTime(startOperation(service, 'start', parameters as never, run));
}

interface Ending {
	prompt: string;
	options?: IDataObject;
	message: string;
	advice: string;
	outcome: string;
	errorCode: string;
	retryable: boolean;
	reason: string;
}

const endings: Ending[] = [
	{
		prompt: '[ends refused] Work',
		message: 'The agent refused the task',
		advice: 'Word the prompt differently, or restrict it to URLs that you may collect data from.',
		outcome: 'refused',
		errorCode: 'refused',
		retryable: false,
		reason: 'The agent refused the task.',
	},
	{
		prompt: '[credits 20] Work',
		options: { maxCredits: 5 },
		message: 'The agent run reached its credit limit',
		advice: 'Raise Max Credits, or ask for less in the prompt.',
		outcome: 'credit_limit_reached',
		errorCode: 'credit_limit_reached',
		retryable: false,
		reason: 'Credit limit reached: the run hit its maxCredits of 5.',
	},
	{
		prompt: '[ends cancelled] Work',
		message: 'The agent run was cancelled',
		advice: 'Start a new run to have the work done.',
		outcome: 'cancelled',
		errorCode: 'cancelled',
		retryable: false,
		reason: 'Agent was cancelled by the user.',
	},
	{
		prompt: '[ends internal] [error Page is gone] Work',
		message: 'The agent run failed',
		advice: 'Start a new run; if it fails again, contact the service’s support',
		outcome: 'failed',
		errorCode: 'internal',
		retryable: true,
		reason: 'Page is gone',
	},
	{
		prompt: '[ends failed] [retryable false] [stumbles] Work',
		message: 'The agent run failed',
		advice: 'Start a new run; if it fails again',
		outcome: 'failed',
		errorCode: 'internal',
		retryable: false,
		reason: 'The agent stopped unexpectedly.',
	},
];

describe.each(endings)('A run that ended as $outcome ($prompt)', (ending) => {
	const { prompt, options = {}, outcome, errorCode, retryable, reason } = ending;

	test('is an error with its reason, what to do and what it cost', async () => {
		const { service } = await serviceUnderTest();
		const { message, description, details } = shown(await startAndWait(service, prompt, options));
		const jobId = service.agentRuns.all[0]?.id;
		expect(message).toBe(ending.message);
		expect(description).toContain(`Reason: ${reason.replace(/\.$/, '')}.`);
		expect(description).toContain(ending.advice.replace('’', "'"));
		expect(description).toContain('Credits used: 0.');
		expect(description.includes('may well succeed in a new run')).toBe(retryable);
		expect(details).toEqual({
			jobId,
			status: 'failed',
			outcome,
			errorCode,
			retryable,
			reason,
			creditsUsed: 0,
		});
	});

	test('is an item with the service’s own fields where the user chose that', async () => {
		const { service } = await serviceUnderTest();
		const choice = { ...options, onFailedRun: 'returnStatus' };
		const result = await startAndWait(service, prompt, choice, { onError: 'continueErrorOutput' });
		expect(onlyJson(result)).toMatchObject({
			jobId: service.agentRuns.all[0]?.id,
			status: 'failed',
			error: reason,
			creditsUsed: 0,
			threadTurn: 1,
			outcome,
			errorCode,
			retryable,
		});
		expect(result.errorItems).toEqual([]);
	});
});

describe('A failed run', () => {
	test('of a service that calls a cancelled run cancelled is told from others', async () => {
		const { service } = await serviceUnderTest({ cancelledStatus: 'cancelled' });
		const { details } = shown(await startAndWait(service, '[ends cancelled] Work'));
		expect(details).toMatchObject({ status: 'cancelled', outcome: 'cancelled' });
	});

	test('of a model that records no trace is explained by its status', async () => {
		const { service } = await serviceUnderTest();
		const prompt = '[model spark-1-pro] [ends refused] [error The agent refused the task] Work';
		const { details } = shown(await startAndWait(service, prompt));
		expect(details).toMatchObject({ outcome: 'refused', reason: 'The agent refused the task' });
		expect(details).not.toHaveProperty('errorCode');
		expect(details).not.toHaveProperty('retryable');
	});

	test('is explained by its status where its trace cannot be read', async () => {
		const { service } = await serviceUnderTest();
		const answer = errorAnswer(500, 'Internal Server Error');
		service.orderFault({ path: TRACE_PATH, times: Infinity, answer });
		const { details } = shown(await startAndWait(service, '[ends internal] [error Gone] Work'));
		expect(details).toMatchObject({ outcome: 'failed', reason: 'Gone' });
	});

	test('costs one request for its trace, a successful one none', async () => {
		const { service } = await serviceUnderTest();
		await startAndWait(service, '[ends refused] Work');
		await startAndWait(service, 'Work');
		expect(requestsTo(service, 'GET', TRACE_PATH)).toHaveLength(1);
	});
});

describe('Of three runs, one refused and one at its credit cap', () => {
	const items = [
		{ prompt: '[lasts 1s] [data 7] Fine', cap: 100 },
		{ prompt: '[lasts 1s] [ends refused] Forbidden', cap: 100 },
		{ prompt: '[lasts 1s] [credits 20] Dear', cap: 5 },
	];
	const parameters = {
		prompt: '={{ $json.prompt }}',
		options: { maxCredits: '={{ $json.cap }}' },
	};

	test('the failures become items of a fixed shape under Continue On Fail', async () => {
		const { service } = await serviceUnderTest();
		const running = startOperation(service, 'start', parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		const result = await inFastTime(running);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(result.items[0]?.json).toMatchObject({ outcome: 'succeeded', data: 7 });
		const [, refused, capped] = result.items;
		expect(Object.keys(refused?.json ?? {}).sort()).toEqual(['details', 'error', 'message']);
		expect(refused?.json).toMatchObject({
			error: 'The agent refused the task',
			message: expect.stringContaining('Word the prompt differently') as string,
			details: { outcome: 'refused', errorCode: 'refused', jobId: expect.any(String) as string },
		});
		expect(capped?.json.details).toMatchObject({
			outcome: 'credit_limit_reached',
			errorCode: 'credit_limit_reached',
			creditsUsed: 0,
		});
	});

	test('the failures leave by the error output, joined with their input', async () => {
		const { service } = await serviceUnderTest();
		const running = startOperation(service, 'start', parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		const result = await inFastTime(running);
		expect(result.items.map(({ json }) => json.data)).toEqual([7]);
		const because = (outcome: string) =>
			ERROR_OUTPUT_TAKES_DETAILS ? { details: { outcome } } : {};
		expect(result.errorItems.map(({ json, pairedItem }) => [json, pairedItem])).toMatchObject([
			[{ prompt: items[1]?.prompt, ...because('refused') }, { item: 1 }],
			[{ prompt: items[2]?.prompt, ...because('credit_limit_reached') }, { item: 2 }],
		]);
	});

	test('the first failure stops the node, which names the runs that go on', async () => {
		const { service } = await serviceUnderTest();
		const slow = [{ prompt: '[lasts 1h] Slow', cap: 100 }, ...items];
		const running = startOperation(service, 'start', parameters, { items: slow });
		const { description, details } = shown(await inFastTime(running));
		const [slowRun] = service.agentRuns.all;
		expect(details.outcome).toMatch(/refused|credit_limit_reached/);
		expect(description).toContain('Jobs that this node had already started: ');
		expect(description).toContain(slowRun?.id);
		expect(details.startedJobIds).toContain(slowRun?.id);
		expect(details.mayHaveBegun).toBe(true);
	});
});
