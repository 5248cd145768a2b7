import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { AgentRuns, type AgentRunsOptions } from '../../sandbox/service/index.ts';
import { TestClock } from './serviceUnderTest.ts';

const HOUR = 3_600_000;

function runs(options: Partial<AgentRunsOptions> = {}): { model: AgentRuns; clock: TestClock } {
	const clock = new TestClock();
	return { model: new AgentRuns({ now: clock.now, ...options }), clock };
}

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

describe('the trace', () => {
	test('grows with time and ends when the run ends', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[lasts 10s]', urls: ['https://a.example/'] });
		expect(model.trace(id).events.map(({ type }) => type)).toEqual([
			'run.started',
			'agent.started',
		]);
		clock.pass(3000);
		expect(model.trace(id, { liveView: true }).activeBrowserSessions).toHaveLength(1);
		expect(model.trace(id)).not.toHaveProperty('activeBrowserSessions');
		clock.pass(7000);
		const { events, creditsUsed } = model.trace(id, { liveView: true });
		expect(creditsUsed).toBe(15);
		expect(new Set(events.map(({ type }) => type))).toEqual(
			new Set([
				'run.started',
				'agent.started',
				'progress.reported',
				'reasoning.summary',
				'browser.session.started',
				'tool_call.started',
				'tool_call.finished',
				'artifact.updated',
				'browser.session.finished',
				'agent.finished',
				'run.finished',
			]),
		);
		expect(events.map(({ producerSequence }) => producerSequence)).toEqual([...events.keys()]);
		expect(model.trace(id, { liveView: true }).activeBrowserSessions).toEqual([]);
	});

	test('of a failed run gives a stopped subagent another cause than the run', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[ends refused] [stumbles]' });
		clock.pass(1500);
		const errors = model
			.trace(id)
			.events.flatMap((event) => (event.type === 'error.occurred' ? [event.error.code] : []));
		expect(errors).toEqual(['internal', 'parent_finished', 'refused']);
	});

	test('does not exist for runs of older models', () => {
		const { model } = runs();
		const { id } = model.start({ prompt: '[model spark-1-mini]' });
		expect(model.status(id).model).toBe('spark-1-mini');
		expect(() => model.trace(id)).toThrow('Trace is only available for Spark 2 extracts');
		expect(() => model.snapshot(id, 'any')).toThrow(
			'Snapshots are only available for Spark 2 extracts',
		);
	});

	test('names snapshots, of which only the current one of each artifact is found', () => {
		const { model, clock } = runs();
		const { id } = model.start({ prompt: '[lasts 10s] [data {"a":1,"b":2}] [large 3kb]' });
		const latest = (): Record<string, string> =>
			Object.fromEntries(
				model
					.trace(id)
					.events.flatMap((event) =>
						event.type === 'artifact.updated'
							? [[event.artifact.kind, event.artifact.snapshotId]]
							: [],
					),
			);
		const contents: string[] = [];
		const ids: string[] = [];
		for (const share of [4500, 3000, 2500]) {
			clock.pass(share);
			const { json = '', markdown = '' } = latest();
			ids.push(json);
			contents.push(model.snapshot(id, json).snapshot);
			expect(model.snapshot(id, markdown).snapshot).toHaveLength(3 * 1024);
		}
		expect(contents).toEqual(['{}', '{"a":1}', '{"a":1,"b":2}']);
		expect(() => model.snapshot(id, ids[0] ?? '')).toThrow('Snapshot not found');
		expect(() => model.snapshot(id, 'a/b')).toThrow('Invalid snapshot ID');
	});
});

describe('the list', () => {
	test('pages from the newest to the oldest run', () => {
		const { model, clock } = runs({ listPageSize: 2 });
		const ids = ['a', 'b', 'c', 'd', 'e'].map((prompt) => {
			clock.pass(10);
			return model.start({ prompt }).id;
		});
		const pages: string[][] = [];
		for (let before: number | undefined = Infinity; before !== undefined;) {
			const page = model.list({ before });
			pages.push(page.agents.map(({ id }) => id));
			before = page.nextBefore;
		}
		expect(pages.flat()).toEqual(ids.toReversed());
		expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
	});

	test('has no next page when the last one is just full', () => {
		const { model } = runs({ listPageSize: 1 });
		model.start({ prompt: 'x' });
		expect(model.list()).not.toHaveProperty('nextBefore');
	});

	test('tells what was asked for, unless it leaves that out', () => {
		const urls = ['https://a.example/'];
		const request = {
			prompt: 'x',
			urls,
			effort: 'low',
			origin: 'n8n',
			integration: 'n8n',
		} as const;
		const { model } = runs();
		model.start({ ...request, urls });
		expect(model.list().agents).toMatchObject([
			{
				targetHint: urls[0],
				origin: 'n8n',
				integration: 'n8n',
				settings: { hidden: false, starred: false },
				status: 'processing',
				options: { prompt: 'x', urls, model: 'spark-2', effort: 'low' },
			},
		]);
		const { model: terse } = runs({ listsOptions: false });
		terse.start({ ...request, urls });
		expect(terse.list().agents[0]).not.toHaveProperty('options');
	});

	test('keeps runs in the order of their creation, also those started in the past', () => {
		const { model, clock } = runs();
		model.start({ prompt: 'now' });
		model.start({ prompt: 'yesterday' }, { createdAt: clock.time - 24 * HOUR });
		model.start({ prompt: 'last hour' }, { createdAt: clock.time - HOUR });
		expect(model.list().agents.map(({ targetHint }) => targetHint)).toEqual([
			'now',
			'last hour',
			'yesterday',
		]);
	});
});

test('whatever happens when, a run ends once, and its trace only grows', () => {
	const step = fc.record({
		wait: fc.integer({ min: 0, max: 1500 }),
		cancel: fc.boolean(),
	});
	const ends = fc.constantFrom('succeeded', 'failed', 'refused', 'cancelled', 'internal');
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 5000 }),
			ends,
			fc.integer({ min: 1, max: 40 }),
			fc.array(step, { maxLength: 12 }),
			(lasts, end, maxCredits, steps) => {
				const { model, clock } = runs();
				const { id } = model.start({ prompt: `[lasts ${lasts}ms] [ends ${end}]`, maxCredits });
				let seen = model.trace(id).events;
				let ending: string | undefined;
				for (const { wait, cancel } of steps) {
					clock.pass(wait);
					const { status, creditsUsed } = model.status(id);
					const { events } = model.trace(id);
					expect(events.slice(0, seen.length)).toEqual(seen);
					seen = events;
					expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(
						status === 'processing' ? 0 : 1,
					);
					if (ending !== undefined) expect(status).toBe(ending);
					if (status !== 'processing') ending = status;
					expect(creditsUsed).toBeLessThanOrEqual(maxCredits);
					if (cancel && status === 'processing' && !isBeingCancelled(model, id)) model.cancel(id);
				}
			},
		),
		{ numRuns: 300 },
	);
});

function isBeingCancelled(model: AgentRuns, id: string): boolean {
	return model.trace(id).events.some(({ type }) => type === 'run.cancel_requested');
}
