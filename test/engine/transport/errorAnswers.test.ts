import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { textOfError } from '../../../nodes/messages/errorTexts.ts';
import { ErrorAnswer } from '../../../nodes/transport/failure.ts';
import { errorAnswer } from '../../../sandbox/service/index.ts';
import { ERROR_ROWS, type ContractError } from '../../contract/contractTables.ts';
import { inFastTime, takeOverTime } from '../fastTime.ts';
import { linksAnswer, map, serviceUnderTest, startMap } from '../mapUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';

retryAtOnce();

const isRetried = ({ retryable }: ContractError): boolean => retryable === 'Yes, with backoff';

/** A full plan is waited for rather than tried again: a test of its own, below. */
const PLAN_IS_FULL = 'Concurrency limit reached';

describe.each(ERROR_ROWS.filter(({ error }) => error !== PLAN_IS_FULL))(
	'$status $error',
	(contractRow) => {
		const { status, error: serviceError } = contractRow;
		const text = textOfError(new ErrorAnswer(status, {}, { success: false, error: serviceError }));
		const end = serviceError.endsWith('.') ? '' : '.';
		const attempts = isRetried(contractRow) ? 3 : 1;

		beforeEach(takeOverTime);
		afterEach(() => {
			vi.useRealTimers();
		});

		test('fails the node in the user’s words, with cause, fix and the service’s own words', async () => {
			const { service } = await serviceUnderTest();
			service.orderFault({ times: Infinity, answer: errorAnswer(status, serviceError) });
			const { error, items } = await inFastTime(startMap(service, { options: { maxAttempts: 3 } }));
			expect(items).toEqual([]);
			expect(error?.message).toBe(text.message);
			const tried = attempts > 1 ? ` Tried ${attempts} times.` : '';
			expect(error?.description).toBe(
				`${text.cause} ${text.fix} Service: "${serviceError}"${end}${tried}`,
			);
			expect(error).toMatchObject({
				name: 'NodeApiError',
				httpCode: String(status),
				context: {
					itemIndex: 0,
					details: {
						httpCode: String(status),
						serviceError,
						retryable: isRetried(contractRow),
						attempts,
					},
				},
			});
			expect(service.requests).toHaveLength(attempts);
		});

		test(
			isRetried(contractRow) ? 'is overcome by another attempt' : 'is not tried again',
			async () => {
				const { service } = await serviceUnderTest();
				service.orderFault({ times: 1, answer: errorAnswer(status, serviceError) });
				service.orderFault({ times: Infinity, answer: linksAnswer(['https://example.com/a']) });
				const { items } = await inFastTime(startMap(service));
				expect([items.length, service.requests.length]).toEqual(
					isRetried(contractRow) ? [1, 2] : [0, 1],
				);
			},
		);
	},
);

describe('a plan that is full', () => {
	beforeEach(takeOverTime);
	afterEach(() => {
		vi.useRealTimers();
	});

	test('is waited for, whatever the number of attempts', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: 8, answer: errorAnswer(429, PLAN_IS_FULL) });
		service.orderFault({ answer: linksAnswer(['https://example.com/a']) });
		const { items } = await inFastTime(startMap(service), 1_000);
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(9);
	});

	test('fails the node after five minutes', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: errorAnswer(429, PLAN_IS_FULL) });
		const began = Date.now();
		const { error } = await inFastTime(startMap(service), 1_000);
		expect(Date.now() - began).toBeGreaterThanOrEqual(300_000);
		expect(Date.now() - began).toBeLessThan(340_000);
		expect(error?.message).toBe('The plan allows no more work at the same time');
	});
});

describe('an error answer', () => {
	test('has its details put in words', async () => {
		const { service } = await serviceUnderTest();
		const details = [
			{ path: ['limit'], message: 'must be at most 10' },
			{ path: ['location', 'country'], message: 'is unknown' },
			{ message: 'too much at once' },
			{ path: 'url', message: 'is blocked' },
			{ code: 7 },
		];
		service.orderFault({ answer: errorAnswer(400, 'Bad Request', { details }) });
		const { error } = await map(service);
		expect(error?.description).toContain(
			'Details: limit: must be at most 10; location.country: is unknown; too much at once; url: is blocked; {"code":7}.',
		);
		expect(error?.context).toMatchObject({ details: { details } });
	});

	test.each([
		['a text', 'the URL is on a list', 'Details: the URL is on a list.'],
		['an object', { url: ['is blocked'] }, 'Details: {"url":["is blocked"]}.'],
	])('may have %s as details', async (_kind, details, words) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: errorAnswer(400, 'Bad Request', { details }) });
		expect((await map(service)).error?.description).toContain(words);
	});

	test('is explained by its status where the contract does not know its text', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: errorAnswer(403, 'Threat protection is not enabled.') });
		const { error } = await map(service);
		expect(error?.message).toBe('The API key may not do this');
		expect(error?.description).toMatch(/^Service: "Threat protection is not enabled." /);
	});

	test('is tried again by its status, also when a proxy answers with a page of its own', async () => {
		const { service } = await serviceUnderTest();
		const headers = { 'Content-Type': 'text/html' };
		service.orderFault({ answer: { status: 502, headers, body: '<h1>Bad Gateway</h1>' } });
		service.orderFault({ answer: linksAnswer([]) });
		const { error } = await map(service);
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(2);
	});

	test.each([418, 501, 520])('with status %i, which no table has, is final', async (status) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status, json: { success: false, error: 'A teapot' } } });
		const { error } = await map(service);
		expect(error?.message).toBe(`The service reported a failure (status ${status})`);
		expect(error?.description).toContain('A teapot');
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(service.requests).toHaveLength(1);
	});
});

describe('Max Attempts', () => {
	test.each([
		['5 by default', {}, 5],
		['1: nothing is repeated', { maxAttempts: 1 }, 1],
		['2', { maxAttempts: 2 }, 2],
		['7', { maxAttempts: '={{ 7 }}' }, 7],
	])('%s', async (_what, options, attempts) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: errorAnswer(503, 'Service Unavailable') });
		await map(service, { options });
		expect(service.requests).toHaveLength(attempts);
	});
});

test('the stand-in’s own refusals come out the same way', async () => {
	const { service } = await serviceUnderTest({ planCredits: 0 });
	const { error } = await map(service, { url: service.websiteUrl });
	expect(error?.message).toBe('The account has no credits left');
	const stranger = await map(service, {}, { credentials: { apiKey: 'x', baseUrl: service.url } });
	expect(stranger.error?.message).toBe('The service rejected the API key');
	const value = { mode: 'normal' };
	const forbidden = await map(service, { options: { threatProtection: { value } } });
	expect(forbidden.error?.message).toBe('The API key may not do this');
});
