import type { IDataObject } from 'n8n-workflow';

import type { EventOptions } from './agentEvent';

/** Requests of a poll that are in flight at once. */
export const MAX_CONCURRENCY = 5;

/** What a poll has to know besides its state and the service. */
export interface PollOptions extends EventOptions {
	/** Whether runs that ended before activation bring events too. */
	emitExisting: boolean;
	/** Until when the poll has to be over, Unix milliseconds. */
	deadline: number;
}

/** What a poll found, and what it knows now. */
export interface PollResult<State> {
	/** Event items, by the creation time of their runs. */
	events: IDataObject[];
	state: State;
}
