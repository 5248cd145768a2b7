import { isRecord } from '../../contract/checks';
import { canonicalId } from '../../contract/runList';

/**
 * What a team's trigger knows between polls. It holds at every moment: a run created before
 * `settledBefore` is settled, unless it is in `unsettled` or in `gap`. So an older state, as a crash
 * may leave behind, only makes a poll read more. Times are Unix milliseconds of the service's clock.
 */
export interface TeamState {
	watch: 'team';
	/** Names the account that the runs belong to, as `accountMark` does. */
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
interface Gap {
	from: number;
	to: number;
}

/** What a trigger that watches named runs knows between polls. */
export interface NamedState {
	watch: 'runs';
	/** Names the account that last knew the runs, as `accountMark` does. */
	account: string;
	/** Runs whose end needs no more attention: emitted, filtered out, or past at activation. */
	handled: string[];
	/** Runs seen in progress, or that the first poll had no time to look at. */
	unsettled: string[];
}

/**
 * What a trigger that watches a monitor knows between polls. It holds at every moment: a check created
 * before `settledBefore` is settled, unless it is in `unsettled`. Times are Unix milliseconds of the
 * service's clock.
 */
export interface MonitorState {
	watch: 'monitor';
	/** Names the account that the monitor belongs to, as `accountMark` does. */
	account: string;
	monitorId: string;
	/** Later checks are looked for in the list at every poll. */
	settledBefore: number;
	/** Checks not created before `settledBefore` that are settled: id to creation time. */
	handled: Record<string, number>;
	/** Checks that had not ended, or whose pages could not all be read yet: id to creation time. */
	unsettled: Record<string, number>;
	/** Of unsettled checks, the pages that were emitted already, by `pageMark`. */
	emitted: Record<string, string[]>;
}

export type TriggerState = TeamState | NamedState | MonitorState;

export type StateOf<Watch extends TriggerState['watch']> = Extract<TriggerState, { watch: Watch }>;

/**
 * A state as it was stored, by whatever version, or as a workflow has left it that writes there too.
 * What is missing counts as nothing known.
 *
 * @returns undefined where it is no state, or not enough of one to go on from
 */
export function stateFrom(value: unknown): TriggerState | undefined {
	if (!isRecord(value)) return undefined;
	const account = typeof value.account === 'string' ? value.account : '';
	const { watch, settledBefore, handled, unsettled } = value;
	if (watch === 'monitor') return monitorStateFrom(value, account);
	if (watch === 'runs') return { watch, account, handled: ids(handled), unsettled: ids(unsettled) };
	if (watch !== 'team' || !isTime(settledBefore)) return undefined;
	return {
		watch,
		account,
		settledBefore,
		handled: times(handled),
		unsettled: times(unsettled),
		...(isGap(value.gap) && { gap: { from: value.gap.from, to: value.gap.to } }),
	};
}

function monitorStateFrom(
	{ monitorId, settledBefore, handled, unsettled, emitted }: Record<string, unknown>,
	account: string,
): MonitorState | undefined {
	if (typeof monitorId !== 'string' || !isTime(settledBefore)) return undefined;
	const open = times(unsettled);
	const marks = Object.entries(isRecord(emitted) ? emitted : {}).flatMap(([id, list]) =>
		Object.hasOwn(open, id) && Array.isArray(list)
			? [[id, list.filter((mark) => typeof mark === 'string')] as const]
			: [],
	);
	return {
		watch: 'monitor',
		account,
		monitorId,
		settledBefore,
		handled: times(handled),
		unsettled: open,
		emitted: Object.fromEntries(marks),
	};
}

function ids(value: unknown): string[] {
	const texts = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
	return [...new Set(texts.map(canonicalId))];
}

function times(value: unknown): Record<string, number> {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return Object.fromEntries(
		entries.flatMap(([id, time]) => (isTime(time) ? [[canonicalId(id), time]] : [])),
	);
}

function isGap(value: unknown): value is Gap {
	return isRecord(value) && isTime(value.from) && isTime(value.to);
}

function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
