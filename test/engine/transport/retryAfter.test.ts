import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { inputs, linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';

retryAtOnce();

function orderRefusal(service: Service, retryAfter: string, status = 429): void {
	const text = status === 429 ? 'Rate limit exceeded' : 'Service Unavailable';
	const headers = { 'Retry-After': retryAfter };
	service.orderFault({ answer: errorAnswer(status, text, { headers }) });
	service.orderFault({ times: Infinity, answer: linksAnswer(['https://example.com/a']) });
}

/** Milliseconds between the first answer and the second request. */
function pause({ requests: [first, second] }: Service): number {
	return (second?.receivedAt ?? Infinity) - (first?.endedAt ?? 0);
}

describe('Retry-After', () => {
	test.each([429, 503])('of 1 second is waited for after %i', async (status) => {
		const { service } = await serviceUnderTest();
		orderRefusal(service, '1', status);
		expect((await map(service)).items).toHaveLength(1);
		expect(pause(service)).toBeGreaterThanOrEqual(990);
		expect(pause(service)).toBeLessThan(2000);
	});

	test('as an HTTP date is waited for', async () => {
		const { service } = await serviceUnderTest();
		const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
		orderRefusal(service, date.toUTCString());
		expect((await map(service)).items).toHaveLength(1);
		expect(service.requests[1]?.receivedAt).toBeGreaterThanOrEqual(date.getTime());
		expect(service.requests[1]?.receivedAt).toBeLessThan(date.getTime() + 1000);
	});

	test.each(['0', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
		'of "%s" says nothing, so that the node waits 5 seconds by itself',
		async (retryAfter) => {
			const { service } = await serviceUnderTest();
			orderRefusal(service, retryAfter);
			expect((await map(service)).items).toHaveLength(1);
			expect(pause(service)).toBeGreaterThanOrEqual(4_990);
			expect(pause(service)).toBeLessThan(7_000);
		},
	);

	test.each(['0', '-5', 'soon', '1 minute', '1e1', '0x10', 'NaN'])(
		'of "%s" delays nothing after a 503',
		async (retryAfter) => {
			const { service } = await serviceUnderTest();
			orderRefusal(service, retryAfter, 503);
			expect((await map(service)).items).toHaveLength(1);
			expect(pause(service)).toBeLessThan(900);
		},
	);

	test.each([
		['301', '5 minutes', 301],
		['3600', '60 minutes', 3600],
		['86400', '24 hours', 86_400],
		['1000000000', '277778 hours', 1_000_000_000],
	])('of %s seconds fails at once and says how long', async (retryAfter, words, seconds) => {
		const { service } = await serviceUnderTest();
		orderRefusal(service, retryAfter);
		const began = performance.now();
		const { error } = await map(service);
		expect(performance.now() - began).toBeLessThan(5000);
		expect(error?.message).toBe('The plan allows no more requests at the moment');
		expect(error?.description).toContain(
			`The service asks to wait ${words}, longer than this node waits.`,
		);
		expect(error?.context).toMatchObject({ details: { retryAfterSeconds: seconds, attempts: 1 } });
		expect(service.requests).toHaveLength(1);
	});

	test('as a date of tomorrow fails at once', async () => {
		const { service } = await serviceUnderTest();
		orderRefusal(service, new Date(Date.now() + 24 * 3_600_000).toUTCString());
		const { error } = await map(service);
		expect(error?.description).toContain('The service asks to wait 24 hours');
		expect(service.requests).toHaveLength(1);
	});

	test('that is too long also fails the items that wait, unsent, and no later run', async () => {
		const { service } = await serviceUnderTest();
		const answer = errorAnswer(429, 'Rate limit exceeded', { headers: { 'Retry-After': '3600' } });
		service.orderFault({ answer });
		service.orderFault({ times: Infinity, answer: linksAnswer([]) });
		const began = performance.now();
		const { items } = await map(
			service,
			{ options: { maxConcurrency: 1 } },
			{ items: inputs(6), onError: 'continueRegularOutput' },
		);
		expect(performance.now() - began).toBeLessThan(5000);
		expect(items.map(({ json }) => json.message)).toEqual(
			inputs(6).map(() => expect.stringContaining('60 minutes') as string),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			inputs(6).map((_, item) => ({ item })),
		);
		expect(service.requests).toHaveLength(1);
		expect((await map(service)).error).toBeUndefined();
	});
});
