import { parse, stringify } from 'flatted';
import type {
	INodeParameters,
	IRun,
	IRunExecutionData,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { LoadedCore } from './n8nCore.ts';
import { responseInto } from './receivedCall.ts';

/** What came of a call for a sleeping execution. */
export interface WakeCall {
	/** Status of the answer. */
	status: number;
	/** The execution at its end, or asleep again; undefined where the call did not wake it. */
	execution?: IRun;
}

/** What an execution goes on with, whichever way it wakes up. */
interface Surroundings {
	workflow: Workflow;
	/** Made anew for each part of the execution, as in another process. */
	additionalData: () => IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	loaded: LoadedCore;
}

/** An execution as it waits in n8n's database, and what n8n's application does with it. */
export class SleepingExecution {
	private readonly saved: string;

	private readonly surroundings;

	constructor(execution: IRun, surroundings: Surroundings) {
		if (execution.status !== 'waiting') throw new Error(`It does not wait: ${execution.status}`);
		this.saved = stringify(execution.data);
		this.surroundings = surroundings;
	}

	/** When n8n wakes it up by itself, Unix milliseconds. */
	get wakesAt(): number {
		return new Date(String(this.load().waitTill)).getTime();
	}

	/**
	 * Goes on as n8n does when the time of the waiting is over.
	 *
	 * @param changes parameters that the user has changed meanwhile, as before a retry
	 */
	async timeUp(changes: INodeParameters = {}): Promise<IRun> {
		const data = this.load();
		for (const { node } of data.executionData?.nodeExecutionStack ?? []) {
			node.parameters = { ...node.parameters, ...changes };
		}
		return await this.goOn(data);
	}

	/** Calls the address that the node gave out (n8n's `WaitingWebhooks`). */
	async call(body: object = {}): Promise<WakeCall> {
		const { workflow, additionalData, mode, loaded } = this.surroundings;
		const data = this.load();
		const place = data.executionData?.nodeExecutionStack[0];
		const name = data.resultData.lastNodeExecuted ?? '';
		const node = workflow.getNode(name);
		if (!place || !node) throw new Error('No node waits');
		place.node.disabled = true;
		data.waitTill = undefined;
		data.resultData.runData[name]?.pop();

		const answer = { status: 200, text: '' };
		const given = additionalData();
		const rawBody = Buffer.from(JSON.stringify(body));
		const httpRequest = { headers: {}, body, rawBody };
		Object.assign(given, { httpRequest, httpResponse: responseInto(answer) });
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const context = new loaded.core.WebhookContext(
			workflow,
			node,
			given,
			mode,
			{ webhookDescription: type.description.webhooks?.[0] } as unknown as IWebhookData,
			[],
			data,
		);
		const result = await type.webhook?.call(context);
		if (!result?.workflowData) return answer;
		place.data.main = result.workflowData;
		place.metadata = { ...place.metadata, forwardAllOutputs: true };
		return { ...answer, execution: await this.goOn(data) };
	}

	private async goOn(data: IRunExecutionData): Promise<IRun> {
		const { workflow, additionalData, mode, loaded } = this.surroundings;
		return await new loaded.core.WorkflowExecute(
			additionalData(),
			mode,
			// What was answered meanwhile is saved, and read by another process in queue mode.
			copyOf(data),
		).processRunExecutionData(workflow);
	}

	private load(): IRunExecutionData {
		return parse(this.saved) as IRunExecutionData;
	}
}

function copyOf(data: IRunExecutionData): IRunExecutionData {
	return parse(stringify(data)) as IRunExecutionData;
}
