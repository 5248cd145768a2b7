import { isRecord } from './checks';

/** How an agent run ended (supplement, `outcome` of `run.finished`). */
export type Outcome = 'succeeded' | 'failed' | 'cancelled' | 'credit_limit_reached' | 'refused';

/** What is known of the end of a run. */
export interface RunEnd {
	outcome: Outcome;
	/** What happened, in the user's words. */
	message: string;
	/** What to do. */
	advice: string;
	/** The run's own words. */
	reason?: string;
	/** Code of the trace's error object. */
	errorCode?: string;
	/** Whether the same task may well succeed in a new run; unknown without a trace. */
	retryable?: boolean;
}

const ENDS: Record<Outcome, { message: string; advice: string }> = {
	succeeded: { message: 'The agent run succeeded', advice: '' },
	failed: {
		message: 'The agent run failed',
		advice: "Start a new run; if it fails again, contact the service's support with the job id.",
	},
	cancelled: {
		message: 'The agent run was cancelled',
		advice: 'Start a new run to have the work done.',
	},
	credit_limit_reached: {
		message: 'The agent run reached its credit limit',
		advice: 'Raise Max Credits, or ask for less in the prompt.',
	},
	refused: {
		message: 'The agent refused the task',
		advice: 'Word the prompt differently, or restrict it to URLs that you may collect data from.',
	},
};

/** Contract, "Trace error codes": the outcome that each code stands for. */
const OUTCOME_OF_CODE: Record<string, Outcome> = {
	cancelled: 'cancelled',
	credit_limit_reached: 'credit_limit_reached',
	refused: 'refused',
	parent_finished: 'failed',
	internal: 'failed',
};

/** Statuses after which a run changes no more. An unknown status is not one of them. */
export function hasEnded(status: unknown): boolean {
	return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/**
 * The end of a run, from its status answer and the events of its trace.
 *
 * @param status answer of the status route of a run that has ended
 * @param events of the trace, in any order; undefined or empty where the run has none
 */
export function runEnd(status: Record<string, unknown>, events: readonly unknown[] = []): RunEnd {
	const finished = lastOf(events, 'run.finished');
	const error = [finished, lastOf(events, 'error.occurred')]
		.map((event) => event?.error)
		.find(isRecord);
	const errorCode = textOf(error?.code);
	const outcome =
		outcomeOf(finished?.outcome) ??
		(status.status === 'completed'
			? 'succeeded'
			: (OUTCOME_OF_CODE[errorCode ?? ''] ?? outcomeOfMessage(status)));
	if (outcome === 'succeeded') return { outcome, ...ENDS.succeeded };
	const reason = textOf(status.error) ?? textOf(error?.message);
	return {
		outcome,
		...ENDS[outcome],
		...(reason !== undefined && { reason }),
		...(errorCode !== undefined && { errorCode }),
		...(typeof error?.retryable === 'boolean' && { retryable: error.retryable }),
	};
}

function outcomeOf(value: unknown): Outcome | undefined {
	return typeof value === 'string' && Object.hasOwn(ENDS, value) ? (value as Outcome) : undefined;
}

/** Runs of older models have no trace; what ended them is only in their words. */
function outcomeOfMessage({ status, error }: Record<string, unknown>): Outcome {
	const words = textOf(error) ?? '';
	if (status === 'cancelled' || /cancel/i.test(words)) return 'cancelled';
	if (/credit.?limit|max.?credits/i.test(words)) return 'credit_limit_reached';
	return /\brefus/i.test(words) ? 'refused' : 'failed';
}

function lastOf(events: readonly unknown[], type: string): Record<string, unknown> | undefined {
	return events
		.filter(isRecord)
		.filter((event) => event.type === type)
		.sort((a, b) => sequenceOf(a) - sequenceOf(b))
		.at(-1);
}

/** Position of a trace event among those of its run. */
export function sequenceOf(event: Record<string, unknown>): number {
	return typeof event.producerSequence === 'number' ? event.producerSequence : 0;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
