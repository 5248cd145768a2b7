import type { INode } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/n8n/index.ts';

/** A credential saved in n8n, as its nodes name it. */
export interface Credential {
	id: string;
	name: string;
}

const PACK = 'n8n-nodes-web-data';

/** Seconds between two polls of the trigger: n8n allows a poll a minute, but any number of times. */
const POLL_SECONDS = 5;

/** The node of `sleepOnAgent` that sleeps. */
export const AWAKE = 'Ask and sleep';

export const WATCHED_BY = 'When a run ends';

/** A webhook, then a Map and an agent run, both waited for. The prompt names call and execution. */
export function mapThenAgent(websiteUrl: string, credential: Credential): WorkflowFile {
	return chain('Map, then ask the agent', [
		webhook('work'),
		webData('Map', credential, {
			resource: 'website',
			operation: 'map',
			url: websiteUrl,
			maxLinks: 5,
			output: 'list',
			options: { sitemap: 'only' },
		}),
		webData('Ask', credential, {
			resource: 'agentRun',
			operation: 'start',
			prompt:
				'=[lasts 500ms] Call {{ $("Webhook").first().json.body.call }} in execution {{ $execution.id }}',
		}),
	]);
}

/** A webhook, then an agent run that is waited for in sleep. */
export function sleepOnAgent(credential: Credential, lasts: string): WorkflowFile {
	return chain('Sleep while the agent works', [
		webhook('sleep'),
		webData(AWAKE, credential, {
			resource: 'agentRun',
			operation: 'start',
			prompt: `=[lasts ${lasts}] Call {{ $json.body.call }} in execution {{ $execution.id }}`,
			options: { waitBy: 'webhook', waitTimeout: 3600 },
		}),
	]);
}

/** What a prompt of `mapThenAgent` or `sleepOnAgent` names. */
export function readPrompt(prompt: string): { call: number; executionId: string } {
	const [, call = '', executionId = ''] = /Call (\d+) in execution (\d+)/.exec(prompt) ?? [];
	return { call: Number(call), executionId };
}

/** A webhook, then one Map of many items, with the Max Concurrency that the call asks for. */
export function mapMany(websiteUrl: string, credential: Credential): WorkflowFile {
	return chain('Map many', [
		webhook('many'),
		node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.items' }),
		webData('Map', credential, {
			resource: 'website',
			operation: 'map',
			url: websiteUrl,
			maxLinks: 5,
			output: 'list',
			options: {
				sitemap: 'only',
				maxConcurrency: '={{ $("Webhook").first().json.body.maxConcurrency }}',
			},
		}),
	]);
}

/** The trigger for all runs of the team. */
export function watchRuns(credential: Credential): WorkflowFile {
	const seconds = Array.from({ length: 60 / POLL_SECONDS }, (_, index) => index * POLL_SECONDS);
	const item = seconds.map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	}));
	const trigger = node(WATCHED_BY, `${PACK}.webDataTrigger`, 1, {
		watch: 'team',
		pollTimes: { item },
		options: { includeData: false },
	});
	return chain('Watch runs', [
		{ ...trigger, credentials: { webDataApi: credential } },
		node('Done', 'n8n-nodes-base.noOp', 1, {}),
	]);
}

function webhook(path: string): INode {
	const parameters = { path, httpMethod: 'POST', responseMode: 'onReceived' };
	return { ...node('Webhook', 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
}

function webData(name: string, credential: Credential, parameters: INode['parameters']): INode {
	return {
		...node(name, `${PACK}.webData`, 1, parameters),
		credentials: { webDataApi: credential },
	};
}

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

/** Each node connected to the next. */
function chain(name: string, nodes: INode[]): WorkflowFile {
	const connections: WorkflowFile['connections'] = {};
	for (const [index, { name: from }] of nodes.entries()) {
		const next = nodes[index + 1];
		if (next) connections[from] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	}
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
