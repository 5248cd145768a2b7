/** The id of a run, on every operation that takes one. */
import { describe, expect, test } from 'vitest';

import {
	agentRun,
	byId,
	serviceUnderTest,
	shown,
	UNKNOWN_ID,
	type Operation,
} from './agentRunUnderTest.ts';

const operations: Operation[] = ['get', 'cancel', 'getTrace', 'getSnapshot'];

const wrongIds = [
	'={{ "" }}',
	'..',
	'../map',
	'a/../b',
	'123',
	`${UNKNOWN_ID}/trace`,
	`${UNKNOWN_ID}?x=1`,
	`${UNKNOWN_ID}\n../map`,
	'%2e%2e',
	`x${UNKNOWN_ID}`,
	'={{ 42 }}',
	'={{ null }}',
];

describe.each(operations)('%s', (operation) => {
	test.each(wrongIds)('sends nothing for the id %j and names field and item', async (id) => {
		const { service } = await serviceUnderTest();
		const { message, details } = shown(await agentRun(service, operation, byId(id)));
		expect(message).toBe('Agent Run must be the id of an agent run, which is a UUID [item 0]');
		expect(details).toMatchObject({ field: 'Agent Run', itemIndex: 0 });
		expect(service.requests).toEqual([]);
	});

	test('names the item whose id is wrong, and sends no other', async () => {
		const { service } = await serviceUnderTest();
		const items = [{ id: UNKNOWN_ID }, { id: 'wrong' }];
		const result = await agentRun(service, operation, byId('={{ $json.id }}'), { items });
		expect(shown(result).message).toContain('[item 1]');
		expect(service.requests).toEqual([]);
	});

	test('explains that a run is unknown, and asks only once', async () => {
		const { service } = await serviceUnderTest();
		const { message, details } = shown(await agentRun(service, operation, byId(UNKNOWN_ID)));
		expect(message).toBe('There is no such agent run');
		expect(details).toMatchObject({ httpCode: '404', retryable: false, attempts: 1 });
		expect(service.requests).toHaveLength(1);
	});

	test('takes the id in any form that the editor, an expression or an AI agent gives it', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: '[lasts 1h] Work' });
		const forms = [
			{ __rl: true, mode: 'list', value: id, cachedResultName: 'Work (just now, processing)' },
			{ __rl: true, mode: 'id', value: ` ${id.toUpperCase()}\n` },
			{ __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
			'={{ $json.jobId }}',
			id,
		];
		const options = { ignoreFinished: true };
		for (const jobId of forms) {
			const items = [{ jobId: id }];
			const { error } = await agentRun(service, operation, { jobId, options }, { items });
			expect(error).toBeUndefined();
		}
		const paths = service.requests.map(({ path }) => path.toLowerCase());
		for (const path of paths) expect(path).toContain(`/v2/agent/${id}`);
	});
});

describe('Every operation on a run', () => {
	test.each(operations)(
		'%s gives a failed input as an item of a fixed shape',
		async (operation) => {
			const { service } = await serviceUnderTest();
			const { id } = service.agentRuns.start({ prompt: '[lasts 1h] Work' });
			const items = [{ id: 'wrong' }, { id: UNKNOWN_ID }, { id }];
			const parameters = { ...byId('={{ $json.id }}'), output: 'trace' };
			const result = await agentRun(service, operation, parameters, {
				items,
				onError: 'continueRegularOutput',
			});
			const [wrong, unknown] = result.items;
			expect(wrong).toEqual({
				json: {
					error: expect.stringContaining('[item 0]') as string,
					message: expect.stringContaining('No request was sent') as string,
					details: expect.objectContaining({ field: 'Agent Run' }) as object,
				},
				pairedItem: { item: 0 },
			});
			expect(unknown?.json.details).toMatchObject({
				httpCode: '404',
				serviceError: 'Agent job not found',
			});
			expect(unknown?.pairedItem).toEqual({ item: 1 });
			for (const { json, pairedItem } of result.items.slice(2)) {
				expect(json.jobId).toBe(id);
				expect(pairedItem).toEqual({ item: 2 });
			}
		},
	);
});
