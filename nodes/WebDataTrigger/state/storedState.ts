import type { IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { accountMark, isMarkOf } from './accountMark';
import { stateFrom, type StateOf, type TriggerState } from './state';

/** A state as it is stored, with what tells which of several is the right one. */
interface Entry {
	nodeId: string;
	/** Grows with every poll. */
	revision: number;
	state: TriggerState;
}

/** Of each trigger, the last entry that a poll of this process wrote, and when. */
const lastWrites = new Map<string, { entry: Entry; at: number }>();

/** Of each trigger, the last entry that a poll of this process wrote and a later one found stored. */
const lastKept = new Map<string, Entry>();

/** So long after a poll, in milliseconds, others may begin that n8n prepared before its end. */
const PREPARATION_MS = 2_000;

/** Names a trigger in this process. */
export function triggerKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

/** What a poll finds stored. */
interface StoredState<State extends TriggerState> {
	/**
	 * Whether it is from before a poll that has just ended: n8n's scheduler begins polls that are overdue
	 * together, each with what was saved before the first of them.
	 */
	isOutdated: boolean;
	/** A copy to work with; undefined where there is none, or one of something else that was watched. */
	state?: State;
	/** Names the account that polls now: as the state does, if it is the same one. */
	account: string;
	/** Whether an earlier version of this node has written it. */
	isOfOldForm: boolean;
	/** To be called once, when a poll has succeeded. */
	write(state: State): void;
}

/**
 * The state of a trigger. It is kept twice: with the node and, by the node's id, with the workflow.
 * n8n finds the first by the node's name, which a user may change, also to that of another trigger.
 * Its durable cursors keep the first alone by id, but not what the poll at activation writes there.
 *
 * @param watch what is watched now; the state of anything else is left aside
 * @param digest of the account that polls now
 */
export function storedState<Watch extends TriggerState['watch']>(
	context: IPollFunctions,
	watch: Watch,
	digest: string,
): StoredState<StateOf<Watch>> {
	const nodeId = context.getNode().id;
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const key = `webDataTrigger:${nodeId}`;
	const entries = [ofNode.memory, ofWorkflow[key]].flatMap(entryFrom);
	const own = entries.filter((entry) => entry.nodeId === nodeId);
	const trigger = triggerKey(context);
	// A node that was replaced by a new one of its name hands its state on.
	const found = newestOf(own.length > 0 ? own : entries);
	const lastWrite = lastWrites.get(trigger);
	const revision = found?.revision ?? 0;
	if (lastWrite && revision === lastWrite.entry.revision) lastKept.set(trigger, lastWrite.entry);
	const newest = newestOf([found, lastKept.get(trigger)].flatMap((entry) => entry ?? []));
	const stored = newest?.state.watch === watch ? (newest.state as StateOf<Watch>) : undefined;
	// Until version 0.1, the account's digest stood there as it is.
	const isOfOldForm = stored?.account === digest;
	const isOurs = isOfOldForm || (stored !== undefined && isMarkOf(stored.account, digest));
	const account = stored && isOurs && !isOfOldForm ? stored.account : accountMark(digest);
	const state = stored && structuredClone(isOfOldForm ? { ...stored, account } : stored);
	return {
		isOutdated:
			lastWrite !== undefined &&
			revision < lastWrite.entry.revision &&
			Date.now() - lastWrite.at < PREPARATION_MS,
		...(state && { state }),
		account,
		isOfOldForm,
		write(next) {
			const entry: Entry = { nodeId, revision: (newest?.revision ?? 0) + 1, state: next };
			lastWrites.set(trigger, { entry: structuredClone(entry), at: Date.now() });
			ofNode.memory = { ...entry };
			ofWorkflow[key] = { ...entry };
		},
	};
}

function newestOf(entries: readonly Entry[]): Entry | undefined {
	return [...entries].sort((a, b) => b.revision - a.revision)[0];
}

/** As a list of one or none. The stored object would note every change, so this is a copy. */
function entryFrom(value: unknown): Entry[] {
	if (!isRecord(value)) return [];
	const { nodeId, revision, state: stored } = value;
	if (typeof nodeId !== 'string' || typeof revision !== 'number') return [];
	const state = stateFrom(stored);
	return state ? [{ nodeId, revision, state }] : [];
}
