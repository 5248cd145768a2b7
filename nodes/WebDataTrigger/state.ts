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
	/**
	 * Runs not created before `settledBefore` or inside `gap` that are settled: id to creation time.
	 * The newest run of the list is always here or in `unsettled`.
	 */
	handled: Record<string, number>;
	/** Runs that had not ended, or whose end could not be read yet: id to creation time. */
	unsettled: Record<string, number>;
	/** Part of the list that did not fit into a poll's time. */
	gap?: Gap;
}

/** The runs created not before `to` and before `from`; reading goes from newer to older. */
export interface Gap {
	from: number;
	to: number;
}

/** What a trigger that watches named runs knows between polls. */
export interface NamedState {
	watch: 'runs';
	/** Digest of the account that last knew the runs. */
	account: string;
	/** Runs whose end needs no more attention: emitted, filtered out, or past at activation. */
	handled: string[];
	/** Runs seen in progress, or that the first poll had no time to look at. */
	unsettled: string[];
}

export type TriggerState = TeamState | NamedState;

/** A state if it is one of this kind; a changed `watch` begins anew. */
export function stateOfKind<Watch extends TriggerState['watch']>(
	state: TriggerState | undefined,
	watch: Watch,
): Extract<TriggerState, { watch: Watch }> | undefined {
	return state?.watch === watch ? (state as Extract<TriggerState, { watch: Watch }>) : undefined;
}

/** Whether a value from a node's static data is a state. */
export function isState(value: unknown): value is TriggerState {
	return isRecord(value) && (value.watch === 'team' || value.watch === 'runs');
}
