import { createHash } from 'node:crypto';
import type {
	ExecutionBaseError,
	INode,
	INodeExecutionData,
	IRun,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { runDataStartingWith, type LoadedCore } from './n8nCore.ts';

/** A request to the webhook of a trigger. */
export interface IncomingCall {
	/** As sent, before anything is made of it. */
	body: string | Buffer;
	headers?: Record<string, string>;
}

/** What a call came to. */
export interface ReceivedCall {
	/** Status of the answer. */
	status: number;
	/** What the caller reads, where the node answered itself. */
	text: string;
	/** What left the trigger; undefined where the call started no execution. */
	items?: INodeExecutionData[];
	error?: ExecutionBaseError;
	execution?: IRun;
}

/** What n8n's database would hold of the deliveries that nodes have seen. */
export type Deliveries = Map<string, Set<string>>;

/** Sends a call to the webhook of a trigger, and runs the execution that it starts. */
export async function receiveCall(
	{ body, headers = {} }: IncomingCall,
	node: INode,
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	loaded: LoadedCore,
	{ mode, deliveries }: { mode: WorkflowExecuteMode; deliveries: Deliveries },
): Promise<ReceivedCall> {
	const { core } = loaded;
	await remember(loaded, deliveries);
	const answer = { status: 200, text: '' };
	const rawBody = Buffer.from(body);
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const request = { headers, rawBody, body: {}, params: {}, query: {} };
	additionalData.httpRequest = request as unknown as typeof additionalData.httpRequest;
	additionalData.httpResponse = responseInto(answer) as typeof additionalData.httpResponse;
	const [webhookDescription] = type.description.webhooks ?? [];
	const webhook = { webhookDescription } as unknown as IWebhookData;
	const context = new core.WebhookContext(workflow, node, additionalData, mode, webhook, [], null);
	await workflow.expression.acquireIsolate();
	try {
		const { workflowData } = (await type.webhook?.call(context)) ?? {};
		if (!workflowData) return answer;
		const stack = [{ node, data: { main: workflowData }, source: null }];
		const execution = await new core.WorkflowExecute(
			additionalData,
			mode,
			runDataStartingWith(stack, loaded.workflow),
		).processRunExecutionData(workflow);
		const { runData, error } = execution.data.resultData;
		const items = runData[node.name]?.at(-1)?.data?.main?.[0] ?? [];
		return { ...answer, items, error, execution };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** The part of an answer that a node may give itself. */
export function responseInto(answer: { status: number; text: string }): unknown {
	const response = {
		status(code: number) {
			answer.status = code;
			return response;
		},
		send(text: string) {
			answer.text = text;
			return response;
		},
		end: () => response,
	};
	return response;
}

type Deduplicator = Parameters<LoadedCore['core']['DataDeduplicationService']['init']>[0];

/** What each engine remembers at the moment; n8n sets its memory up once for all. */
const memories = new WeakMap<LoadedCore['core'], { deliveries: Deliveries }>();

async function remember({ core }: LoadedCore, deliveries: Deliveries): Promise<void> {
	const known = memories.get(core);
	const memory = known ?? { deliveries };
	memory.deliveries = deliveries;
	memories.set(core, memory);
	if (!known) await core.DataDeduplicationService.init(recordIn(memory));
}

/** n8n's record of what a node has processed, with a map for its database. */
function recordIn(memory: { deliveries: Deliveries }): Deduplicator {
	const checkProcessedAndRecord: Deduplicator['checkProcessedAndRecord'] = (
		items,
		_scope,
		{ node },
	) => {
		const known = memory.deliveries.get(node?.id ?? '') ?? new Set();
		memory.deliveries.set(node?.id ?? '', known);
		const hash = (item: unknown) => createHash('md5').update(String(item)).digest('base64');
		const isKnown = (item: unknown) => known.has(hash(item));
		const result = {
			new: items.filter((item) => !isKnown(item)),
			processed: items.filter(isKnown),
		};
		for (const item of items) known.add(hash(item));
		return Promise.resolve(result);
	};
	return { checkProcessedAndRecord } as Deduplicator;
}
