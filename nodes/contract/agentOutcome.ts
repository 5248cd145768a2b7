import { isRecord } from './checks';
import { inProducerOrder } from './trace';

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
const OUTCOME_OF_CODE = new Map<unknown, Outcome>([
	['cancelled', 'cancelled'],
	['credit_limit_reached', 'credit_limit_reached'],
	['refused', 'refused'],
	['parent_finished', 'failed'],
	['internal', 'failed'],
]);

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
	const ordered = inProducerOrder(events);
	const errors = errorsOf(ordered);
	const finished = ordered.findLast(({ type }) => type === 'run.finished');
	const outcome = toldOutcome(status, finished?.outcome) ?? untoldOutcome(status, errors);
	if (outcome === 'succeeded') return { outcome, ...ENDS.succeeded };
	const cause = causeOf(outcome, errors);
	const reason = textOf(status.error) ?? textOf(cause?.message);
	const errorCode = textOf(cause?.code);
	return {
		outcome,
		...ENDS[outcome],
		...(reason !== undefined && { reason }),
		...(errorCode !== undefined && { errorCode }),
		...(typeof cause?.retryable === 'boolean' && { retryable: cause.retryable }),
	};
}

/** Where a trace names the error that ended a run, the surest place first. */
const ERROR_SOURCES = ['run.finished', 'agent.finished', 'error.occurred'];

function errorsOf(events: readonly Record<string, unknown>[]): Record<string, unknown>[] {
	const latestFirst = [...events].reverse();
	return ERROR_SOURCES.flatMap((source) => latestFirst.filter(({ type }) => type === source))
		.map(({ error }) => error)
		.filter(isRecord);
}

/**
 * The error that brought about an outcome. A trace also holds errors that the run got over, and
 * those of agents that stopped because their parent did: neither tells the cause.
 */
function causeOf(
	outcome: Outcome,
	errors: readonly Record<string, unknown>[],
): Record<string, unknown> | undefined {
	const fitting = errors.filter(({ code }) => (OUTCOME_OF_CODE.get(code) ?? outcome) === outcome);
	return fitting.find(({ code }) => code !== 'parent_finished') ?? fitting[0];
}

/** The outcome of a run whose trace does not tell it, or that has none. */
function untoldOutcome(
	status: Record<string, unknown>,
	errors: readonly Record<string, unknown>[],
): Outcome {
	if (status.status === 'completed') return 'succeeded';
	const outcomes = errors.map(({ code }) => OUTCOME_OF_CODE.get(code));
	return outcomes.find((outcome) => outcome && outcome !== 'failed') ?? outcomeOfMessage(status);
}

/** The outcome that a trace tells; the status alone says whether there is a result. */
function toldOutcome(status: Record<string, unknown>, told: unknown): Outcome | undefined {
	if (typeof told !== 'string' || !Object.hasOwn(ENDS, told)) return undefined;
	return (told === 'succeeded') === (status.status === 'completed') ? (told as Outcome) : undefined;
}

/**
 * The service's own sentences on how a run ended. Only a whole sentence about the run counts: the
 * words of a website that the run quotes ("example.com refused to connect") say nothing of it.
 */
const SUBJECT = '(?:the |this |your )?(?:agent(?: run| job)?|run|job|task|extract(?:ion)?)';
const OUTCOME_OF_WORDS: ReadonlyArray<[Outcome, RegExp]> = [
	[
		'cancelled',
		new RegExp(
			`^(?:${SUBJECT} )?(?:was |has been |is )?cancell?ed(?: by (?:the |a )?(?:user|caller|request))?[.!]?$`,
			'i',
		),
	],
	['cancelled', /^cancell?ation(?: was)? requested\b/i],
	[
		'credit_limit_reached',
		new RegExp(
			`^(?:${SUBJECT} (?:has )?(?:reached|hit|exceeded) (?:its|the) )?credit limit(?: (?:was |has been )?(?:reached|hit|exceeded))?(?:[.:,;!]|$)`,
			'i',
		),
	],
	// The name of the service's own field.
	['credit_limit_reached', /\bmaxCredits\b/],
	['refused', /^(?:the |this )?agent (?:has )?(?:refused|declined)\b/i],
];

/** Runs of older models have no trace; what ended them is only in their words. */
function outcomeOfMessage({ status, error }: Record<string, unknown>): Outcome {
	if (status === 'cancelled') return 'cancelled';
	const words = (textOf(error) ?? '').trim();
	return OUTCOME_OF_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'failed';
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
