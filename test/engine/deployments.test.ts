/** The pack against the hosted service and both open servers as they were recorded. */
import { describe, expect, test } from 'vitest';

import { deployments } from '../../sandbox/service/deployment.ts';
import { agentRun, shown } from './agentRun/agentRunUnderTest.ts';
import { pressTest } from './credential/credentialUnderTest.ts';
import { jsonOf, map, serviceUnderTest } from './mapUnderTest.ts';
import { triggerOf } from './trigger/triggerUnderTest.ts';

describe.each(deployments)('On the deployment %s', (deployment) => {
	const isOpen = deployment !== 'hosted';

	test('the credential’s Test button tells a good key from a bad one', async () => {
		const { service } = await serviceUnderTest({ deployment });
		expect(await pressTest(service.url)).toMatchObject({ status: 'OK' });
		expect(await pressTest(service.url, 'fc-wrong-key')).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('rejected the API key') as string,
		});
	});

	test('a website is mapped', async () => {
		const { service } = await serviceUnderTest({ deployment });
		const { items, error } = await map(service, { url: service.websiteUrl, maxLinks: 20 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(20);
		expect(jsonOf(items).every(({ url }) => typeof url === 'string')).toBe(true);
	});

	test('a field that the server does not take is named', async () => {
		const { service } = await serviceUnderTest({ deployment });
		const { error } = await map(service, {
			url: service.websiteUrl,
			options: { threatProtection: { value: { mode: 'normal' } } },
		});
		expect(error?.description).toMatch(/threat ?protection/i);
	});

	test('an agent run comes to its result, or to an error that says what is missing', async () => {
		const { service } = await serviceUnderTest({ deployment, authentication: !isOpen });
		const result = await agentRun(service, 'start', { prompt: '[lasts 0s] Work' });
		if (!isOpen) {
			expect(jsonOf(result.items)).toMatchObject([{ outcome: 'succeeded' }]);
			return;
		}
		const { message, description } = shown(result);
		expect(message).not.toBe('');
		expect(description.length).toBeGreaterThan(40);
	});

	test('the trigger watches runs, or says that they cannot be listed', async () => {
		const { service } = await serviceUnderTest({ deployment });
		const trigger = triggerOf(service);
		const { error } = await trigger.activate();
		if (isOpen) expect(error?.message).toMatch(/cannot list agent runs/);
		else expect(error).toBeUndefined();
	});
});
