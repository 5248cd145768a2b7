import type { IDataObject } from 'n8n-workflow';

import type { Doubts } from '../state/doubts';
import type { RunSource } from './runSource';

/** Requests of a poll that are in flight at once. */
export const MAX_CONCURRENCY = 5;

/** What the user has set: which ends become events, and what of them. */
export interface TriggerSettings {
	/** Values of the parameter `events`. */
	events: readonly string[];
	includeData: boolean;
	/** Whether runs that ended before activation bring events too. */
	emitExisting: boolean;
	/** Text that a run's prompt has to contain; empty for any. */
	promptContains: string;
}

/** What each step of a poll works with. */
export interface Poll<Source = RunSource, Settings = TriggerSettings> {
	source: Source;
	settings: Settings;
	/** Names the account in the state, without telling address or key. */
	account: string;
	/** What could not be read in the polls before this one. */
	doubts: Doubts;
	/** The present time, Unix milliseconds. */
	now: () => number;
	/** When the last run or check of the poll may be begun, Unix milliseconds. */
	deadline: number;
}

/** What a poll found, and what is known now. */
export interface PollResult<State> {
	/** Event items, by the creation time of what they tell of. */
	events: IDataObject[];
	state: State;
	/** Why at least one run or check could not be read; the next poll tries again. */
	unread?: unknown;
}

/**
 * What a trigger can watch. A poll goes through the same steps whatever it is: list what there is,
 * choose candidates, read their ends, settle the state. It changes nothing but what it returns.
 */
export interface Watched<State, Source = RunSource, Settings = TriggerSettings> {
	/** Whether a state is of what is watched now, and not of what was watched before. */
	isOf?(state: State): boolean;
	/** The state to begin with: what has ended until now is past. */
	begin(poll: Poll<Source, Settings>): Promise<State>;
	/** What has ended since the poll that left this state. */
	poll(state: State, poll: Poll<Source, Settings>): Promise<PollResult<State>>;
	/** Whether a state belongs to the poll's account, although it names another one. */
	isStillOurs(state: State, poll: Poll<Source, Settings>): Promise<boolean>;
	/** The newest thing that would have been an event; undefined where there is none. */
	sample(poll: Poll<Source, Settings>): Promise<IDataObject | undefined>;
}
