import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { errorAnswer, type Fault } from '../../../sandbox/service/index.ts';
import { inputs, linksAnswer, serviceUnderTest, startMap } from '../mapUnderTest.ts';

const LINK = linksAnswer(['https://example.com/a']);

const refusal = (status: number): Fault => ({
	answer: errorAnswer(status, 'Service Unavailable', { headers: { 'Retry-After': '60' } }),
});

describe('a cancelled execution ends at once', () => {
	test.each<[string, Fault, number, number]>([
		['while a request is under way', { delay: 30_000, answer: LINK }, 1, 1],
		['while an answer arrives', { answer: LINK, distortion: { kind: 'endlessBody' } }, 1, 1],
		['while a request waits for its next attempt', refusal(503), 1, 1],
		['while the gate is closed', refusal(429), 10, 5],
		['while items wait for a free place', { delay: 30_000, answer: LINK }, 10, 5],
	])('%s', async (_when, fault, itemCount, requests) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, ...fault });
		const { promise, cancel } = startMap(service, {}, { items: inputs(itemCount) });
		await expect.poll(() => service.requests.length).toBe(requests);
		await sleep(100);
		const began = performance.now();
		cancel();
		const { execution } = await promise;
		expect(performance.now() - began).toBeLessThan(1000);
		expect(execution.status).toBe('canceled');
		await sleep(300);
		expect(service.requests).toHaveLength(requests);
	});

	test('and lets go of its places', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: 5, delay: 30_000, answer: LINK });
		service.orderFault({ times: Infinity, answer: LINK });
		const { promise, cancel } = startMap(service, {}, { items: inputs(8) });
		await expect.poll(() => service.requests.length).toBe(5);
		cancel();
		await promise;
		const next = await startMap(service, {}, { items: inputs(8) }).promise;
		expect(next.items).toHaveLength(8);
	});

	test('also with Continue On Fail', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, delay: 30_000, answer: LINK });
		const { promise, cancel } = startMap(
			service,
			{},
			{ items: inputs(10), onError: 'continueRegularOutput' },
		);
		await expect.poll(() => service.requests.length).toBe(5);
		cancel();
		expect((await promise).execution.status).toBe('canceled');
		await sleep(200);
		expect(service.requests).toHaveLength(5);
	});

	test('before it began, and sends nothing', async () => {
		const { service } = await serviceUnderTest();
		await startMap(service, {}, { signal: AbortSignal.abort() }).promise;
		expect(service.requests).toEqual([]);
	});
});

describe('a node that an item has failed ends within a second', () => {
	const refused = { body: isItem(0), answer: errorAnswer(402, 'Payment Required') };

	test.each<[string, Fault]>([
		['another request is not answered', { delay: 30_000, answer: LINK }],
		['another answer stands still', { answer: LINK, distortion: { kind: 'endlessBody' } }],
	])('although %s', async (_what, fault) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ ...refused, delay: 300 });
		service.orderFault({ times: Infinity, ...fault });
		const parameters = { url: '=https://example.com/{{ $json.number }}' };
		const { error } = await startMap(service, parameters, { items: inputs(8) }).promise;
		const failedAt = service.requests.find(({ status }) => status === 402)?.endedAt ?? 0;
		expect(Date.now() - failedAt).toBeLessThan(1000);
		expect(error?.message).toBe('The account has no credits left');
		// Its connections close, so that the service need not go on.
		await expect.poll(() => service.requests.filter(({ endedAt }) => !endedAt)).toEqual([]);
		expect(service.requests).toHaveLength(5);
	});
});

function isItem(number: number) {
	return (body: unknown): boolean => JSON.stringify(body).includes(`example.com/${number}"`);
}
