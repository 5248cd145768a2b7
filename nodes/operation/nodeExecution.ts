import type {
	IDataObject,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { Explanation } from '../messages/explanation';
import { startedWork } from '../messages/startedWork';
import { Lane } from '../transport/lane';
import { ItemsAtWork } from './itemsAtWork';
import { fallAsleep, type Sleep, type SleepingJob } from './sleep';

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

	/** Ids of scrapes that were answered: their pages would get lost with the execution, too. */
	readonly scrapeIds = new Set<string>();

	/** What several items do together, by what they have in common. */
	readonly shared = new Map<string, unknown>();

	/** Whether an item has failed the node. */
	hasFailed = false;

	/** Why. Items that work together fail for one and the same reason. */
	private reason?: unknown;

	/** Whether starts of other items may have begun work, although no answer says so. */
	private mayHaveBegun = false;

	/** What is kept when the execution falls asleep: what an earlier sleep kept, too. */
	private readonly toKeep: Sleep & { selections: Record<number, unknown> };

	/** Until when it sleeps, Unix milliseconds; 0 as long as nothing is waited for in sleep. */
	private sleepsUntil = 0;

	/** What has to be settled before the execution may sleep. */
	private readonly running: Array<Promise<unknown>> = [];

	/** Whether the node is as it was before the sleep. */
	private isUnchanged?: boolean;

	/** How many jobs each item has begun. */
	private readonly jobsOf = new Map<number, number>();

	private readonly stop = new AbortController();

	constructor(
		maxConcurrency: number,
		/** The input items. */
		readonly items: ItemsAtWork,
		readonly cancelled: AbortSignal | undefined,
		/** The sleep that the execution has woken from. */
		readonly before?: Sleep,
	) {
		this.signal = cancelled ? AbortSignal.any([cancelled, this.stop.signal]) : this.stop.signal;
		this.lane = new Lane(maxConcurrency);
		this.toKeep = {
			jobs: { ...before?.jobs },
			ended: { ...before?.ended },
			selections: { ...before?.selections },
		};
		for (const { jobId } of Object.values(this.toKeep.jobs)) this.startedJobs.add(jobId);
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

	/** Notes what was chosen for an input item, to go on with after a sleep. It has to be plain data. */
	keepSelection(itemIndex: number, selection: unknown): void {
		this.toKeep.selections[itemIndex] = selection;
	}

	/** What was chosen for an input item before the sleep, unless the user has changed the node since. */
	selectionBefore(itemIndex: number, { parameters }: INode): unknown {
		const { before } = this;
		if (!before) return undefined;
		this.isUnchanged ??= JSON.stringify(parameters) === JSON.stringify(before.parameters);
		return this.isUnchanged ? before.selections?.[itemIndex] : undefined;
	}

	/** Puts the execution to sleep once all items have ended, unless one has failed it. */
	async sleep(item: IExecuteSingleFunctions): Promise<void> {
		await this.items.ended();
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
		if (typeof details.jobId === 'string') {
			this.startedJobs.delete(details.jobId);
			this.scrapeIds.delete(details.jobId);
		}
		const added = startedWork({
			jobIds: [...this.startedJobs],
			scrapeIds: [...this.scrapeIds],
			mayHaveBegun: this.mayHaveBegun,
		});
		if (!added) return error;
		error.description = [error.description, added.sentence].filter(Boolean).join(' ');
		Object.assign(details, added.details);
		return error;
	}
}
