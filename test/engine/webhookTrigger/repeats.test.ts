/** The service repeats a delivery whose answer it did not get; n8n may be called twice at once. */
import { describe, expect, test } from 'vitest';

import { call, eventBody } from './triggerUnderTest.ts';

const SERVICE = { url: 'http://127.0.0.1:1' };
const parameters = { events: ['page'] };

describe('A delivery that comes again', () => {
	test('starts an execution that goes no further', async () => {
		const deliveries = new Map<string, Set<string>>();
		const body = eventBody({ type: 'crawl.page' });
		const received = [];
		for (let copy = 0; copy < 3; copy++) {
			const { items } = await call(SERVICE, body, { parameters, id: 'node', deliveries });
			received.push(items?.length);
		}
		expect(received).toEqual([1, 0, 0]);
	});

	test('is news to another trigger', async () => {
		const deliveries = new Map<string, Set<string>>();
		const body = eventBody({ type: 'crawl.page' });
		for (const id of ['one', 'other']) {
			expect((await call(SERVICE, body, { parameters, id, deliveries })).items).toHaveLength(1);
		}
	});

	test('to the test address always shows its item, and is kept no record of', async () => {
		const deliveries = new Map<string, Set<string>>();
		const body = eventBody({ type: 'crawl.page' });
		const mode = 'manual';
		for (let copy = 0; copy < 2; copy++) {
			const { items } = await call(SERVICE, body, { parameters, id: 'node', deliveries, mode });
			expect(items).toHaveLength(1);
		}
		expect(deliveries.size).toBe(0);
	});

	test('cannot be told without its id, as of older servers, and passes', async () => {
		const deliveries = new Map<string, Set<string>>();
		const body = eventBody({ type: 'crawl.page', webhookId: null });
		for (let copy = 0; copy < 2; copy++) {
			const { items } = await call(SERVICE, body, { parameters, id: 'node', deliveries });
			expect(items).toHaveLength(1);
		}
	});
});
