import type { IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { Slots } from './gate';

/**
 * What the items of one node run share. n8n sends all items at once and lets each end for itself:
 * where one item fails the node, the others would still be sent, and paid for, and their results
 * dropped.
 */
export class NodeRun {
	readonly slots: Slots;

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

	private readonly stop = new AbortController();

	constructor(maxConcurrency: number, executionCancelled: AbortSignal | undefined) {
		this.slots = new Slots(maxConcurrency);
		this.signal = executionCancelled
			? AbortSignal.any([executionCancelled, this.stop.signal])
			: this.stop.signal;
	}

	/** Ends the run: what was not sent yet no longer is. */
	fail(error: NodeApiError): NodeApiError {
		this.fatal = error;
		this.stop.abort(error);
		return error;
	}
}

const runs = new WeakMap<object, NodeRun>();

/** Joins an item to its run; n8n hands the same execution data to all items of one run. */
export function beginItem(item: IExecuteSingleFunctions, maxConcurrency: number): NodeRun {
	const key = item.getExecuteData();
	const run = runs.get(key) ?? new NodeRun(maxConcurrency, item.getExecutionCancelSignal());
	runs.set(key, run);
	run.begun++;
	run.open++;
	return run;
}

/** The run of an item that has begun. */
export function nodeRunOf(item: IExecuteSingleFunctions): NodeRun {
	const run = runs.get(item.getExecuteData());
	if (!run) throw new Error('The operation lacks the preSend step that begins its items');
	return run;
}

/** Forgets a run with its last item: n8n's Retry On Fail runs a node again with the same data. */
export function endItem(item: IExecuteSingleFunctions, run: NodeRun): void {
	if (--run.open > 0) return;
	runs.delete(item.getExecuteData());
	const description = run.fatal?.description ?? '';
	const unnamed = run.startedJobs.filter((jobId) => !description.includes(jobId));
	if (run.fatal && unnamed.length > 0) {
		run.fatal.description = `${description} Agent runs that this node had already started: ${unnamed.join(', ')}.`;
	}
}
