import type { IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { Lane } from './lane';

/**
 * What the items of one node run share. n8n sends all items at once and lets each end for itself:
 * where one item fails the node, the others would still be sent, and paid for, and their results
 * dropped.
 */
export class NodeRun {
	readonly lane: Lane;

	/** Aborts when the execution is cancelled, and when an item has failed the node. */
	readonly signal: AbortSignal;

	/** Errors in the input of items, by item index, all found before the first request is sent. */
	readonly invalid = new Map<number, Error>();

	/** Ids of billed work begun by this run, which must not get lost with its other results. */
	readonly startedJobs: string[] = [];

	/** The error of the item that failed the node. */
	fatal?: NodeApiError;

	/** How many items n8n has begun, and how many of these have not ended. */
	begun = 0;

	open = 0;

	/** The item that n8n began last; it begins them in their order. */
	lastItem = -1;

	/** Time-outs of the items' requests in milliseconds, by item index; 0 for none. */
	readonly timeouts = new Map<number, number>();

	/** Resolves when n8n has begun all items. Only then does it take note of any that fails. */
	readonly allBegun: Promise<void>;

	private resolveAllBegun!: () => void;

	private readonly stop = new AbortController();

	constructor(
		maxConcurrency: number,
		readonly inputItems: number,
		executionCancelled: AbortSignal | undefined,
	) {
		this.lane = new Lane(maxConcurrency);
		this.allBegun = new Promise((resolve) => {
			this.resolveAllBegun = resolve;
		});
		this.signal = executionCancelled
			? AbortSignal.any([executionCancelled, this.stop.signal])
			: this.stop.signal;
	}

	begin(itemIndex: number): void {
		this.begun++;
		this.open++;
		this.lastItem = itemIndex;
		if (this.begun >= this.inputItems) this.resolveAllBegun();
	}

	/** Ends the run: what was not sent yet no longer is. */
	fail(error: NodeApiError): NodeApiError {
		this.fatal = error;
		this.stop.abort(error);
		return error;
	}
}

/** The last run by a node's execution data, or by the one item of a call as a tool. */
const runs = new WeakMap<object, NodeRun>();

/** The run of an item, by what the item's functions are called on. */
const runsOfItems = new WeakMap<object, NodeRun>();

/**
 * Joins an item to its run; n8n hands the same execution data to all items of one run, and again when
 * Retry On Fail begins the node anew. A call as a tool is a run of its own: there the data may be the
 * AI agent's, with the agent's items, and the same for calls side by side.
 */
export function beginItem(item: IExecuteSingleFunctions, maxConcurrency: number): NodeRun {
	const key = isToolCall(item) ? item : item.getExecuteData();
	const itemIndex = item.getItemIndex();
	const known = runs.get(key);
	const run =
		known && known.lastItem < itemIndex
			? known
			: new NodeRun(maxConcurrency, itemsOf(item), item.getExecutionCancelSignal());
	runs.set(key, run);
	runsOfItems.set(item, run);
	run.begin(itemIndex);
	return run;
}

function isToolCall(item: IExecuteSingleFunctions): boolean {
	return item.getExecuteData().node.name !== item.getNode().name;
}

/** How many items n8n begins: with Execute Once only the first, though all stand in the data. */
function itemsOf(item: IExecuteSingleFunctions): number {
	if (isToolCall(item)) return 1;
	return item.getNode().executeOnce ? 1 : (item.getExecuteData().data.main?.[0]?.length ?? 1);
}

/** The run of an item that has begun. n8n derives the pagination hook's `this` from the item's own. */
export function nodeRunOf(item: IExecuteSingleFunctions): NodeRun {
	const run = runsOfItems.get(item) ?? runsOfItems.get(Object.getPrototypeOf(item) as object);
	if (!run) throw new Error('The operation lacks the preSend step that begins its items');
	return run;
}

/** The time-out of the request that an item has just sent, in milliseconds; 0 for none. */
export function answerTimeout(item: IExecuteSingleFunctions): number {
	return nodeRunOf(item).timeouts.get(item.getItemIndex()) ?? 0;
}

/** Notes that an item has ended; the last one adds to the error what would get lost with the run. */
export function endItem(run: NodeRun): void {
	if (--run.open > 0) return;
	const description = run.fatal?.description ?? '';
	const unnamed = run.startedJobs.filter((jobId) => !description.includes(jobId));
	if (run.fatal && unnamed.length > 0) {
		run.fatal.description = `${description} Agent runs that this node had already started: ${unnamed.join(', ')}.`;
		Object.assign(run.fatal.context.details as object, {
			mayHaveBegun: true,
			startedJobIds: unnamed,
		});
	}
}
