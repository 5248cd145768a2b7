import type { IDataObject } from 'n8n-workflow';

/** Requests of a poll that are in flight at once. */
export const MAX_CONCURRENCY = 5;

/** Which ended runs become events, and what of them. */
export interface EventOptions {
	/** Values of the parameter `events`. */
	events: readonly string[];
	includeData: boolean;
	/** Text that a run's prompt has to contain; empty for any. */
	promptContains: string;
	/** The present time, Unix milliseconds. */
	now: () => number;
}

/** What a poll has to know besides its state and the service. */
export interface PollOptions extends EventOptions {
	/** Whether runs that ended before activation bring events too. */
	emitExisting: boolean;
	/** When the last request of the poll may begin, Unix milliseconds. */
	deadline: number;
}

/** What a poll found, and what it knows now. */
export interface PollResult<State> {
	/** Event items, by the creation time of their runs. */
	events: IDataObject[];
	state: State;
	/** Why the end of at least one run could not be read; the next poll tries again. */
	unread?: unknown;
}

/**
 * Why some runs could not be read, which does not keep back the others.
 *
 * @throws it when no run could be read at all: then nothing is known that the state lacks
 */
export function failureAmong(
	results: ReadonlyArray<PromiseSettledResult<unknown> | undefined>,
): unknown {
	const failed = results.find((result) => result?.status === 'rejected');
	if (!failed) return undefined;
	if (!results.some((result) => result?.status === 'fulfilled')) throw failed.reason;
	return failed.reason;
}
