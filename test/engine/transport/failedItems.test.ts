import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { textOfError } from '../../../nodes/messages/errorTexts.ts';
import { ErrorAnswer } from '../../../nodes/transport/failure.ts';
import { ERROR_OUTPUT_TAKES_DETAILS } from '../../support/engine.ts';
import { inputs, jsonOf, linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';

retryAtOnce();

const A = 'https://example.com/a';
const details = [{ path: ['url'], message: 'is blocked' }];
const BAD = errorAnswer(400, 'Bad Request', { details });
const TEXT = textOfError(new ErrorAnswer(400, {}, { success: false, error: 'Bad Request' }));

const PARAMETERS = { search: '=item {{ $json.number }}.' };

/** A stand-in that refuses item 1 and maps the others. */
async function serviceRefusingItem1(): Promise<Service> {
	const { service } = await serviceUnderTest();
	const isItem1 = (body: unknown): boolean => JSON.stringify(body).includes('item 1.');
	service.orderFault({ times: Infinity, body: isItem1, answer: BAD });
	service.orderFault({ times: Infinity, answer: linksAnswer([A]) });
	return service;
}

const FAILED = {
	error: TEXT.message,
	message: `${TEXT.cause} ${TEXT.fix} Service: "Bad Request". Details: url: is blocked.`,
	details: {
		httpCode: '400',
		retryable: false,
		serviceError: 'Bad Request',
		details,
		attempts: 1,
	},
};

describe('an item that fails', () => {
	test('stays an item under Continue On Fail, linked to its input', async () => {
		const service = await serviceRefusingItem1();
		const options = { items: inputs(3), onError: 'continueRegularOutput' } as const;
		const { items, error } = await map(service, PARAMETERS, options);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{ json: { url: A }, pairedItem: { item: 0 } },
			{ json: FAILED, pairedItem: { item: 1 } },
			{ json: { url: A }, pairedItem: { item: 2 } },
		]);
	});

	test('goes to the error output with its input’s data, linked to it', async () => {
		const service = await serviceRefusingItem1();
		const options = { items: inputs(3), onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await map(service, PARAMETERS, options);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		const { details: failedDetails, ...failed } = FAILED;
		const json = { ...failed, ...(ERROR_OUTPUT_TAKES_DETAILS && { details: failedDetails }) };
		expect(errorItems).toEqual([
			{ json: expect.objectContaining({ number: 1, ...json }) as object, pairedItem: { item: 1 } },
		]);
	});

	test.each([
		['without a connection', undefined, 'The connection to the service broke'],
		[
			'with a page of something else',
			{ status: 200, body: 'Hi' },
			'The answer is not a JSON object',
		],
		['with success: false', errorAnswer(200, 'No'), 'The service reported a failure (status 200)'],
	])('%s has the same keys', async (_how, answer, message) => {
		const { service } = await serviceUnderTest();
		service.orderFault(
			answer
				? { times: Infinity, answer }
				: { times: Infinity, distortion: { kind: 'dropBeforeAnswer' } },
		);
		const { items } = await map(
			service,
			{ options: { maxAttempts: 1 } },
			{ items: inputs(2), onError: 'continueRegularOutput' },
		);
		expect(items).toHaveLength(2);
		for (const [item, { json, pairedItem }] of items.entries()) {
			expect(Object.keys(json)).toEqual(['error', 'message', 'details']);
			expect(json.error).toContain(message);
			expect(pairedItem).toEqual({ item });
		}
	});

	test('fails the node with its own number, and keeps the items not yet sent from being sent', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ skip: 1, answer: BAD });
		service.orderFault({ times: Infinity, answer: linksAnswer([A]) });
		const { error, items } = await map(
			service,
			{ options: { maxConcurrency: 1 } },
			{ items: inputs(10) },
		);
		expect(items).toEqual([]);
		expect(error?.message).toBe(TEXT.message);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		await sleep(200);
		expect(service.requests).toHaveLength(2);
	});

	test('also stops other items’ further attempts', async () => {
		const { service } = await serviceUnderTest();
		const headers = { 'Retry-After': '2' };
		service.orderFault({ answer: errorAnswer(503, 'Service Unavailable', { headers }) });
		service.orderFault({ delay: 50, answer: BAD });
		const began = performance.now();
		const { error } = await map(service, {}, { items: inputs(2) });
		expect(performance.now() - began).toBeLessThan(1900);
		expect(error?.message).toBe(TEXT.message);
		await sleep(2200);
		expect(service.requests).toHaveLength(2);
	});

	test('also stops the batches that n8n’s own batching has not begun', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ skip: 1, answer: BAD });
		service.orderFault({ times: Infinity, answer: linksAnswer([A]) });
		const batch = { batchSize: 1, batchInterval: 600 };
		const { error } = await map(
			service,
			{ requestOptions: { batching: { batch } } },
			{ items: inputs(3) },
		);
		expect(error).toMatchObject({ message: TEXT.message, context: { itemIndex: 1 } });
		expect(service.requests).toHaveLength(2);
	});
});

test('n8n’s batching lets all items through', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: linksAnswer([A]) });
	const batch = { batchSize: 2, batchInterval: 20 };
	const { items } = await map(
		service,
		{ requestOptions: { batching: { batch } } },
		{ items: inputs(5) },
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(inputs(5).map((_, item) => ({ item })));
});

describe('n8n’s Retry On Fail', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };

	test('runs all items again after one has failed the node', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ skip: 1, answer: BAD });
		service.orderFault({ times: Infinity, answer: linksAnswer([A]) });
		const { items, error } = await map(
			service,
			{ options: { maxConcurrency: 1 } },
			{ items: inputs(4), ...retry },
		);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toEqual(inputs(4).map(() => ({ url: A })));
		expect(service.requests).toHaveLength(2 + 4);
	});

	test('gives up after its last try, with that try’s error', async () => {
		const service = await serviceRefusingItem1();
		const { error } = await map(service, PARAMETERS, { items: inputs(2), ...retry });
		expect(error?.message).toBe(TEXT.message);
		const refused = service.requests.filter(({ status }) => status === 400);
		expect(refused).toHaveLength(3);
	});

	test('runs a single item again', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: 2, answer: BAD });
		service.orderFault({ answer: linksAnswer([A]) });
		const { items } = await map(service, {}, retry);
		expect(jsonOf(items)).toEqual([{ url: A }]);
	});
});
