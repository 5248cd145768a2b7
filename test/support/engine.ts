import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
	ExecutionBaseError,
	IBinaryKeyData,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IConnections,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	ActiveTrigger,
	cloneOfState,
	type ActiveTriggerOptions,
	type PollResult,
} from './activeTrigger.ts';
import { GivenCredentials } from './givenCredentials.ts';
import {
	loadCore,
	runDataStartingWith,
	type ExpressionEngineName,
	type LoadedCore,
} from './n8nCore.ts';
import { PackNodeTypes, START_NODE_TYPE } from './packNodeTypes.ts';
import { RegisteredTrigger } from './registeredTrigger.ts';
import { SleepingExecution } from './sleepingExecution.ts';
import {
	receiveCall,
	type Deliveries,
	type IncomingCall,
	type ReceivedCall,
} from './receivedCall.ts';

const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Set where the tests run on n8n 1: the folder of its engine, with the pack inside. */
const CORE_FOLDER = process.env.N8N_CORE_FOLDER;

/** Before 2.34, n8n's error output has no place for an item's `details`. */
export const ERROR_OUTPUT_TAKES_DETAILS = CORE_FOLDER === undefined;

/** n8n 1 gives out addresses of sleeping executions without a secret in them. */
export const SIGNS_RESUME_ADDRESS = CORE_FOLDER === undefined;

export interface EngineOptions {
	/** The folder of the built pack, with its package.json; the project's by default. */
	packRoot?: string;
	/** The folder whose `n8n-core` runs the pack; the project's by default. */
	coreFrom?: string;
	/** `vm`, as in n8n itself, by default. The first engine of a process decides for all. */
	expressions?: ExpressionEngineName;
}

interface NodeSetup {
	/** The node's name inside the pack, such as `webData`. */
	node: string;
	/** As the editor would save them: only what differs from the defaults. */
	parameters: INodeParameters;
	/** Values of the node's credential; none at all when left out. */
	credentials?: ICredentialDataDecryptedObject;
}

export interface ExecuteOptions extends NodeSetup {
	/** The json of the input items; one empty item by default. */
	items?: IDataObject[];
	/** The files of the items, in their order. */
	files?: IBinaryKeyData[];
	/** `combined` is the workflow setting by which files stand in the json. */
	binaryMode?: 'combined' | 'separate';
	/** `continueErrorOutput` gives the node its second output. */
	onError?: OnError;
	/** n8n then makes up an empty item where none leaves the node. */
	alwaysOutputData?: boolean;
	retryOnFail?: boolean;
	maxTries?: number;
	/** Milliseconds. */
	waitBetweenTries?: number;
	/** `manual` is a run from the editor; `trigger`, the default, one in production. */
	mode?: WorkflowExecuteMode;
	/** Cancels the execution, as the user's Stop button does. */
	signal?: AbortSignal;
}

export interface WorkflowOptions extends Pick<
	ExecuteOptions,
	'binaryMode' | 'credentials' | 'files' | 'mode' | 'signal'
> {
	nodes: INode[];
	connections: IConnections;
	/** Name of the node that the workflow begins with; the first one by default. */
	startNode?: string;
	/** What the start node is given. */
	items?: IDataObject[];
}

export interface ExecutionResult {
	/** What left the node's first output. */
	items: INodeExecutionData[];
	/** What left its error output. */
	errorItems: INodeExecutionData[];
	/** Why the execution stopped, when it did; a plain object, as n8n saves it. */
	error?: ExecutionBaseError;
	/** All that n8n would save. */
	execution: IRun;
	/** All that n8n logged meanwhile, debug lines included. */
	log: string[];
}

export interface StartedExecution<Result> {
	promise: Promise<Result>;
	cancel: () => void;
}

export interface ListSearchOptions extends NodeSetup {
	/** Name in the node's `methods.listSearch`. */
	method: string;
	/** Path of the parameter being searched; `parameters.jobId` by default. */
	path?: string;
	filter?: string;
	paginationToken?: string;
}

export interface TriggerOptions extends NodeSetup, ActiveTriggerOptions {
	/** The node's id, which it keeps when it is renamed; a new one by default. */
	id?: string;
	/** The node's name; that of its type by default. */
	name?: string;
}

export interface CallOptions extends NodeSetup, IncomingCall {
	/** The node's id, by which n8n remembers what it has processed; a new one by default. */
	id?: string;
	/** What n8n remembers; nothing by default. */
	deliveries?: Deliveries;
	/** `manual` is a call to the test address; `webhook`, the default, to an active workflow. */
	mode?: 'webhook' | 'manual';
}

export interface RegistrationOptions extends NodeSetup {
	/** By which the address of its webhook is known; also the node's id. */
	webhookId: string;
	/** The same for all registrations of one workflow; a new one by default. */
	workflowId?: string;
	/** Whether it is listened to for a test; else its workflow is switched on. */
	isTest?: boolean;
	/** What n8n has saved of the workflow before. */
	staticData?: IDataObject;
}

export interface PollOptions extends TriggerOptions {
	/** `manual` is "Fetch Test Event" in the editor; `trigger`, the default, an active workflow. */
	mode?: 'trigger' | 'manual';
	/** The poll n8n makes when the workflow is switched on, whose error keeps it off. */
	activation?: boolean;
}

/** Loads the built pack into a real n8n engine. */
export async function loadEngine({
	packRoot = CORE_FOLDER ? join(CORE_FOLDER, 'node_modules/n8n-nodes-web-data') : PROJECT_ROOT,
	coreFrom = CORE_FOLDER ?? PROJECT_ROOT,
	expressions,
}: EngineOptions = {}): Promise<Engine> {
	const loaded = await loadCore(coreFrom, expressions);
	const loader = new loaded.core.PackageDirectoryLoader(packRoot);
	await loader.loadAll();
	return new Engine(loader, loaded);
}

/** Runs the nodes of one pack as n8n does, without its server and database. */
export class Engine {
	private readonly loader;

	/** The n8n packages it runs on. */
	readonly loaded: LoadedCore;

	private readonly nodeTypes;

	/** What executions that fell asleep go on with. */
	private readonly asleep = new WeakMap<IRun, () => SleepingExecution>();

	constructor(
		loader: InstanceType<LoadedCore['core']['PackageDirectoryLoader']>,
		loaded: LoadedCore,
	) {
		this.loader = loader;
		this.loaded = loaded;
		this.nodeTypes = new PackNodeTypes(loader, loaded);
	}

	/** What n8n's AI Agent tells a model of a node that it may use as a tool. */
	toolDescription(name: string, parameters: INodeParameters): string {
		const tool = {
			id: '1',
			name: 'Tool',
			type: `${this.loader.packageName}.${name}Tool`,
			typeVersion: 1,
			position: [0, 0] satisfies INode['position'],
			parameters,
		};
		const { NodeHelpers } = this.loaded.workflow;
		return NodeHelpers.getToolDescriptionForNode(tool, this.nodeType(name));
	}

	/** A node of the pack as loaded, with the fields that n8n adds to every description. */
	nodeType(node: string): INodeType {
		return this.nodeTypes.getByNameAndVersion(node);
	}

	credentialType(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
	}

	/** Runs a workflow of a start node, which gives the items, and the node under test. */
	async execute(options: ExecuteOptions): Promise<ExecutionResult> {
		return await this.startExecution(options).promise;
	}

	/** As `execute`, while it runs. A cancelled execution still resolves, with status `canceled`. */
	startExecution(options: ExecuteOptions): StartedExecution<ExecutionResult> {
		const { onError, alwaysOutputData, retryOnFail, maxTries, waitBetweenTries, ...run } = options;
		const node = {
			...this.nodeOf(options),
			...withoutUndefined({ onError, alwaysOutputData, retryOnFail, maxTries, waitBetweenTries }),
		};
		const start: INode = {
			id: randomUUID(),
			name: 'Start',
			type: START_NODE_TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const connections: IConnections = {
			[start.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
		};
		const { promise, cancel } = this.startWorkflow({ ...run, nodes: [start, node], connections });
		const result = promise.then(({ execution, log }) => ({
			...outputOf(execution, node.name),
			execution,
			log,
		}));
		return { promise: result, cancel };
	}

	/** Runs any workflow of the pack's nodes, whose types are written `<package name>.<node>`. */
	startWorkflow(
		options: WorkflowOptions,
	): StartedExecution<Pick<ExecutionResult, 'execution' | 'log'>> {
		const { nodes, connections, credentials, signal, items = [{}], mode = 'trigger' } = options;
		const logged = this.loaded.log.length;
		const workflow = this.workflowOf(nodes, connections, false, options.binaryMode);
		const startNode = nodes.find(({ name }) => name === options.startNode) ?? nodes[0];
		if (!startNode) throw new Error('A workflow needs a node');
		const input = items.map((json, item) => {
			const binary = options.files?.[item];
			return { json, pairedItem: { item }, ...(binary && { binary }) };
		});
		const runData = runDataStartingWith(
			[{ node: startNode, data: { main: [input] }, source: null }],
			this.loaded.workflow,
		);
		const additionalData = this.additionalData(credentials, mode, workflow.id);
		const execute = new this.loaded.core.WorkflowExecute(additionalData, mode, runData);
		const running = execute.processRunExecutionData(workflow);
		const cancel = () => {
			running.cancel();
		};
		if (signal?.aborted) cancel();
		signal?.addEventListener('abort', cancel, { once: true });
		const promise = Promise.resolve(running).then((execution) => {
			signal?.removeEventListener('abort', cancel);
			this.asleep.set(
				execution,
				() =>
					new SleepingExecution(execution, {
						workflow: this.workflowOf(nodes, connections),
						additionalData: () => this.additionalData(credentials, mode, workflow.id),
						mode,
						loaded: this.loaded,
					}),
			);
			return { execution, log: this.loaded.log.slice(logged) };
		});
		return { promise, cancel };
	}

	/** An execution that has fallen asleep. */
	sleeping(execution: IRun): SleepingExecution {
		const sleeping = this.asleep.get(execution);
		if (!sleeping) throw new Error('Not an execution of this engine');
		return sleeping();
	}

	/** Fills the list of a resource locator, as the editor does when the user opens it. */
	async callListSearch(options: ListSearchOptions): Promise<INodeListSearchResult> {
		const { path = 'parameters.jobId', filter, paginationToken } = options;
		const node = this.nodeOf(options);
		const search = this.nodeType(options.node).methods?.listSearch?.[options.method];
		if (!search) throw new Error(`${options.node} has no list search ${options.method}`);
		const workflow = this.workflowOf([node], {});
		const additionalData = this.additionalData(options.credentials, 'internal', workflow.id);
		additionalData.currentNodeParameters = options.parameters;
		const { LoadOptionsContext } = this.loaded.core;
		const context = new LoadOptionsContext(workflow, node, additionalData, path);
		await workflow.expression.acquireIsolate();
		try {
			return await search.call(context, filter, paginationToken);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/** Presses the credential's Test button: the function that a node names by `testedBy`. */
	async testCredential(options: {
		credentials: ICredentialDataDecryptedObject;
		/** The pack's only credential by default. */
		credentialType?: string;
	}): Promise<INodeCredentialTestResult> {
		const type = options.credentialType ?? this.onlyCredential();
		if (this.credentialType(type).test) {
			throw new Error('This harness runs credential tests that are functions, not requests');
		}
		for (const { type: node } of Object.values(this.loader.nodeTypes)) {
			if (!('description' in node) || 'nodeVersions' in node) continue;
			const testedBy = node.description.credentials?.find(({ name }) => name === type)?.testedBy;
			if (typeof testedBy !== 'string') continue;
			const test = node.methods?.credentialTest?.[testedBy];
			if (!test) throw new Error(`${node.description.name} has no credential test ${testedBy}`);
			const additionalData = this.additionalData(options.credentials, 'internal');
			const data = await additionalData.credentialsHelper.getDecrypted(
				additionalData,
				{ id: 'given', name: type },
				type,
				'internal',
			);
			const context = new this.loaded.core.CredentialTestContext(additionalData);
			return await test.call(context, { id: 'given', name: type, type, data });
		}
		throw new Error('No testing function found for this credential.');
	}

	/** One poll of a trigger. For several of one active workflow, see `activeTrigger`. */
	async poll(options: PollOptions): Promise<PollResult> {
		if (options.mode === 'manual') return await this.fetchTestEvent(options);
		const trigger = this.activeTrigger(options);
		return options.activation ? await trigger.activate() : await trigger.tick();
	}

	/** Calls the webhook of a trigger, as the service does. */
	async receiveCall(options: CallOptions): Promise<ReceivedCall> {
		const { mode = 'webhook', deliveries = new Map() as Deliveries } = options;
		const node = this.nodeOf(options);
		const workflow = this.workflowOf([node], {}, mode === 'webhook');
		const additionalData = this.additionalData(options.credentials, mode, workflow.id);
		const kept = { mode, deliveries };
		return await receiveCall(options, node, workflow, additionalData, this.loaded, kept);
	}

	/** A webhook trigger, to be registered at the service. */
	registration(options: RegistrationOptions): RegisteredTrigger {
		const { webhookId, workflowId, isTest = false, staticData = {} } = options;
		const node = { ...this.nodeOf({ ...options, id: webhookId }), webhookId };
		const workflow = this.workflowOf([node], {}, !isTest);
		if (workflowId !== undefined) workflow.id = workflowId;
		const additionalData = this.additionalData(options.credentials, 'internal', workflow.id);
		const given = { isTest, staticData };
		return new RegisteredTrigger(node, workflow, additionalData, this.loaded, given);
	}

	/** A workflow with a polling trigger that n8n holds in memory from poll to poll. */
	activeTrigger(options: TriggerOptions): ActiveTrigger {
		const node = this.nodeOf(options);
		const workflow = this.workflowOf([node], {}, true);
		const additionalData = this.additionalData(options.credentials, 'trigger', workflow.id);
		return new ActiveTrigger(node, workflow, additionalData, this.loaded, options);
	}

	/** Stops n8n's expression engine, for every engine on the same `n8n-core`. */
	async close() {
		await this.loaded.dispose();
	}

	private async fetchTestEvent(options: PollOptions): Promise<PollResult> {
		const node = this.nodeOf(options);
		const workflow = this.workflowOf([node], {});
		const logged = this.loaded.log.length;
		const before = options.staticData ?? {};
		workflow.overrideStaticData(structuredClone(before));
		const runData = runDataStartingWith(
			[{ node, data: { main: [[{ json: {} }]] }, source: null }],
			this.loaded.workflow,
		);
		const additionalData = this.additionalData(options.credentials, 'manual', workflow.id);
		const { WorkflowExecute } = this.loaded.core;
		const execution = await new WorkflowExecute(
			additionalData,
			'manual',
			runData,
		).processRunExecutionData(workflow);
		const { runData: nodeRuns, error } = execution.data.resultData;
		return {
			items: nodeRuns[node.name]?.[0]?.data?.main?.[0] ?? null,
			error,
			staticData: cloneOfState(workflow.staticData),
			saved: before,
			log: this.loaded.log.slice(logged),
		};
	}

	private nodeOf({
		node,
		parameters,
		credentials,
		id = randomUUID(),
		name,
	}: NodeSetup & Pick<TriggerOptions, 'id' | 'name'>): INode {
		const { description } = this.nodeType(node);
		const version = [description.version].flat().at(-1) ?? 1;
		const given = (description.credentials ?? []).map(({ name }) => [name, { id: 'given', name }]);
		return {
			id,
			name: name ?? description.defaults.name ?? description.displayName,
			type: `${this.loader.packageName}.${node}`,
			typeVersion: version,
			position: [200, 0],
			parameters,
			...(credentials ? { credentials: Object.fromEntries(given) as INode['credentials'] } : {}),
		};
	}

	private workflowOf(
		nodes: INode[],
		connections: IConnections,
		active = false,
		binaryMode: ExecuteOptions['binaryMode'] = 'separate',
	) {
		return new this.loaded.workflow.Workflow({
			id: randomUUID(),
			name: 'Engine test',
			nodes,
			connections,
			active,
			nodeTypes: this.nodeTypes,
			settings: { executionOrder: 'v1', binaryMode },
		});
	}

	private onlyCredential() {
		const [name, ...others] = Object.keys(this.loader.credentialTypes);
		if (name === undefined || others.length > 0) throw new Error('Name the credential to test');
		return name;
	}

	private additionalData(
		credentials: ICredentialDataDecryptedObject = {},
		mode: WorkflowExecuteMode,
		workflowId = '',
	): IWorkflowExecuteAdditionalData {
		const { core, container } = this.loaded;
		const executionId = randomUUID();
		const base = 'http://127.0.0.1:5678';
		return {
			credentialsHelper: new GivenCredentials(
				credentials,
				(name) => this.credentialType(name),
				this.nodeTypes,
				this.loaded,
			),
			externalSecretsProxy: container.get(core.ExternalSecretsProxy),
			hooks: new core.ExecutionLifecycleHooks(mode, executionId, {
				id: workflowId,
				name: 'Engine test',
				active: false,
				isArchived: false,
				createdAt: new Date(),
				updatedAt: new Date(),
				nodes: [],
				connections: {},
				activeVersionId: null,
			}),
			executionId,
			workflowId,
			currentNodeExecutionIndex: 0,
			restApiUrl: `${base}/rest`,
			instanceBaseUrl: base,
			formBaseUrl: `${base}/form`,
			formWaitingBaseUrl: `${base}/form-waiting`,
			formTestBaseUrl: `${base}/form-test`,
			webhookBaseUrl: `${base}/webhook`,
			webhookWaitingBaseUrl: `${base}/webhook-waiting`,
			webhookTestBaseUrl: `${base}/webhook-test`,
			mcpBaseUrl: `${base}/mcp`,
			mcpTestBaseUrl: `${base}/mcp-test`,
			variables: {},
			setExecutionStatus: () => {},
			logAiEvent: () => {},
			executeWorkflow: notInTheEngine,
			getRunExecutionData: notInTheEngine,
			getRuntimeCredential: notInTheEngine,
			startRunnerTask: notInTheEngine,
		};
	}
}

/** What left a node in its last run, and why the execution stopped. */
export function outputOf(
	{ data }: IRun,
	node: string,
): Pick<ExecutionResult, 'items' | 'errorItems' | 'error'> {
	const { runData, error } = data.resultData;
	const outputs = runData[node]?.at(-1)?.data?.main ?? [];
	return { items: outputs[0] ?? [], errorItems: outputs[1] ?? [], error };
}

function notInTheEngine(): never {
	throw new Error('Only the n8n application can do this, not its engine alone');
}

/** A key with the value `undefined` is not the same to n8n as no key. */
function withoutUndefined<T extends object>(values: T): Partial<T> {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as Partial<T>;
}
