import { expect, test } from 'vitest';

import { account, onlyJson, serviceUnderTest, shown } from './accountUnderTest.ts';

test('Get Credits tells what is left of the plan, and until when', async () => {
	const { service, client } = await serviceUnderTest({ planCredits: 100 });
	await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
	expect(onlyJson(await account(service, 'getCredits'))).toEqual({
		remainingCredits: 99,
		planCredits: 100,
		billingPeriodStart: expect.stringMatching(/-01T00:00:00/) as string,
		billingPeriodEnd: expect.stringMatching(/-01T00:00:00/) as string,
	});
});

test('Get Credits takes no answer without their number for one', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: { status: 200, json: { success: true, data: {} } } });
	expect(shown(await account(service, 'getCredits')).message).toBe(
		'The answer holds no number of credits',
	);
});

test('Get Credits says of a server without an account that it has none', async () => {
	const { service } = await serviceUnderTest({ withoutRoutes: { creditUsage: 404 } });
	const { message, details } = shown(await account(service, 'getCredits'));
	expect(message).toBe('This deployment of the service tells nothing of this');
	expect(details).toEqual({ retryable: false });
});
