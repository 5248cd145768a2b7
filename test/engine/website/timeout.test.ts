import { ClientRequest } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { hurryTimeouts } from '../hurriedTimeouts.ts';
import { linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';

afterEach(() => {
	vi.restoreAllMocks();
});

/** The time-out in milliseconds that n8n sets on Map's connection; 0 is none. */
async function clientTimeout(parameters: INodeParameters): Promise<unknown> {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: linksAnswer([]) });
	const setTimeout = vi.spyOn(ClientRequest.prototype, 'setTimeout');
	await map(service, parameters);
	return setTimeout.mock.calls.map(([milliseconds]) => milliseconds);
}

describe('n8n waits for the answer to Map', () => {
	test.each<[string, INodeParameters, number]>([
		['5 seconds longer than the service has', { options: { timeout: 60_000 } }, 65_000],
		['5 seconds longer, also for an hour', { options: { timeout: 3_600_000 } }, 3_605_000],
		['5 seconds longer, also by an expression', { options: { timeout: '={{ "100" }}' } }, 5100],
		['without end where the service has no time-out', {}, 0],
		['without end where an expression gives none', { options: { timeout: '={{ null }}' } }, 0],
		['as long as the Request Options say', { requestOptions: { timeout: 1234 } }, 1234],
		[
			'as long as the Request Options say, whatever the service has',
			{ requestOptions: { timeout: 1234 }, options: { timeout: 60_000 } },
			1234,
		],
	])('%s', async (_what, parameters, milliseconds) => {
		expect(await clientTimeout(parameters)).toEqual([milliseconds]);
	});

	test('and then gives up', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ delay: 30_000, answer: linksAnswer([]) });
		hurryTimeouts();
		const began = performance.now();
		const { error } = await map(service, { options: { timeout: 15_000, maxAttempts: 1 } });
		expect(performance.now() - began).toBeGreaterThan(190);
		expect(performance.now() - began).toBeLessThan(5000);
		expect(error?.description).toContain('took too long (ECONNABORTED)');
	});

	test('so that the service’s own time-out arrives first', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ delay: 300 });
		const { error } = await map(service, {
			url: service.websiteUrl,
			options: { timeout: 1, maxAttempts: 1 },
		});
		expect(error?.message).toBe('The website took longer than the timeout');
	});
});
