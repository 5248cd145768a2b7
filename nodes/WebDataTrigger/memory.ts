import type { IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import { isState, type TriggerState } from './state';

/** A state as it is stored, with what tells which of several is the right one. */
interface Entry {
	nodeId: string;
	/** Grows with every poll. */
	revision: number;
	state: TriggerState;
}

/** Of each trigger, the last entry that a poll of this process wrote. */
const lastWrites = new Map<string, { revision: number; at: number }>();

/** So long after a poll, in milliseconds, others may begin that n8n prepared before its end. */
const PREPARATION_MS = 2_000;

/** Names a trigger in this process. */
export function triggerKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

/**
 * Where the state is kept: with the node and, by the node's id, with the workflow. n8n finds the
 * first by the node's name, which a user may change, also to that of another trigger. Its durable
 * cursors keep the first alone by id, but not what the poll at activation writes there.
 */
export function memoryOf(context: IPollFunctions) {
	const nodeId = context.getNode().id;
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const key = `webDataTrigger:${nodeId}`;
	const entries = [ofNode.memory, ofWorkflow[key]].filter(isEntry);
	const own = entries.filter((entry) => entry.nodeId === nodeId);
	// A node that was replaced by a new one of its name hands its state on.
	const newest = (own.length > 0 ? own : entries).sort((a, b) => b.revision - a.revision)[0];
	const revision = newest?.revision ?? 0;
	const trigger = triggerKey(context);
	const lastWrite = lastWrites.get(trigger);
	return {
		/**
		 * Whether the state is from before a poll that has just ended: n8n's scheduler begins polls that
		 * are overdue together, each with what was saved before the first of them.
		 */
		isOutdated:
			lastWrite !== undefined &&
			revision < lastWrite.revision &&
			Date.now() - lastWrite.at < PREPARATION_MS,
		// A copy: the stored object would note every change.
		state: newest && (JSON.parse(JSON.stringify(newest.state)) as TriggerState),
		/** To be called once, when a poll has succeeded. */
		write(state: TriggerState) {
			const entry: Entry = { nodeId, revision: revision + 1, state };
			lastWrites.set(trigger, { revision: entry.revision, at: Date.now() });
			ofNode.memory = { ...entry };
			ofWorkflow[key] = { ...entry };
		},
	};
}

function isEntry(value: unknown): value is Entry {
	return (
		isRecord(value) &&
		typeof value.nodeId === 'string' &&
		typeof value.revision === 'number' &&
		isState(value.state)
	);
}
