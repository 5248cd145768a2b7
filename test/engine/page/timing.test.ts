/** How long a scrape is waited for, and what is asked for again. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { inFastTime, takeOverTime } from '../fastTime.ts';
import {
	requestsTo,
	SCRAPE_PATH,
	serviceUnderTest,
	shown,
	startPageOperation,
} from './pageUnderTest.ts';

beforeEach(takeOverTime);

afterEach(() => {
	vi.useRealTimers();
});

const URL = 'https://example.com/long.pdf';

function stillAtWork(retryAfterSeconds: number) {
	return errorAnswer(408, 'Request Timeout', {
		details: { state: 'processing_continues', jobStatus: 'running', retryAfterSeconds },
	});
}

describe('A document that the service goes on to work at', () => {
	test('is asked for again by the same request, after the pauses that it names', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: 3, answer: stillAtWork(350) });
		const json = { success: true, data: { markdown: 'At last' } };
		service.orderFault({ answer: { status: 200, json } });
		const begun = Date.now();
		const options = { maxAttempts: 1 };
		const started = startPageOperation(service, 'scrape', { url: URL, options });
		const { items } = await inFastTime(started, 5_000);
		expect(items[0]?.json.markdown).toBe('At last');
		const requests = requestsTo(service, 'POST', SCRAPE_PATH);
		expect(new Set(requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
		expect(requests).toHaveLength(4);
		expect(Date.now() - begun).toBeGreaterThan(3 * 350_000 - 1);
	});

	test('is given up after 20 minutes', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: stillAtWork(600) });
		const options = { maxAttempts: 1 };
		const started = startPageOperation(service, 'scrape', { url: URL, options });
		const result = await inFastTime(started, 5_000);
		expect(shown(result).details).toMatchObject({ httpCode: '408' });
		expect(requestsTo(service, 'POST', SCRAPE_PATH).length).toBeLessThanOrEqual(3);
	});
});

test('A scrape that timed out is asked for again, as its error row says', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: errorAnswer(408, 'Request Timeout') });
	service.orderFault({ answer: { status: 200, json: { success: true, data: { markdown: '' } } } });
	const { items } = await inFastTime(startPageOperation(service, 'scrape', { url: URL }));
	expect(items).toHaveLength(1);
});

test('A scrape whose answer was lost is repeated once, since it is paid for again', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, distortion: { kind: 'dropBeforeHandling', reset: true } });
	const result = await inFastTime(startPageOperation(service, 'scrape', { url: URL }));
	expect(result.error).toBeDefined();
	expect(requestsTo(service, 'POST', SCRAPE_PATH)).toHaveLength(2);
});
