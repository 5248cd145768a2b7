import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { AgentRuns } from '../../sandbox/service/index.ts';
import { runs } from './agentRunsUnderTest.ts';

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
