import { describe, expect, test } from 'vitest';

import { HOUR, runs } from './agentRunsUnderTest.ts';

describe('a run', () => {
	test('is processing for 1.5 s, then completed with data', () => {
		const { model, clock } = runs();
		const { id, threadId } = model.start({ prompt: 'Find it' });
		clock.pass(1499);
		expect(model.status(id)).toMatchObject({ status: 'processing', creditsUsed: 14 });
		expect(model.status(id)).not.toHaveProperty('data');
		clock.pass(1);
		expect(model.status(id)).toEqual({
			success: true,
			status: 'completed',
			data: { answer: expect.any(String) as string, sources: ['https://docs.example/guide'] },
			model: 'spark-2',
			effort: undefined,
			creditsUsed: 15,
			expiresAt: new Date(clock.time + 24 * HOUR).toISOString(),
			threadId,
			threadTurn: 1,
			mode: 'extract',
		});
	});

	test('lasts, costs and results in what the prompt says', () => {
		const { model, clock } = runs();
		const data = { list: ['a]', '[b'], none: null };
		const prompt = `Go [lasts 2m] and [data ${JSON.stringify(data)}] for [credits 7].`;
		const { id } = model.start({ prompt });
		clock.pass(119_999);
		expect(model.status(id).status).toBe('processing');
		clock.pass(1);
		expect(model.status(id)).toMatchObject({ status: 'completed', data, creditsUsed: 7 });
	});

	test('tells another status while it runs, if the prompt says so', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[reports queued]' });
		expect(model.status(id).status).toBe('queued');
		clock.pass(1500);
		expect(model.status(id).status).toBe('completed');
	});

	test('returns data that conforms to the schema', () => {
		const { model, clock } = runs();
		const { id } = model.start({
			prompt: 'x',
			schema: {
				type: 'object',
				properties: {
					name: { type: 'string', maxLength: 3 },
					price: { type: 'number', minimum: 100 },
					stock: { type: ['integer', 'null'], maximum: 5 },
					sold: { type: 'boolean' },
					size: { enum: ['S', 'M'] },
					url: { type: 'string', format: 'uri' },
					pages: { type: 'array', minItems: 3, items: { $ref: '#/$defs/page' } },
					either: { anyOf: [{ type: 'null' }, { type: 'string' }] },
				},
				$defs: { page: { type: 'object', properties: { title: { type: 'string' } } } },
			},
		});
		clock.pass(1500);
		expect(model.status(id).data).toEqual({
			name: 'Ast',
			price: 100,
			stock: 5,
			sold: true,
			size: 'S',
			url: 'https://docs.example/guide',
			pages: [
				{ title: expect.any(String) as string },
				{ title: expect.any(String) as string },
				{ title: expect.any(String) as string },
			],
			either: null,
		});
	});

	test('survives schemas with names of the language', () => {
		const { model, clock } = runs();
		const schema = JSON.parse(
			'{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
		) as Record<string, unknown>;
		const { id } = model.start({ prompt: 'x', schema });
		clock.pass(1500);
		const data = model.status(id).data as object;
		expect(Object.keys(data)).toEqual(['__proto__', 'constructor']);
		expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
	});

	test('of a chat answers with a message, in its thread', () => {
		const { model, clock } = runs();
		const first = model.start({ prompt: '[message Hello there]', mode: 'chat' });
		const second = model.start({ prompt: 'More', mode: 'chat', threadId: first.threadId });
		expect(second).toMatchObject({ threadId: first.threadId, threadTurn: 2 });
		clock.pass(1500);
		expect(model.status(first.id)).toMatchObject({ mode: 'chat', message: 'Hello there' });
		expect(model.status(first.id)).not.toHaveProperty('data');
		const unknown = '6f1c9a52-3f0e-4a53-9d2b-0f6a5a1b7c11';
		expect(() => model.start({ prompt: 'x', threadId: unknown })).toThrow('Not Found');
	});

	test.each([
		['failed', 'failed', 'internal', true],
		['internal', 'failed', 'internal', true],
		['refused', 'refused', 'refused', false],
		['cancelled', 'cancelled', 'cancelled', false],
		['credit_limit_reached', 'credit_limit_reached', 'credit_limit_reached', false],
	])('that ends %s has failed, is not billed, and says why', (word, outcome, code, retryable) => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: `[ends ${word}]` });
		clock.pass(1500);
		const status = model.status(id);
		expect(status).toMatchObject({ status: 'failed', creditsUsed: 0 });
		expect(status).not.toHaveProperty('data');
		expect(model.trace(id).events.at(-1)).toMatchObject({
			type: 'run.finished',
			outcome,
			error: { code, retryable, message: status.error },
		});
	});

	test('says what the prompt wants it to say when it fails', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[ends failed] [error No luck] [retryable false]' });
		clock.pass(1500);
		expect(model.status(id).error).toBe('No luck');
		expect(model.trace(id).events.at(-1)).toMatchObject({ error: { retryable: false } });
	});

	test('ends early at its credit cap', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[lasts 10s] [credits 100]', maxCredits: 20 });
		clock.pass(1999);
		expect(model.status(id)).toMatchObject({ status: 'processing', creditsUsed: 19 });
		clock.pass(1);
		expect(model.status(id)).toMatchObject({
			status: 'failed',
			creditsUsed: 0,
			error: 'Credit limit reached: the run hit its maxCredits of 20.',
		});
	});

	test('may be rejected at submission, and then does not exist', () => {
		const { model } = runs();
		expect(() => model.start({ prompt: '[rejected]' })).toThrow(
			'Failed to passthrough agent request.',
		);
		expect(model.all).toEqual([]);
	});

	test.each([
		['gone', false],
		['withoutData', true],
	] as const)('that expired 24 h after its end is %s', (afterExpiry, isThere) => {
		const { model, clock } = runs({ afterExpiry });
		const { id } = model.start({ prompt: 'x' });
		clock.pass(1500 + 24 * HOUR - 1);
		expect(model.status(id)).toHaveProperty('data');
		clock.pass(1);
		if (isThere) {
			expect(model.status(id).status).toBe('completed');
			expect(model.status(id)).not.toHaveProperty('data');
		} else {
			expect(() => model.status(id)).toThrow('Agent job not found');
		}
		expect(model.list().agents).toMatchObject([{ id, status: 'completed' }]);
	});
});

describe('cancelling', () => {
	test('lets the step in flight end, then the run has failed', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[lasts 10s] [credits 100]' });
		clock.pass(3000);
		expect(model.cancel(id)).toEqual({ success: true });
		expect(() => model.cancel(id)).toThrow('Agent is already cancelled');
		clock.pass(999);
		expect(model.status(id)).toMatchObject({ status: 'processing', creditsUsed: 39 });
		clock.pass(1);
		expect(model.status(id)).toMatchObject({
			status: 'failed',
			error: 'Agent was cancelled by the user.',
			creditsUsed: 0,
		});
		expect(() => model.cancel(id)).toThrow('Agent is already cancelled');
		const types = model.trace(id).events.map(({ type }) => type);
		expect(types).toContain('run.cancel_requested');
		expect(types.at(-1)).toBe('run.finished');
	});

	test('a finished run is refused', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: 'x' });
		clock.pass(1500);
		expect(() => model.cancel(id)).toThrow('Agent already finished');
	});

	test('may be told as a status of its own', () => {
		const { model, clock } = runs({ cancelledStatus: 'cancelled' });
		const { id } = model.start({ prompt: '[ends cancelled]' });
		clock.pass(1500);
		expect(model.status(id).status).toBe('cancelled');
	});
});
