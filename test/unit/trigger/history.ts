import fc from 'fast-check';

import type { AgentRun } from '../../../sandbox/service/index.ts';
import type { Fault, ModelSource } from './modelSource.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Something that happens to the service, or to n8n. */
export type Step =
	| { kind: 'start'; runs: NewRun[] }
	/** A run that the list shows later than its creation time says. */
	| { kind: 'startLate'; run: NewRun; lateBy: number | 'withNewest' }
	| { kind: 'wait'; ms: number }
	| { kind: 'poll'; budget: number; fault: Fault }
	/** n8n comes back with the state saved last, or with one saved before that. */
	| { kind: 'restart'; statesBack: number }
	/** A new key of the same team. */
	| { kind: 'rotateKey' };

export interface NewRun {
	lasts: number;
	ends: string;
	/** Whether its prompt has the text that a trigger may ask for. */
	isMarked: boolean;
	model: string;
}

/** The text that a trigger with `promptContains` asks for. */
export const MARK = '#watched';

const ENDS = ['succeeded', 'succeeded', 'failed', 'cancelled', 'refused', 'credit_limit_reached'];

const duration = fc.oneof(
	fc.integer({ min: 1, max: 900 }),
	fc.integer({ min: SECOND, max: 10 * MINUTE }),
	fc.integer({ min: HOUR, max: 5 * DAY }),
);

export const newRun: fc.Arbitrary<NewRun> = fc.record({
	lasts: duration,
	ends: fc.constantFrom(...ENDS),
	isMarked: fc.boolean(),
	model: fc.constantFrom('spark-2', 'spark-2', 'spark-1-mini'),
});

export const fault: fc.Arbitrary<Fault> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
	fc.record({ kind: fc.constant('outage' as const), from: fc.nat(12) }),
	fc.record({ kind: fc.constant('list' as const), at: fc.nat(4) }),
	fc.record({ kind: fc.constant('reads' as const), everyNth: fc.integer({ min: 1, max: 4 }) }),
);

/** Time of a poll; with 200 ms a request, from a single page to all that there is. */
const budget = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(10 * MINUTE) },
	fc.integer({ min: 0, max: 6 * SECOND }),
);

/** A history; `pageSize` limits how many runs begin at once, which the API could not list. */
export function steps(pageSize: number, calm = false): fc.Arbitrary<Step[]> {
	const run: fc.Arbitrary<Step> = fc.record({
		kind: fc.constant('start' as const),
		runs: fc.array(newRun, { minLength: 1, maxLength: pageSize }),
	});
	const wait: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('wait' as const), ms: duration });
	const poll: fc.Arbitrary<Step> = calm
		? fc.constant({ kind: 'poll', budget: 10 * MINUTE, fault: { kind: 'none' } })
		: fc.record({ kind: fc.constant('poll' as const), budget, fault });
	const late: fc.Arbitrary<Step> = fc.record({
		kind: fc.constant('startLate' as const),
		run: newRun,
		lateBy: fc.oneof(fc.integer({ min: 1, max: 100 * SECOND }), fc.constant('withNewest' as const)),
	});
	const restart: fc.Arbitrary<Step> = fc.record({
		kind: fc.constant('restart' as const),
		statesBack: fc.constantFrom(0, 0, 0, 1, 2),
	});
	const trouble = [
		{ weight: 1, arbitrary: late },
		{ weight: 1, arbitrary: restart },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'rotateKey' }) },
	];
	return fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: run },
			{ weight: 3, arbitrary: wait },
			{ weight: 5, arbitrary: poll },
			...(calm ? [] : trouble),
		),
		{ maxLength: 40, size: 'max' },
	);
}

/** Starts a run, at most `pageSize` at one moment. */
export function startRun(
	source: ModelSource,
	{ lasts, ends, isMarked, model }: NewRun,
	pageSize: number,
	lateBy = 0,
): AgentRun {
	let createdAt = source.time - lateBy;
	const countAt = () => source.runs.all.filter((run) => run.createdAt === createdAt).length;
	while (countAt() >= pageSize) createdAt--;
	const mark = isMarked ? MARK : '';
	const prompt = `[lasts ${lasts}ms] [ends ${ends}] [model ${model}] ${mark}`;
	const { id } = source.runs.start({ prompt }, { createdAt });
	return source.runOf(id);
}
