import type { Job } from '../jobs/jobs.ts';
import type { Outcome, TraceError } from './agentEvents.ts';
import type { AgentRequest } from './rules.ts';
import { sampleData } from './sampleData.ts';
import type { Script } from './script.ts';

/** A cancelled run ends this long after the request: the step in flight ends first. */
export const CANCEL_TAKES_MS = 1000;

/** What is stored of a run. Everything else follows from it and the time. */
export interface AgentRun extends Job {
	request: AgentRequest;
	script: Script;
	threadId: string;
	threadTurn: number;
}

/** How and when a run ends, as things stand: a cancel request can still change it. */
export interface Ending {
	/** Unix milliseconds. */
	at: number;
	outcome: Outcome;
	/** Null for a run that succeeds. */
	error: TraceError | null;
}

/** The service's cap for runs that name none. */
const DEFAULT_MAX_CREDITS = 2500;

export function endingOf(run: AgentRun): Ending {
	const { script } = run;
	if (run.cancelRequestedAt !== undefined)
		return ending(run, run.cancelRequestedAt + CANCEL_TAKES_MS, 'cancelled');
	const cap = creditCap(run);
	if (script.credits > cap) {
		const reachedAfter = Math.floor((script.lasts * cap) / script.credits);
		return ending(run, run.createdAt + Math.max(1, reachedAfter), 'credit_limit_reached');
	}
	// At least 1 ms, so that a run's start comes before its end.
	return ending(run, run.createdAt + Math.max(1, script.lasts), script.outcome);
}

export function hasEnded(run: AgentRun, now: number): boolean {
	return now >= endingOf(run).at;
}

/** Credits used up to `now`. Failed runs are not billed, so theirs fall to 0 at the end. */
export function creditsUsed(run: AgentRun, now: number): number {
	const end = endingOf(run);
	if (now >= end.at) return end.outcome === 'succeeded' ? run.script.credits : 0;
	const share = (now - run.createdAt) / Math.max(1, run.script.lasts);
	return Math.min(creditCap(run), Math.floor(run.script.credits * share));
}

function creditCap(run: AgentRun): number {
	return run.request.maxCredits ?? DEFAULT_MAX_CREDITS;
}

/** The result of a run that succeeds. */
export function resultOf(run: AgentRun): unknown {
	if (run.script.data) return run.script.data.value;
	if (run.request.schema) return sampleData(run.request.schema);
	return {
		answer: 'The sandbox found what the prompt asked for.',
		sources: run.request.urls ?? ['https://docs.example/guide'],
	};
}

function ending(run: AgentRun, at: number, outcome: Outcome): Ending {
	if (outcome === 'succeeded') return { at, outcome, error: null };
	const error = terminalError(run, outcome);
	return {
		at,
		outcome,
		error: {
			...error,
			message: run.script.error ?? error.message,
			retryable: run.script.retryable ?? error.retryable,
		},
	};
}

function terminalError(run: AgentRun, outcome: Exclude<Outcome, 'succeeded'>): TraceError {
	switch (outcome) {
		case 'cancelled':
			return {
				code: 'cancelled',
				source: 'agent',
				retryable: false,
				message: 'Agent was cancelled by the user.',
			};
		case 'refused':
			return {
				code: 'refused',
				source: 'agent',
				retryable: false,
				message: 'The agent refused the task.',
			};
		case 'credit_limit_reached': {
			return {
				code: 'credit_limit_reached',
				source: 'billing',
				retryable: false,
				message: `Credit limit reached: the run hit its maxCredits of ${creditCap(run)}.`,
			};
		}
		case 'failed':
			return {
				code: 'internal',
				source: run.script.failureSource,
				retryable: true,
				message: 'The agent stopped unexpectedly.',
			};
	}
}
