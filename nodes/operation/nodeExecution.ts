import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { Explanation } from '../messages/explanation';
import { startedWork } from '../messages/startedWork';
import { unlessAborted } from '../transport/abort';
import { Lane } from '../transport/lane';
import { Gathering } from './gathering';
import { fallAsleep, sleepOf, type Sleep, type SleepingJob } from './sleep';

/**
 * What the items of one node execution share. n8n sends all items at once and lets each end for
 * itself: where one item fails the node, the others would still be sent, and paid for, and their
 * results dropped.
 */
export class NodeExecution {
	/** Through it go the requests of all items. */
	readonly lane: Lane;

	/** Aborts when the execution is cancelled, and when an item has failed the node. */
	readonly signal: AbortSignal;

	/** Errors in the input of items, by item index, all found before the first request is sent. */
	readonly invalid = new Map<number, Error>();

	/** Ids of jobs that this execution has started and not returned: they would get lost with it. */
	readonly startedJobs = new Set<string>();

	/** What several items do together, by what they have in common. */
	readonly shared = new Map<string, unknown>();

	/** How many items n8n has begun, and how many of these have not ended. */
	begun = 0;

	private open = 0;

	/** Items that wait for each other. */
	readonly gathering: Gathering;

	/** The item that n8n began last; it begins them in their order. */
	lastItem = -1;

	/** Whether an item has failed the node. */
	hasFailed = false;

	/** Why. Items that work together fail for one and the same reason. */
	private reason?: unknown;

	/** Whether starts of other items may have begun work, although no answer says so. */
	private mayHaveBegun = false;

	/** Resolves when n8n has begun all items. Only then does it take note of any that fails. */
	readonly allBegun: Promise<void>;

	/** Resolves when n8n has begun all items and each has ended. */
	readonly allEnded: Promise<void>;

	private resolveAllBegun!: () => void;

	private resolveAllEnded!: () => void;

	/** What is kept when the execution falls asleep. */
	private readonly toKeep: Sleep = { jobs: {}, ended: {} };

	/** Until when it sleeps, Unix milliseconds; 0 as long as nothing is waited for in sleep. */
	private sleepsUntil = 0;

	/** What has to be settled before the execution may sleep. */
	private readonly running: Array<Promise<unknown>> = [];

	/** How many jobs each item has begun. */
	private readonly jobsOf = new Map<number, number>();

	private readonly stop = new AbortController();

	constructor(
		maxConcurrency: number,
		readonly inputItems: number,
		readonly cancelled: AbortSignal | undefined,
		/** The sleep that the execution has woken from. */
		readonly before?: Sleep,
	) {
		this.allBegun = new Promise((resolve) => (this.resolveAllBegun = resolve));
		this.allEnded = new Promise((resolve) => (this.resolveAllEnded = resolve));
		this.gathering = new Gathering(inputItems);
		this.signal = cancelled ? AbortSignal.any([cancelled, this.stop.signal]) : this.stop.signal;
		this.lane = new Lane(maxConcurrency);
	}

	begin(itemIndex: number): void {
		this.begun++;
		this.open++;
		this.gathering.begin();
		this.lastItem = itemIndex;
		if (this.begun >= this.inputItems) this.resolveAllBegun();
	}

	end(): void {
		if (--this.open === 0 && this.begun >= this.inputItems) this.resolveAllEnded();
		this.gathering.end();
	}

	/**
	 * Waits until every other item has come as far as this one or has ended, for work that items do
	 * together.
	 *
	 * @throws the reason of the execution's end
	 */
	async gather(): Promise<void> {
		await unlessAborted(this.gathering.gather(), this.signal);
	}

	/** Names the next job of an item, by the same name after a sleep as before it. */
	nextJob(itemIndex: number): string {
		const count = this.jobsOf.get(itemIndex) ?? 0;
		this.jobsOf.set(itemIndex, count + 1);
		return `${itemIndex}.${count}`;
	}

	/**
	 * Notes a job that is to be waited for in sleep.
	 *
	 * @param until Unix milliseconds
	 */
	waitAsleep(name: string, job: SleepingJob, until: number): void {
		this.toKeep.jobs[name] = job;
		this.sleepsUntil = Math.max(this.sleepsUntil, until);
	}

	/** Has the sleep begin after a job's start, also where its item has ended with another's. */
	sleepsAfter(start: Promise<unknown>): void {
		this.running.push(start);
	}

	/** Notes the output of an input item, for the case that others make the execution sleep. */
	keep(itemIndex: number, items: INodeExecutionData[]): void {
		this.toKeep.ended[itemIndex] = items;
	}

	/** Puts the execution to sleep once all items have ended, unless one has failed it. */
	async sleep(item: IExecuteSingleFunctions): Promise<void> {
		await this.allEnded;
		await Promise.allSettled(this.running);
		if (this.hasFailed || this.sleepsUntil === 0) return;
		const until = this.sleepsUntil;
		this.sleepsUntil = 0;
		await fallAsleep(item, this.toKeep, until);
	}

	throwIfInvalid(itemIndex: number): void {
		const error = this.invalid.get(itemIndex);
		if (error) throw error;
	}

	/** Ends the execution: what was not sent yet no longer is. */
	fail(error: NodeApiError, reason: unknown): NodeApiError {
		this.hasFailed = true;
		this.reason = reason;
		this.stop.abort(error);
		return error;
	}

	/** Notes what the failure of one more item has to say beside the one that is shown. */
	addToFailure({ details }: Explanation, reason: unknown): void {
		if (reason === this.reason) return;
		if (typeof details.jobId === 'string') this.startedJobs.add(details.jobId);
		else if (details.mayHaveBegun === true) this.mayHaveBegun = true;
	}

	/** Adds to the error of a failed execution what would get lost with its other items. */
	complete(error: NodeApiError): NodeApiError {
		const details = error.context.details as IDataObject;
		if (typeof details.jobId === 'string') this.startedJobs.delete(details.jobId);
		const added = startedWork([...this.startedJobs], this.mayHaveBegun);
		if (!added) return error;
		error.description = [error.description, added.sentence].filter(Boolean).join(' ');
		Object.assign(details, added.details);
		return error;
	}
}

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
		known && known.lastItem < itemIndex
			? known
			: new NodeExecution(
					maxConcurrency,
					itemsOf(item),
					item.getExecutionCancelSignal(),
					belongsToAgent(item) ? undefined : sleepOf(item.getExecuteData()),
				);
	executions.set(key, execution);
	executionsOfItems.set(item, execution);
	execution.begin(itemIndex);
	return execution;
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
