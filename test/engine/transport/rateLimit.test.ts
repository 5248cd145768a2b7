/** What a user has of the gate: all items get through a plan's rate limit, with few refusals. */
import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { inputs, map, serviceUnderTest } from '../mapUnderTest.ts';

describe('on a service with a rate limit', () => {
	test('100 items are all mapped, with few refusals and little delay', async () => {
		const perSeconds = 2;
		const { service } = await serviceUnderTest({
			rateLimits: { map: { requests: 10, perSeconds } },
		});
		const idealSeconds = 9 * perSeconds;
		const began = performance.now();
		const { items, error } = await map(
			service,
			{ url: service.websiteUrl, maxLinks: 1 },
			{ items: inputs(100) },
		);
		const seconds = (performance.now() - began) / 1000;
		const refused = service.requests.filter(({ status }) => status === 429).length;
		console.log(`100 items: ${service.requests.length} requests, ${seconds.toFixed(1)} s`);

		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			inputs(100).map((_, item) => ({ item })),
		);
		expect(service.requests.length).toBe(100 + refused);
		expect(service.requests.length).toBeLessThanOrEqual(130);
		expect(seconds).toBeLessThanOrEqual(1.5 * idealSeconds);
	}, 60_000);

	test('that tells nowhere how long to wait, 30 items are all mapped', async () => {
		const { service } = await serviceUnderTest();
		let window = { endsAt: 0, count: 0 };
		const isTooMuch = () => {
			if (Date.now() >= window.endsAt) window = { endsAt: Date.now() + 2_000, count: 0 };
			return ++window.count > 10;
		};
		const answer = errorAnswer(429, 'Rate limit exceeded');
		service.orderFault({ path: '/v2/map', times: Infinity, body: isTooMuch, answer });
		const parameters = { url: service.websiteUrl, maxLinks: 1 };
		const { items, error } = await map(service, parameters, { items: inputs(30) });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(30);
		expect(service.requests.length).toBeLessThanOrEqual(60);
	}, 60_000);

	test('one item of a second node does not wait for the 100 of the first', async () => {
		const { service } = await serviceUnderTest({
			rateLimits: { map: { requests: 10, perSeconds: 2 } },
		});
		const parameters = { url: service.websiteUrl, maxLinks: 1 };
		const many = map(service, parameters, { items: inputs(60) });
		await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBeGreaterThan(10);
		const began = performance.now();
		await map(service, parameters);
		expect(performance.now() - began).toBeLessThan(2 * 2_000 + 1_500);
		expect((await many).items).toHaveLength(60);
	}, 60_000);

	test('that tells the wait in its text alone, no item waits in vain until it has no attempt left', async () => {
		const { service } = await serviceUnderTest({
			rateLimits: { map: { requests: 5, perSeconds: 8, waitInText: true } },
		});
		const parameters = { url: service.websiteUrl, maxLinks: 1, options: { maxAttempts: 3 } };
		const { items, error } = await map(service, parameters, { items: inputs(12) });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(12);
		expect(service.requests.length).toBeLessThanOrEqual(18);
	}, 60_000);

	test('two nodes with one credential do not defeat each other', async () => {
		const { service } = await serviceUnderTest({
			rateLimits: { map: { requests: 10, perSeconds: 1 } },
		});
		const both = await Promise.all(
			[1, 2].map(async () => {
				const parameters = { url: service.websiteUrl, maxLinks: 1 };
				return await map(service, parameters, { items: inputs(25) });
			}),
		);
		expect(both.map(({ items }) => items.length)).toEqual([25, 25]);
		expect(service.requests.length).toBeLessThanOrEqual(75);
	}, 60_000);
});
