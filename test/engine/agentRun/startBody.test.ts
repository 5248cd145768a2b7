/** The requests of Start, with the vendor's SDK as referee: the same service, the same body. */
import { Firecrawl } from 'firecrawl';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { agentRun, KEY, requestsTo, serviceUnderTest, START_PATH } from './agentRunUnderTest.ts';
import { startCases } from './startCases.ts';

const PROMPT = 'Find the price of the blue chair';

/** The bodies of the starts so far, without the stamp by which the SDK names itself. */
function bodies(service: Service): unknown[] {
	return requestsTo(service, 'POST', START_PATH).map(({ body }) => {
		const fields = Object.entries(body as object).filter(([name]) => name !== 'origin');
		return Object.fromEntries(fields);
	});
}

describe('Start sends what the vendor’s SDK sends', () => {
	test('for a table of at least 40 inputs', () => {
		expect(startCases.length).toBeGreaterThanOrEqual(40);
		expect(new Set(startCases.map(({ title }) => title)).size).toBe(startCases.length);
	});

	test.each(startCases)('for $title', async ({ parameters, item = {}, sdk }) => {
		const { service } = await serviceUnderTest({ threatProtection: 'enabled' });
		const { error } = await agentRun(
			service,
			'start',
			{ prompt: PROMPT, waitForCompletion: false, ...parameters },
			{ items: [item] },
		);
		expect(error).toBeUndefined();
		await new Firecrawl({ apiKey: KEY, apiUrl: service.url }).startAgent({
			prompt: PROMPT,
			...sdk,
		});
		const [sent, expected, ...others] = bodies(service);
		expect(sent).toEqual(expected);
		expect(others).toEqual([]);
	});

	test('when it continues a thread', async () => {
		const { service } = await serviceUnderTest();
		const { threadId } = service.agentRuns.start({ prompt: '[lasts 0s] First question' });
		const parameters = { prompt: PROMPT, waitForCompletion: false, options: { threadId } };
		const { items } = await agentRun(service, 'start', parameters);
		await new Firecrawl({ apiKey: KEY, apiUrl: service.url }).startAgent({
			prompt: PROMPT,
			threadId,
		});
		const [sent, expected] = bodies(service);
		expect(sent).toEqual(expected);
		expect(items[0]?.json).toMatchObject({ threadId, threadTurn: 2 });
	});

	test('and nothing that the user did not give', async () => {
		const { service } = await serviceUnderTest();
		await agentRun(service, 'start', { prompt: PROMPT, waitForCompletion: false });
		expect(bodies(service)).toEqual([{ prompt: PROMPT }]);
	});
});

describe('Start', () => {
	test('lets a model through that is newer than this node', async () => {
		const { service } = await serviceUnderTest();
		await agentRun(service, 'start', { prompt: PROMPT, options: { model: 'spark-3' } });
		expect(bodies(service)).toEqual([{ prompt: PROMPT, model: 'spark-3' }]);
	});

	test('returns the run at once where the end is not waited for', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { prompt: '[lasts 1h] Long work', waitForCompletion: false };
		const { items } = await agentRun(service, 'start', parameters);
		const [run] = service.agentRuns.all;
		expect(items).toEqual([
			{
				json: {
					jobId: run?.id,
					success: true,
					id: run?.id,
					threadId: run?.threadId,
					threadTurn: 1,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(service.requests).toHaveLength(1);
	});

	test('returns the result of a run that it waited for, with fields it does not know', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			method: 'GET',
			answer: {
				status: 200,
				json: {
					success: true,
					status: 'completed',
					data: { a: [1] },
					creditsUsed: 4,
					newField: { b: null },
				},
			},
		});
		const { items } = await agentRun(service, 'start', { prompt: PROMPT });
		expect(items).toEqual([
			{
				json: {
					jobId: service.agentRuns.all[0]?.id,
					success: true,
					status: 'completed',
					data: { a: [1] },
					creditsUsed: 4,
					newField: { b: null },
					outcome: 'succeeded',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('returns the reply of a chat run', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { prompt: '[lasts 0s] [message Hello there] Hi', options: { mode: 'chat' } };
		const { items } = await agentRun(service, 'start', parameters);
		expect(items[0]?.json).toMatchObject({ message: 'Hello there', outcome: 'succeeded' });
	});

	test('starts a run for every input item and links each result to its own', async () => {
		const { service } = await serviceUnderTest();
		const prompts = ['[lasts 2s] [data 0]', '[lasts 0s] [data 1]', '[lasts 1s] [data 2]'];
		const items = prompts.map((prompt) => ({ prompt }));
		const result = await agentRun(service, 'start', { prompt: '={{ $json.prompt }}' }, { items });
		expect(result.items.map(({ json, pairedItem }) => [json.data, pairedItem])).toEqual([
			[0, { item: 0 }],
			[1, { item: 1 }],
			[2, { item: 2 }],
		]);
	});
});
