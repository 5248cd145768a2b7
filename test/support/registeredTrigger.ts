import type {
	IDataObject,
	INode,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { cloneOfState } from './activeTrigger.ts';
import type { LoadedCore } from './n8nCore.ts';

/** A webhook trigger in a workflow that is switched on, or listened to for a test. */
export class RegisteredTrigger {
	private readonly node;

	private readonly workflow;

	private readonly additionalData;

	private readonly loaded;

	private readonly isTest;

	constructor(
		node: INode,
		workflow: Workflow,
		additionalData: IWorkflowExecuteAdditionalData,
		loaded: LoadedCore,
		{ isTest, staticData }: { isTest: boolean; staticData: IDataObject },
	) {
		this.node = node;
		this.workflow = workflow;
		this.additionalData = additionalData;
		this.loaded = loaded;
		this.isTest = isTest;
		workflow.overrideStaticData(structuredClone(staticData));
	}

	/** What n8n saves of the workflow. */
	get staticData(): IDataObject {
		return cloneOfState(this.workflow.staticData);
	}

	/** What n8n does when the workflow is switched on. @returns whether something was created */
	async switchOn(): Promise<boolean> {
		if (await this.call('checkExists')) return false;
		return await this.call('create');
	}

	async switchOff(): Promise<void> {
		await this.call('delete');
	}

	async call(method: 'checkExists' | 'create' | 'delete'): Promise<boolean> {
		const { workflow, node, additionalData, loaded, isTest } = this;
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const webhookDescription = type.description.webhooks?.[0];
		const context = new loaded.core.HookContext(
			workflow,
			node,
			additionalData,
			isTest ? 'manual' : 'trigger',
			isTest ? 'manual' : 'activate',
			{ webhookDescription, isTest } as unknown as IWebhookData,
		);
		await workflow.expression.acquireIsolate();
		try {
			return (await type.webhookMethods?.default?.[method].call(context)) ?? false;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}
}
