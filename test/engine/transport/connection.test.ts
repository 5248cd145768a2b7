import { describe, expect, test } from 'vitest';

import type { Distortion } from '../../../sandbox/service/index.ts';
import { KEY, linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';

retryAtOnce();

const BROKEN = 'The connection to the service broke before its answer was complete';

const DISTORTIONS: Distortion[] = (
	['dropBeforeHandling', 'dropBeforeAnswer', 'dropAfterHeaders', 'dropMidBody'] as const
).flatMap((kind) => [
	{ kind, reset: false },
	{ kind, reset: true },
]);

describe('a connection that breaks', () => {
	test.each(DISTORTIONS)('by $kind, reset $reset, is tried once more', async (distortion) => {
		const { service } = await serviceUnderTest();
		const answer = linksAnswer(['https://example.com/a']);
		service.orderFault({ answer, distortion });
		service.orderFault({ answer });
		const { items, error } = await map(service);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	// Each map that was served costs a credit, whether its answer arrives or not.
	test.each(DISTORTIONS)('by $kind, reset $reset, twice fails the node', async (distortion) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: linksAnswer([]), distortion });
		const { error } = await map(service, { options: { maxAttempts: 5 } });
		expect(error?.message).toBe(BROKEN);
		expect(error?.description).toMatch(/\((ECONNRESET|ERR_[A-Z_]+)\).*Tried 2 times\.$/);
		expect(error).toMatchObject({ context: { itemIndex: 0, details: { attempts: 2 } } });
		expect(service.requests).toHaveLength(2);
	});
});

describe('a service that is not there', () => {
	test('is named as unreachable, after all attempts', async () => {
		const { service } = await serviceUnderTest();
		await service.stop();
		const { error } = await map(service, { options: { maxAttempts: 3 } });
		expect(error?.message).toBe('The service cannot be reached');
		expect(error?.description).toMatch(/Base URL.*\(ECONNREFUSED\)/);
		expect(error?.description).toContain('Tried 3 times.');
		expect(error?.context.details).toEqual({ code: 'ECONNREFUSED', retryable: true, attempts: 3 });
	});

	test('may have a host that nobody knows', async () => {
		const credentials = { apiKey: KEY, baseUrl: 'http://no-such-host.invalid' };
		const { error } = await map({ url: '' }, { options: { maxAttempts: 1 } }, { credentials });
		expect(error?.message).toBe('The service cannot be reached');
		expect(error?.description).toMatch(/\((ENOTFOUND|EAI_AGAIN)\)/);
	});
});

describe('a service without the encryption that the Base URL asks for', () => {
	test.each([{}, { resource: 'agentRun', operation: 'start', prompt: 'Work' }])(
		'is not tried again, and nothing was begun there (%j)',
		async (parameters) => {
			const { service } = await serviceUnderTest();
			const baseUrl = service.url.replace('http:', 'https:');
			const credentials = { apiKey: KEY, baseUrl };
			const { error } = await map(service, parameters, { credentials });
			expect(error?.message).toMatch(
				/^No secure connection to the service came about \([A-Z_]+\)$/,
			);
			expect(error?.description).toContain('http and https');
			expect(error?.context.details).toEqual({
				code: expect.stringMatching(/^[A-Z_]+$/) as string,
				retryable: false,
				attempts: 1,
			});
		},
	);
});

describe('an answer that takes too long', () => {
	const impatient = (ms: number) => ({ requestOptions: { timeout: ms } });

	test('to begin is given up after the time-out of the user’s Request Options', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ delay: 30_000 });
		service.orderFault({ answer: linksAnswer(['https://example.com/a']) });
		const began = performance.now();
		const { items } = await map(service, impatient(200));
		expect(performance.now() - began).toBeLessThan(5000);
		expect(items).toHaveLength(1);
		expect(service.requests.map(({ aborted }) => aborted)).toEqual([true, false]);
	});

	test('to end is given up when nothing has come for that time', async () => {
		const { service } = await serviceUnderTest();
		const answer = linksAnswer(['https://example.com/a']);
		service.orderFault({ answer, distortion: { kind: 'endlessBody' } });
		service.orderFault({ answer });
		const began = performance.now();
		const { items } = await map(service, impatient(200));
		expect(performance.now() - began).toBeLessThan(5000);
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	test('in all is accepted as long as something comes', async () => {
		const { service } = await serviceUnderTest();
		const answer = linksAnswer(['https://example.com/abcdefghijklmnopqrstuvwxyz']);
		service.orderFault({ answer, distortion: { kind: 'slowBody', pieceBytes: 10, pauseMs: 100 } });
		const { items } = await map(service, impatient(400));
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(1);
	});

	test('fails with the reason', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, delay: 30_000 });
		const { error } = await map(service, { ...impatient(100), options: { maxAttempts: 2 } });
		expect(error?.message).toBe(BROKEN);
		expect(error?.description).toContain('took too long (ECONNABORTED)');
	});
});

test.each(['example.com', ''])(
	"a credential that is limited to other domains in HTTP Request (%s) still reaches the service's",
	async (allowedDomains) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer(['https://example.com/a']) });
		const credentials = {
			apiKey: KEY,
			baseUrl: service.url,
			allowedHttpRequestDomains: 'domains',
			allowedDomains,
		};
		const { items, error } = await map(service, {}, { credentials });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	},
);
