import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { ItemsAtWork } from './itemsAtWork';
import { NodeExecution } from './nodeExecution';
import { sleepOf } from './sleep';

/** The last execution by a node's execution data, or by the one item of a call as a tool. */
const executions = new WeakMap<object, NodeExecution>();

/** The execution of an item, by what the item's functions are called on. */
const executionsOfItems = new WeakMap<object, NodeExecution>();

/**
 * Joins an item to its node execution; n8n hands the same execution data to all items of one, and
 * again when Retry On Fail begins the node anew. A call as a tool is an execution of its own: there
 * the data may be the AI agent's, with the agent's items, and the same for calls side by side.
 */
export function joinExecution(
	item: IExecuteSingleFunctions,
	maxConcurrency: number,
): NodeExecution {
	const key = belongsToAgent(item) ? item : item.getExecuteData();
	const itemIndex = item.getItemIndex();
	const known = executions.get(key);
	const execution =
		known && known.items.last < itemIndex ? known : newExecution(item, maxConcurrency);
	executions.set(key, execution);
	executionsOfItems.set(item, execution);
	execution.items.begin(itemIndex);
	return execution;
}

function newExecution(item: IExecuteSingleFunctions, maxConcurrency: number): NodeExecution {
	const pause = Number(item.getNodeParameter('requestOptions.batching.batch.batchInterval', 0));
	return new NodeExecution(
		maxConcurrency,
		new ItemsAtWork(itemsOf(item), pause > 0 ? pause : 0),
		item.getExecutionCancelSignal(),
		belongsToAgent(item) ? undefined : sleepOf(item.getExecuteData()),
	);
}

/** Whether an AI agent has called the node itself, so that the execution data are the agent's. */
export function belongsToAgent(item: IExecuteSingleFunctions): boolean {
	return item.getExecuteData().node.name !== item.getNode().name;
}

/** How many items n8n begins: with Execute Once only the first, though all stand in the data. */
function itemsOf(item: IExecuteSingleFunctions): number {
	if (belongsToAgent(item)) return 1;
	return item.getNode().executeOnce ? 1 : (item.getExecuteData().data.main?.[0]?.length ?? 1);
}

/** The execution of an item that was joined. n8n derives the paging hook's `this` from the item's own. */
export function executionOf(item: IExecuteSingleFunctions): NodeExecution {
	const execution =
		executionsOfItems.get(item) ?? executionsOfItems.get(Object.getPrototypeOf(item) as object);
	if (!execution) throw new Error('The item was never joined to its node execution');
	return execution;
}
