import { describe, expect, test } from 'vitest';

import { currentArtifacts } from '../../../nodes/contract/artifacts.ts';
import { nextPage, runsOfPage } from '../../../nodes/contract/runList.ts';
import { eventsOf } from '../../../nodes/contract/trace.ts';

describe('runsOfPage', () => {
	test('keeps all fields of a run and reads its time', () => {
		const run = {
			id: 'a',
			createdAt: '2026-01-01T00:00:00Z',
			status: 'completed',
			extra: { b: 1 },
		};
		expect(runsOfPage({ agents: [run] })).toEqual([
			{ id: 'a', createdAtMs: Date.UTC(2026, 0, 1), fields: run },
		]);
	});

	test.each([{}, { agents: null }, { agents: 'none' }, { agents: {} }])(
		'finds none in %j',
		(page) => {
			expect(runsOfPage(page)).toEqual([]);
		},
	);

	test('passes over entries without an id, and tells no time where there is none', () => {
		const agents = [null, 'x', { id: 5 }, { id: 'a' }, { id: 'b', createdAt: 'soon' }];
		expect(runsOfPage({ agents }).map(({ id, createdAtMs }) => [id, createdAtMs])).toEqual([
			['a', 0],
			['b', 0],
		]);
	});
});

describe('nextPage', () => {
	test('takes nothing but the time of the address', () => {
		const next = 'https://elsewhere.example/other?before=1700000000000&key=1';
		expect(nextPage({ next }, undefined)).toBe(1_700_000_000_000);
	});

	test('ends where the next page would not be older', () => {
		const next = 'https://x.example/v2/agent?before=5';
		expect([nextPage({ next }, 6), nextPage({ next }, 5), nextPage({ next }, 4)]).toEqual([
			5,
			undefined,
			undefined,
		]);
	});

	test.each([
		undefined,
		null,
		'',
		'/v2/agent?before=5',
		'https://x.example/',
		'https://x.example/?before=-1',
		5,
	])('knows no page after %j', (next) => {
		expect(nextPage({ next }, undefined)).toBeUndefined();
	});
});

describe('eventsOf', () => {
	test('sorts by producer order and leaves equal ones as they came', () => {
		const events = [
			{ type: 'c', producerSequence: 2 },
			{ type: 'a', producerSequence: 1 },
			{ type: 'b', producerSequence: 1 },
		];
		expect(eventsOf({ events }).map(({ type }) => type)).toEqual(['a', 'b', 'c']);
	});

	test('changes nothing in the answer', () => {
		const events = [{ producerSequence: 2 }, { producerSequence: 1 }];
		eventsOf({ events });
		expect(events).toEqual([{ producerSequence: 2 }, { producerSequence: 1 }]);
	});

	test.each([{}, { events: null }, { events: {} }])('finds none in %j', (trace) => {
		expect(eventsOf(trace)).toEqual([]);
	});
});

describe('currentArtifacts', () => {
	const updated = (artifact: unknown) => ({
		type: 'artifact.updated',
		artifact: artifact as never,
	});

	test('keeps the last snapshot of each artifact, in the order of first appearance', () => {
		const artifacts = currentArtifacts([
			updated({ artifactId: 'a', snapshotId: 'a1', kind: 'json', path: 'a.json' }),
			updated({ artifactId: 'b', snapshotId: 'b1' }),
			updated({ artifactId: 'a', snapshotId: 'a2', kind: 'json', path: 'a.json' }),
		]);
		expect(artifacts).toEqual([
			{ artifactId: 'a', snapshotId: 'a2', kind: 'json', path: 'a.json' },
			{ artifactId: 'b', snapshotId: 'b1' },
		]);
	});

	test('passes over other events and artifacts without a snapshot', () => {
		const events = [
			{ type: 'run.started' },
			updated(null),
			updated({ artifactId: 'a' }),
			updated('x'),
		];
		expect(currentArtifacts(events)).toEqual([]);
	});

	test('takes an artifact without an id for one of its own', () => {
		expect(currentArtifacts([updated({ snapshotId: 's' })])).toEqual([
			{ artifactId: 's', snapshotId: 's' },
		]);
	});
});
