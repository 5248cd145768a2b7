import { randomUUID } from 'node:crypto';
import type {
	ExecutionBaseError,
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import type { LoadedCore } from './n8nCore.ts';

export interface PollResult {
	/** What an execution would start with; `null` when the poll found nothing or failed. */
	items: INodeExecutionData[] | null;
	error?: ExecutionBaseError;
	/** The workflow's static data in memory after the poll: that of its nodes and its global one. */
	staticData: IDataObject;
	/** The same as n8n's database would hold it: what a restart comes back with. */
	saved: IDataObject;
	/** All that n8n logged meanwhile. */
	log: string[];
}

export interface ActiveTriggerOptions {
	/** What earlier polls left in the workflow's static data. */
	staticData?: IDataObject;
	/** What `getPollBudgetMs` answers; n8n's default of 5 minutes when left out. */
	budgetMs?: number;
	/** n8n's optional mode in which a poll's state and its execution are saved together. */
	durableCursors?: boolean;
	/** That of another copy of the same workflow in the same process; a new one when left out. */
	workflowId?: string;
}

/**
 * An active workflow's polling trigger. In n8n's default mode static data is saved when a poll emits
 * something and once after activation, and an unsaved change lives on in memory. With durable
 * cursors the node's part is kept by the node's id and saved after every poll but that of the
 * activation, and each poll begins with what is saved.
 */
export class ActiveTrigger {
	private readonly node;

	private readonly workflow;

	private readonly additionalData;

	private readonly loaded;

	private readonly options;

	private savedState: IDataObject;

	private savedCursor?: IDataObject;

	/** Whether this copy of the workflow is the one that was switched on. */
	private isActivated = false;

	constructor(
		node: INode,
		workflow: Workflow,
		additionalData: IWorkflowExecuteAdditionalData,
		loaded: LoadedCore,
		options: ActiveTriggerOptions,
	) {
		this.node = node;
		this.workflow = workflow;
		this.additionalData = additionalData;
		this.loaded = loaded;
		this.options = options;
		this.savedState = structuredClone(options.staticData ?? {});
		this.restart();
	}

	/** Switches the workflow on: one poll, whose error would keep it off. */
	async activate(): Promise<PollResult> {
		this.isActivated = true;
		const result = await this.pollOnce(true);
		if (!result.error) this.save();
		return { ...result, saved: structuredClone(this.savedState) };
	}

	/**
	 * One poll by schedule. Calls may overlap, as n8n's do. With durable cursors, or where this copy of
	 * the workflow was never switched on, it is one that n8n's scheduler makes a copy for.
	 */
	async tick(): Promise<PollResult> {
		if (this.options.durableCursors) this.reload();
		return await this.pollOnce(false);
	}

	/** Forgets what was not saved, as a restart of n8n does. */
	restart() {
		// What the pack keeps in the process goes by this.
		this.workflow.id = this.options.workflowId ?? randomUUID();
		this.reload();
	}

	private reload() {
		this.workflow.overrideStaticData(structuredClone(this.savedState));
		this.workflow.staticData.__dataChanged = false;
	}

	/** As when a poll of another trigger in the workflow ends: they share what evaluates expressions. */
	async anotherPollEnds(): Promise<void> {
		await this.workflow.expression.releaseIsolate();
	}

	private async pollOnce(activating: boolean): Promise<PollResult> {
		const logged = this.loaded.log.length;
		let items: INodeExecutionData[] | null = null;
		let error: ExecutionBaseError | undefined;
		const cursor = this.options.durableCursors ? this.stagedCursor() : undefined;
		const context = new this.loaded.core.PollContext(
			this.workflow,
			this.node,
			this.additionalData,
			'trigger',
			activating || (this.isActivated && !this.options.durableCursors) ? 'activate' : 'update',
			(outputs) => {
				items = outputs[0] ?? [];
				cursor?.commit();
				this.save();
			},
			(thrown) => {
				error = thrown as ExecutionBaseError;
			},
		);
		const { budgetMs } = this.options;
		if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
		if (cursor) {
			const { data, commit } = cursor;
			Object.assign(context, { resolveNodeStaticData: () => data, __commitCursor: commit });
		}
		try {
			await this.runPoll(context, activating);
		} catch (thrown) {
			error = thrown as ExecutionBaseError;
		}
		return {
			items,
			...(error ? { error } : {}),
			staticData: cloneOfState(this.workflow.staticData),
			saved: structuredClone(this.savedState),
			log: this.loaded.log.slice(logged),
		};
	}

	/** The node's part for one poll; a poll that fails leaves the saved one as it was. */
	private stagedCursor() {
		this.savedCursor ??= cloneOfState(this.workflow.getStaticData('node', this.node));
		const data = structuredClone(this.savedCursor);
		const commit = () => {
			this.savedCursor = structuredClone(data);
		};
		return { data, commit };
	}

	private async runPoll(
		context: InstanceType<LoadedCore['core']['PollContext']>,
		activating: boolean,
	): Promise<void> {
		const { core, container } = this.loaded;
		const { expression } = this.workflow;
		if (core.PollTriggerExecutor !== undefined) {
			const executor = container.get(core.PollTriggerExecutor);
			const poll = executor.create(this.workflow, this.node, context, () => true);
			// On activation the isolate is n8n's activation's, not the poll's.
			if (activating) await expression.acquireIsolate();
			try {
				await poll(activating);
			} finally {
				if (activating) await expression.releaseIsolate();
			}
			return;
		}
		// n8n 1 has no such class; its poll does just this.
		await expression.acquireIsolate();
		try {
			const type = this.workflow.nodeTypes.getByNameAndVersion(this.node.type);
			const outputs = await type.poll?.call(context);
			if (outputs) context.__emit(outputs);
		} finally {
			await expression.releaseIsolate();
		}
	}

	private save() {
		if (this.workflow.staticData.__dataChanged !== true) return;
		this.savedState = cloneOfState(this.workflow.staticData);
		this.workflow.staticData.__dataChanged = false;
	}
}

/** Static data is a proxy, which `structuredClone` refuses. */
export function cloneOfState(state: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(state)) as IDataObject;
}
