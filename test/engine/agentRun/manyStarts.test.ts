/** Starting a run costs credits: as many as asked for are started, and none of them twice. */
import { describe, expect, test } from 'vitest';

import { errorAnswer, type Fault, type Service } from '../../../sandbox/service/index.ts';
import {
	agentRun,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	START_PATH,
} from './agentRunUnderTest.ts';

const startFault = (fault: Partial<Fault>): Fault => ({
	method: 'POST',
	path: START_PATH,
	...fault,
});

function starts(service: Service): number {
	return requestsTo(service, 'POST', START_PATH).length;
}

const PARAMETERS = { prompt: '[lasts 0s] Work', waitForCompletion: false };
const LOOK_FIRST = 'Use Get Many to look for the new run before you start another';

describe('Fifty starts on a service that lets two through per second', () => {
	test('are fifty runs, with no refusal shown and none started twice', async () => {
		const rateLimits = { agentStart: { requests: 2, perSeconds: 1 } };
		const { service } = await serviceUnderTest({ rateLimits });
		const items = Array.from({ length: 50 }, (_, number) => ({ number }));
		const parameters = { prompt: '=[lasts 0s] Work {{ $json.number }}', waitForCompletion: false };
		const result = await agentRun(service, 'start', parameters, { items });
		expect(result.error).toBeUndefined();
		const prompts = service.agentRuns.all.map(({ request }) => request.prompt);
		expect(prompts).toHaveLength(50);
		expect(new Set(prompts).size).toBe(50);
		const promptOf = new Map(service.agentRuns.all.map(({ id, request }) => [id, request.prompt]));
		expect(result.items.map(({ json }) => promptOf.get(json.jobId as string))).toEqual(
			items.map(({ number }) => `[lasts 0s] Work ${number}`),
		);
	}, 90_000);

	test('end with fifty results where the end is waited for', async () => {
		const rateLimits = {
			agentStart: { requests: 20, perSeconds: 1 },
			agentStatus: { requests: 10, perSeconds: 1 },
		};
		const { service } = await serviceUnderTest({ rateLimits });
		const items = Array.from({ length: 50 }, (_, number) => ({ number }));
		const parameters = { prompt: '=[lasts 1s] [data {{ $json.number }}] Work' };
		const result = await agentRun(service, 'start', parameters, { items });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json }) => json.data)).toEqual(items.map(({ number }) => number));
		expect(service.agentRuns.all).toHaveLength(50);
	}, 90_000);
});

describe('A start whose answer was lost', () => {
	const losses: Array<[string, Partial<Fault>]> = [
		['because the connection broke', { distortion: { kind: 'dropBeforeAnswer' } }],
		['because the connection was reset', { distortion: { kind: 'dropBeforeAnswer', reset: true } }],
		['in the middle', { distortion: { kind: 'dropMidBody', reset: true } }],
		['after its headers', { distortion: { kind: 'dropAfterHeaders' } }],
	];

	test.each(losses)('%s is not repeated and says how to find out', async (_title, loss) => {
		const { service } = await serviceUnderTest();
		service.orderFault(startFault(loss));
		const { description, details } = shown(await agentRun(service, 'start', PARAMETERS));
		expect(service.agentRuns.all).toHaveLength(1);
		expect(starts(service)).toBe(1);
		expect(description).toContain(LOOK_FIRST);
		expect(details).toMatchObject({ mayHaveBegun: true, attempts: 1 });
	});

	test('in a proxy that gave up is not repeated either', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(startFault({ answer: { status: 504, body: '<html>Gateway</html>' } }));
		const { description, details } = shown(await agentRun(service, 'start', PARAMETERS));
		expect(starts(service)).toBe(1);
		expect(description).toContain(LOOK_FIRST);
		expect(details.mayHaveBegun).toBe(true);
	});

	test('can be found by Get Many', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(startFault({ distortion: { kind: 'dropBeforeAnswer' } }));
		await agentRun(service, 'start', PARAMETERS);
		const found = onlyJson(await agentRun(service, 'getAll'));
		expect(found).toMatchObject({
			jobId: service.agentRuns.all[0]?.id,
			options: { prompt: PARAMETERS.prompt },
		});
	});

	test('in an answer without an id says how to find out', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(startFault({ answer: { status: 200, json: { success: true } } }));
		const { message, description } = shown(await agentRun(service, 'start', PARAMETERS));
		expect(message).toBe('The service named no id for the new agent run');
		expect(description).toContain('Use Get Many to look for the new run before you start another');
	});
});

describe('A start that cannot have begun', () => {
	const refusals: Array<[string, Partial<Fault>]> = [
		['was refused for the rate', { answer: errorAnswer(429, 'Rate limit exceeded') }],
		[
			'was refused for the number of runs',
			{ answer: errorAnswer(429, 'Concurrency limit reached') },
		],
		[
			'was rejected at submission',
			{ answer: errorAnswer(500, 'Failed to passthrough agent request.') },
		],
	];

	test.each(refusals)('because it %s is sent again', async (_title, refusal) => {
		const { service } = await serviceUnderTest();
		service.orderFault(startFault(refusal));
		const json = onlyJson(await agentRun(service, 'start', PARAMETERS));
		expect(json.jobId).toBe(service.agentRuns.all[0]?.id);
		expect(service.agentRuns.all).toHaveLength(1);
		expect(starts(service)).toBe(2);
	});

	test('is not sent again where the user allows one attempt', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault(startFault({ answer: errorAnswer(429, 'Rate limit exceeded') }));
		const parameters = { ...PARAMETERS, options: { maxAttempts: 1 } };
		const { message } = shown(await agentRun(service, 'start', parameters));
		expect(message).toBe('The plan allows no more requests at the moment');
		expect(starts(service)).toBe(1);
	});

	const final: Array<[string, ServiceTrouble]> = [
		['there are no credits left', { options: { planCredits: 0 }, status: '402' }],
		[
			'agents are not for teams without data retention',
			{ options: { zeroDataRetention: true }, status: '400' },
		],
		[
			'the key may not start runs',
			{ options: { apiKeys: [{ key: 'sandbox-key', forbidden: ['agentStart'] }] }, status: '403' },
		],
	];

	test.each(final)('because %s is not sent again', async (_title, { options, status }) => {
		const { service } = await serviceUnderTest(options);
		const { details } = shown(await agentRun(service, 'start', PARAMETERS));
		expect(details).toMatchObject({ httpCode: status, retryable: false, attempts: 1 });
		expect(starts(service)).toBe(1);
	});
});

interface ServiceTrouble {
	options: Parameters<typeof serviceUnderTest>[0];
	status: string;
}
