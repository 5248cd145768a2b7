import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { endingOf, RESULT_LIFETIME_MS, type AgentRun } from '../../../sandbox/service/index.ts';
import { MARK } from './history.ts';
import type { ModelSource } from './modelSource.ts';

/** The settings of a trigger that concern which events come out. */
export interface TriggerOptions {
	events: string[];
	includeData: boolean;
	emitExisting: boolean;
	promptContains: string;
}

export interface Emission {
	jobId: string;
}

const EVENTS = ['completed', 'failed', 'cancelled', 'creditLimitReached', 'refused'];

export const triggerOptions: fc.Arbitrary<TriggerOptions> = fc.record({
	events: fc.oneof(fc.constant(EVENTS), fc.subarray(EVENTS, { minLength: 1 })),
	includeData: fc.boolean(),
	emitExisting: fc.boolean(),
	promptContains: fc.constantFrom('', '', MARK.toUpperCase()),
});

const EVENT_OF_OUTCOME: Partial<Record<string, string>> = {
	succeeded: 'completed',
	credit_limit_reached: 'creditLimitReached',
};

/**
 * Whether a trigger with these settings owes an event for the end of a run, and whether one may come.
 * Where the service has forgotten how a run ended, it is taken for a plain failure; the list still
 * tells success from failure, but only who watches a team reads it.
 */
export function dueEvent(
	run: AgentRun,
	{ events, promptContains }: TriggerOptions,
	source: ModelSource,
	forgotten: 'failed' | 'asListed' = 'asListed',
): { mustCome: boolean; mayCome: boolean } {
	if (!run.request.prompt.toUpperCase().includes(promptContains)) {
		return { mustCome: false, mayCome: false };
	}
	const { outcome } = endingOf(run);
	const isAsked = events.includes(EVENT_OF_OUTCOME[outcome] ?? outcome);
	const isForgotten =
		source.readTooLate.has(run.id) && (outcome !== 'succeeded' || forgotten === 'failed');
	const isFailureAsked = events.includes('failed');
	return {
		mustCome: isAsked && (!isForgotten || isFailureAsked),
		mayCome: isAsked || (isForgotten && isFailureAsked),
	};
}

/** Holds an event against what the model knows of its run. */
export function expectTrueEvent(
	event: IDataObject,
	source: ModelSource,
	options: TriggerOptions,
	pollStartedAt: number,
): void {
	const run = source.runOf(event.jobId as string);
	const end = endingOf(run);
	expect(end.at).toBeLessThanOrEqual(source.time);
	const expires = end.at + RESULT_LIFETIME_MS;
	if (event.dataExpired) {
		expect(source.time).toBeGreaterThanOrEqual(expires);
		expect(event).not.toHaveProperty('data');
		return;
	}
	expect(dueEvent(run, options, source).mayCome).toBe(true);
	expect(event.outcome).toBe(end.outcome);
	expect(event.event).toBe(end.outcome === 'succeeded' ? 'agent.completed' : 'agent.failed');
	if (end.outcome !== 'succeeded') return;
	expect(pollStartedAt).toBeLessThan(expires);
	expect('data' in event).toBe(options.includeData);
}
