import { describe, expect, test } from 'vitest';

import { errorAnswer, type LoggedRequest } from '../../../sandbox/service/index.ts';
import { inputs, linksAnswer, map, serviceUnderTest, startMap } from '../mapUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';

retryAtOnce();

const LINK = linksAnswer(['https://example.com/a']);

/** How many of the requests were at the service at once. */
function mostAtOnce(requests: LoggedRequest[]): number {
	const changes = requests.flatMap(({ receivedAt, endedAt = Infinity }) => [
		{ at: receivedAt, by: 1 },
		{ at: endedAt, by: -1 },
	]);
	changes.sort((a, b) => a.at - b.at || a.by - b.by);
	let present = 0;
	return Math.max(...changes.map(({ by }) => (present += by)));
}

describe('Max Concurrency', () => {
	test.each([
		['5 by default', {}, 5],
		['1', { maxConcurrency: 1 }, 1],
		['3', { maxConcurrency: 3 }, 3],
		['more than there are items', { maxConcurrency: 50 }, 8],
	])(
		'%s: so many requests are in flight at most, and as many as possible',
		async (_what, options, most) => {
			const { service } = await serviceUnderTest();
			service.orderFault({ times: Infinity, delay: 100, answer: LINK });
			const { items } = await map(service, { options }, { items: inputs(8) });
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				inputs(8).map((_, item) => ({ item })),
			);
			expect(service.requests).toHaveLength(8);
			expect(mostAtOnce(service.requests)).toBe(most);
		},
	);

	test('counts for each run of its own', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, delay: 600, answer: LINK });
		const options = { maxConcurrency: 2 };
		await Promise.all(
			[1, 2].map(async () => await map(service, { options }, { items: inputs(3) })),
		);
		expect(service.requests).toHaveLength(6);
		expect(mostAtOnce(service.requests)).toBe(4);
	});

	test('that is wrong in the first item does not hold up the others', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: LINK });
		const { items } = await map(
			service,
			{ options: { maxConcurrency: '={{ $json.number }}' } },
			{ items: inputs(3), onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.error ?? json.url)).toEqual([
			'Max Concurrency must be a whole number of at least 1 [item 0]',
			'https://example.com/a',
			'https://example.com/a',
		]);
	});
});

describe('a 429 with Retry-After closes the gate', () => {
	const refusal = errorAnswer(429, 'Rate limit exceeded', { headers: { 'Retry-After': '1' } });

	/** Requests that came while the service had asked to wait. */
	function tooEarly(requests: LoggedRequest[]): LoggedRequest[] {
		const refusedAt = Math.min(
			...requests.filter(({ status }) => status === 429).map(({ endedAt = Infinity }) => endedAt),
		);
		// What was under way when the refusal was sent could not know of it.
		return requests.filter(
			({ receivedAt }) => receivedAt > refusedAt + 100 && receivedAt < refusedAt + 980,
		);
	}

	test('for all items of the run', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ skip: 2, answer: refusal });
		service.orderFault({ times: Infinity, delay: 200, answer: LINK });
		const { items } = await map(service, {}, { items: inputs(15) });
		expect(items).toHaveLength(15);
		expect(service.requests).toHaveLength(16);
		expect(tooEarly(service.requests)).toEqual([]);
	});

	test('for all nodes with this credential', async () => {
		const { service } = await serviceUnderTest();
		const isFirst = (body: unknown): boolean => JSON.stringify(body).includes('first');
		service.orderFault({ body: isFirst, answer: refusal });
		service.orderFault({ times: Infinity, answer: LINK });
		const first = map(service, { search: 'first' });
		await expect.poll(() => service.requests.length, { interval: 2 }).toBe(1);
		const others = [1, 2, 3].map(async () => await map(service, { search: 'other' }));
		await Promise.all([first, ...others]);
		expect(service.requests).toHaveLength(5);
		expect(tooEarly(service.requests)).toEqual([]);
	});

	test('for the operations that count towards the same limit, not for the others', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ path: '/v2/map', answer: refusal });
		service.orderFault({ path: '/v2/map', answer: LINK });
		const mapping = map(service);
		await expect.poll(() => service.requests.length, { interval: 2 }).toBe(1);
		await map(service, { resource: 'agentRun', operation: 'getAll' });
		await mapping;
		expect(service.requests.map(({ path }) => path)).toEqual(['/v2/map', '/v2/agent', '/v2/map']);
	});

	test('for no other credential', async () => {
		const { service } = await serviceUnderTest({ apiKeys: ['sandbox-key', 'other-key'] });
		service.orderFault({ answer: refusal });
		service.orderFault({ times: Infinity, answer: LINK });
		const first = map(service);
		await expect.poll(() => service.requests.length, { interval: 2 }).toBe(1);
		const credentials = { apiKey: 'other-key', baseUrl: service.url };
		await map(service, {}, { credentials });
		await first;
		const [refused, other, again] = service.requests;
		expect([refused?.status, other?.status, again?.status]).toEqual([429, 200, 200]);
		expect(other?.receivedAt).toBeLessThan((refused?.endedAt ?? 0) + 900);
		expect(again?.receivedAt).toBeGreaterThan((refused?.endedAt ?? Infinity) + 980);
	});

	test('and one credential is one, however its Base URL is written', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: refusal });
		service.orderFault({ times: Infinity, answer: LINK });
		const first = map(service);
		await expect.poll(() => service.requests.length, { interval: 2 }).toBe(1);
		await map({ url: `${service.url}/v2/` });
		await first;
		expect(tooEarly(service.requests)).toEqual([]);
	});
});

describe('a map that is never answered', () => {
	test('holds up no other map for long, also after a rate limit', async () => {
		const { service } = await serviceUnderTest();
		const refusal = errorAnswer(429, 'Rate limit exceeded', { headers: { 'Retry-After': '1' } });
		service.orderFault({ answer: refusal });
		service.orderFault({ delay: 60_000, answer: LINK });
		service.orderFault({ times: Infinity, answer: LINK });
		const hung = startMap(service);
		await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBe(2);
		const began = performance.now();
		const { items } = await map(service, {}, { items: inputs(5) });
		expect(items).toHaveLength(5);
		expect(performance.now() - began).toBeLessThan(2_000 + 1_000);
		hung.cancel();
		await hung.promise;
	});
});
