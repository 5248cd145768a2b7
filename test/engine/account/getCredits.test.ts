import { expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { engine, KEY, onlyJson, serviceUnderTest, shown } from '../agentRun/agentRunUnderTest.ts';

const getCredits = async (service: Service) =>
	await engine().execute({
		node: 'webData',
		parameters: { resource: 'account', operation: 'getCredits' },
		credentials: { apiKey: KEY, baseUrl: service.url },
	});

test('Get Credits tells what is left of the plan, and until when', async () => {
	const { service, client } = await serviceUnderTest({ planCredits: 100 });
	await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
	expect(onlyJson(await getCredits(service))).toEqual({
		remainingCredits: 99,
		planCredits: 100,
		billingPeriodStart: expect.stringMatching(/-01T00:00:00/) as string,
		billingPeriodEnd: expect.stringMatching(/-01T00:00:00/) as string,
	});
});

test('Get Credits takes no answer without their number for one', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: { status: 200, json: { success: true, data: {} } } });
	expect(shown(await getCredits(service)).message).toBe('The answer holds no number of credits');
});
