import type { IPollFunctions } from 'n8n-workflow';

import { triggerKey } from '../state/storedState';

/** Copies of workflows, with the ids of the triggers in them that have polled. */
const polled = new WeakMap<object, Set<string>>();

/** Triggers whose latest poll left its events to the next one. */
const leftToNext = new Set<string>();

/**
 * Whether this is the poll that n8n makes when it activates the workflow, also at its start. n8n does
 * not say so: it is the first poll in a copy of the workflow. Polls for which n8n makes a new copy
 * each time have the activation mode `update`.
 */
export function isActivationPoll(context: IPollFunctions): boolean {
	const copy = context.getWorkflowStaticData('global');
	const nodes = polled.get(copy) ?? new Set();
	polled.set(copy, nodes);
	const { id } = context.getNode();
	const isActivation = !nodes.has(id) && context.getActivationMode() !== 'update';
	nodes.add(id);
	if (!isActivation) leftToNext.delete(triggerKey(context));
	return isActivation;
}

/**
 * Whether a poll may leave its events to the next one: not twice in a row, so that they come even
 * where every poll looks like that of an activation.
 */
export function mayLeaveToNext(trigger: string): boolean {
	if (leftToNext.delete(trigger)) return false;
	leftToNext.add(trigger);
	return true;
}
