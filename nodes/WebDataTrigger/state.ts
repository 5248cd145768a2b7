import { isRecord } from '../contract/checks';

/**
 * What a team's trigger knows between polls. It holds at every moment: a run created before
 * `settledBefore` is settled, unless it is in `unsettled` or in `gap`. So an older state, as a crash
 * may leave behind, only makes a poll read more. Times are Unix milliseconds of the service's clock.
 */
export interface TeamState {
	watch: 'team';
	/** Digest of the account that the runs belong to. */
	account: string;
	/** Later runs are looked for in the list at every poll. */
	settledBefore: number;
	/** Runs not created before `settledBefore` or inside `gap` that are settled: id to creation time. */
	handled: Record<string, number>;
	/** Runs that had not ended, or whose end could not be read yet: id to creation time. */
	unsettled: Record<string, number>;
	/** Part of the list that did not fit into a poll's time: runs created from `from` to `to`. */
	gap?: Gap;
}

export interface Gap {
	from: number;
	to: number;
}

/** What a trigger that watches named runs knows between polls. */
export interface NamedState {
	watch: 'runs';
	/** Runs whose end needs no more attention: emitted, filtered out, or past at activation. */
	handled: string[];
	/** Runs seen in progress. */
	unsettled: string[];
}

export type TriggerState = TeamState | NamedState;

/**
 * The state in a node's static data.
 *
 * @returns undefined where there is none, or one of the other kind
 */
export function storedState<Watch extends TriggerState['watch']>(
	stored: unknown,
	watch: Watch,
): Extract<TriggerState, { watch: Watch }> | undefined {
	return isRecord(stored) && stored.watch === watch
		? (JSON.parse(JSON.stringify(stored)) as Extract<TriggerState, { watch: Watch }>)
		: undefined;
}
