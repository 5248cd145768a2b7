import { describe, expect, test } from 'vitest';

import { readWaiting } from '../../../nodes/jobs/waiting.ts';
import type { Input } from '../../../nodes/operation/input.ts';

/** The parameters of an item, as far as waiting reads them. */
function given(parameters: Record<string, unknown>, isTool = false): Input {
	const parameter = (path: string, fallback: unknown = null) => parameters[path] ?? fallback;
	return {
		isTool,
		parameter,
		flag: (path: string, fallback: boolean) => parameter(path, fallback) === true,
		oneOf: (path: string, ...allowed: string[]) => parameter(path, allowed[0]),
	} as unknown as Input;
}

describe('How a job is waited for', () => {
	test('is by polling, for as long as the operation says, where nothing was chosen', () => {
		expect(readWaiting(given({}), 900)).toMatchObject({ by: 'polling', timeoutMs: 900_000 });
	});

	test('is by webhook where that was chosen', () => {
		expect(readWaiting(given({ 'options.waitBy': 'webhook' }), 900)?.by).toBe('webhook');
	});

	test('is by polling for an AI agent, which may not be able to wait for a tool that sleeps', () => {
		expect(readWaiting(given({ 'options.waitBy': 'webhook' }, true), 900)?.by).toBe('polling');
	});

	test('cannot be by webhook where the job has one of the user’s, also when it is not waited for', () => {
		const parameters = {
			'options.waitBy': 'webhook',
			'options.webhookUrl': 'https://n8n.example.com/webhook/agent',
			waitForCompletion: false,
		};
		expect(() => readWaiting(given(parameters), 900)).toThrow('waitBy');
	});
});
