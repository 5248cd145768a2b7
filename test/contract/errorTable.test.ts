import { describe, expect, test } from 'vitest';

import { BROWSER_TABLE } from '../../nodes/contract/browserErrors.ts';
import { CODE_TABLE } from '../../nodes/contract/errorCodes.ts';
import { findErrorRow } from '../../nodes/contract/errorRow.ts';
import { ERROR_TABLE } from '../../nodes/contract/errorTable.ts';
import { textOfError } from '../../nodes/messages/errorTexts.ts';
import { ErrorAnswer } from '../../nodes/transport/failure.ts';
import { ERROR_ROWS } from './contractTables.ts';

const RETRYABLE = { 'Yes, with backoff': 'yes', No: 'no', Sometimes: 'sometimes' } as const;

describe('the error table', () => {
	test('has the rows of both tables of the contract, and no other', () => {
		const wanted = ERROR_ROWS.map(({ status, error, retryable }) => [
			status,
			error,
			RETRYABLE[retryable],
		]);
		const known = ERROR_TABLE.map(({ status, error, retryable }) => [status, error, retryable]);
		expect(known).toEqual(expect.arrayContaining(wanted));
		expect(wanted).toEqual(expect.arrayContaining(known));
		expect(known).toHaveLength(wanted.length);
	});

	test('says in every row what happened, why, and what to do', () => {
		const all = [...ERROR_TABLE, ...BROWSER_TABLE, ...CODE_TABLE].map(({ status, error, code }) =>
			textOfError(new ErrorAnswer(status, {}, { success: false, error, code })),
		);
		for (const { message, cause, fix } of all) {
			expect(message).toMatch(/^[A-Z].*[^.]$/);
			expect(cause).toMatch(/^[A-Z].*\.$/);
			expect(fix).toMatch(/^[A-Z].*\.$/);
		}
		const messages = all.map(({ message }) => message);
		expect(new Set(messages).size).toBe(messages.length);
	});
});

describe('the row of an error answer', () => {
	test.each(ERROR_ROWS)('is found by status $status and "$error"', ({ status, error }) => {
		expect(findErrorRow(status, error)).toMatchObject({ status, error });
		expect(findErrorRow(status, ` ${error.toUpperCase()} `)).toMatchObject({ status, error });
	});

	test('is the first of its status where the contract does not know the text', () => {
		expect(findErrorRow(400, 'limit: must be a number')).toMatchObject({ error: 'Bad Request' });
		expect(findErrorRow(429, 'Slow down')).toMatchObject({ error: 'Rate limit exceeded' });
		expect(findErrorRow(409, undefined)).toMatchObject({ error: 'Conflict' });
		expect(findErrorRow(403, { code: 1 })).toMatchObject({ error: 'Forbidden' });
	});

	test('is found where the service goes on after the text of the contract', () => {
		const rate = 'Rate limit exceeded. Consumed (req/min): 11, please retry after 59s';
		expect(findErrorRow(429, rate)).toMatchObject({ error: 'Rate limit exceeded' });
		const plan = 'concurrency limit reached, upgrade your plan';
		expect(findErrorRow(429, plan)).toMatchObject({ error: 'Concurrency limit reached' });
	});

	test('is that of the code where the service gives one that is known', () => {
		const text = 'Internal Server Error';
		for (const code of ['SCRAPE_SSL_ERROR', 'SCRAPE_PDF_OCR_REQUIRED', 'CRAWL_DENIAL']) {
			expect(findErrorRow(500, text, code)).toMatchObject({ retryable: 'no' });
		}
		const noTime = 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR';
		expect(findErrorRow(500, text, noTime)).toMatchObject({ code: noTime });
		expect(findErrorRow(200, text, 'SCRAPE_DNS_RESOLUTION_ERROR')?.retryable).toBe('no');
		expect(findErrorRow(500, text, 'UNKNOWN_ERROR')).toMatchObject({ error: text });
		expect(findErrorRow(500, text, 'SCRAPE_TIMEOUT')?.retryable).toBe('yes');
	});

	test('is not that of another status with the same text', () => {
		expect(findErrorRow(502, 'Rate limit exceeded')).toMatchObject({ error: 'Bad Gateway' });
	});

	test('does not exist for a status that the contract does not list', () => {
		expect(findErrorRow(418, 'Bad Request')).toBeUndefined();
	});
});
