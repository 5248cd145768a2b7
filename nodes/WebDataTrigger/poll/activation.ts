import type { IPollFunctions } from 'n8n-workflow';

import { triggerKey } from '../state/storedState';

/** Copies of workflows, with the ids of the triggers in them that have polled. */
const polled = new WeakMap<object, Set<string>>();

/** Triggers whose latest poll was that of an activation. */
const justActivated = new Set<string>();

/**
 * Whether this is the poll that n8n makes when it activates the workflow, also at its start. n8n does
 * not say so: it is the first poll in a copy of the workflow. Polls for which n8n makes a new copy
 * each time have the activation mode `update`. Of two in a row, the second counts as an ordinary one,
 * so that events come in any case.
 */
export function isActivationPoll(context: IPollFunctions): boolean {
	const copy = context.getWorkflowStaticData('global');
	const nodes = polled.get(copy) ?? new Set();
	polled.set(copy, nodes);
	const { id } = context.getNode();
	const isFirst = !nodes.has(id) && context.getActivationMode() !== 'update';
	nodes.add(id);
	const trigger = triggerKey(context);
	const isActivation = isFirst && !justActivated.has(trigger);
	if (isActivation) justActivated.add(trigger);
	else justActivated.delete(trigger);
	return isActivation;
}
