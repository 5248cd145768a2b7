import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { agentRun } from '../agentRun/agentRunUnderTest.ts';
import { jsonOf, serviceUnderTest, shown } from './accountUnderTest.ts';

const run = (minCredits: INodeParameters[string]) => ({
	prompt: '[lasts 1h]',
	waitForCompletion: false,
	options: { minCredits },
});

describe('Min Credits', () => {
	test('starts nothing while fewer are left', async () => {
		const { service } = await serviceUnderTest({ planCredits: 99 });
		const { message, details } = shown(await agentRun(service, 'start', run(100)));
		expect(message).toBe('The account has 99 credits left, fewer than Min Credits (100)');
		expect(details).toEqual({ remainingCredits: 99, minCredits: 100, retryable: false });
		expect(service.requests.map(({ path }) => path)).toEqual(['/v2/team/credit-usage']);
	});

	test('reads the balance once for all items', async () => {
		const { service } = await serviceUnderTest({ planCredits: 100 });
		const items = [{}, {}, {}];
		const { items: started } = await agentRun(service, 'start', run(100), { items });
		expect(started).toHaveLength(3);
		const [first, ...others] = service.requests.map(({ path }) => path);
		expect(first).toBe('/v2/team/credit-usage');
		expect(others).toEqual(['/v2/agent', '/v2/agent', '/v2/agent']);
	});

	test('judges each item by its own number', async () => {
		const { service } = await serviceUnderTest({ planCredits: 100 });
		const items = [{ least: 100 }, { least: 101 }];
		const onError = 'continueRegularOutput';
		const result = await agentRun(service, 'start', run('={{ $json.least }}'), { items, onError });
		const [first, second] = jsonOf(result.items);
		expect(first).toHaveProperty('jobId');
		expect(second?.error).toContain('fewer than Min Credits (101)');
	});

	test('starts nothing where the balance cannot be read', async () => {
		const { service } = await serviceUnderTest({ withoutRoutes: { creditUsage: 404 } });
		const { message, description } = shown(await agentRun(service, 'start', run(1)));
		expect(message).toMatch(/^The credits of the account could not be checked: /);
		expect(description).toMatch(/^Nothing was started\./);
		expect(service.agentRuns.all).toEqual([]);
	});
});
