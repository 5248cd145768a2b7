/** Agent runs in workflows of a real n8n, against the stand-in. */
import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import xlsx from 'xlsx';

import {
	errorOf,
	outputItems,
	type Execution,
	type N8nClient,
	type WorkflowFile,
} from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';

const KEY = 'fc-of-the-agent-runs';
const TRIGGER = 'Run by hand';
const EXAMPLE = new URL('../../examples/agentToSpreadsheet.json', import.meta.url);

let client: N8nClient;
let service: Service;
let webDataApi: { id: string; name: string };

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY] });
	const form = credentialForm(service.url, KEY);
	webDataApi = { id: await client.createCredential(form), name: form.name };
});

afterAll(async () => {
	await service.stop();
});

function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

function webData(name: string, parameters: INodeParameters): INode {
	const type = 'n8n-nodes-web-data.webData';
	return {
		...node(name, type, 1, { resource: 'agentRun', ...parameters }),
		credentials: { webDataApi },
	};
}

/** Gives one item for each task. */
function tasks(list: IDataObject[]): INode[] {
	const jsonOutput = JSON.stringify({ tasks: list });
	return [
		node('Tasks', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
		node('Each task', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'tasks', options: {} }),
	];
}

/** Saves and runs a workflow of nodes in a row; `onError` takes what leaves their error outputs. */
async function runWorkflow(nodes: INode[], onError?: INode): Promise<Execution> {
	const to = (next?: INode) => (next ? [{ node: next.name, type: 'main' as const, index: 0 }] : []);
	const trigger = node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {});
	const row = [trigger, ...nodes];
	const wires = row.map((entry, index) => [
		entry.name,
		{ main: [to(row[index + 1]), ...(entry.onError ? [to(onError)] : [])] },
	]);
	const id = await client.createWorkflow({
		name: 'Agent runs',
		nodes: onError ? [...row, onError] : row,
		connections: Object.fromEntries(wires) as WorkflowFile['connections'],
		settings: { executionOrder: 'v1' },
	});
	return await client.runWorkflow(id, TRIGGER);
}

function jsonOf(execution: Execution, name: string): IDataObject[] {
	return outputItems(execution, name).map(({ json }) => json);
}

describe('Start and wait on three prompts: one succeeds, one is refused, one hits its cap', () => {
	let execution: Execution;

	beforeAll(async () => {
		const start = {
			...webData('Gather', {
				operation: 'start',
				prompt: '={{ $json.prompt }}',
				options: { maxCredits: '={{ $json.cap }}' },
			}),
			onError: 'continueErrorOutput' as const,
		};
		const assignments = ['outcome', 'errorCode', 'jobId'].map((name) => ({
			id: name,
			name,
			type: 'string',
			value: `={{ $json.details.${name} }}`,
		}));
		const failure = node('Read the failure', 'n8n-nodes-base.set', 3.4, {
			assignments: { assignments },
			includeOtherFields: false,
			options: {},
		});
		const success = node('Read the result', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: '={{ $json.data }}',
			options: {},
		});
		execution = await runWorkflow(
			[
				...tasks([
					{ prompt: '[data {"price": 49.9}] Fine', cap: 100 },
					{ prompt: '[ends refused] Forbidden', cap: 100 },
					{ prompt: '[credits 20] Dear', cap: 5 },
				]),
				start,
				success,
			],
			failure,
		);
	});

	it('starts three runs and goes on without an error', () => {
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(service.agentRuns.all).toHaveLength(3);
	});

	it('returns the data of the one that succeeded', () => {
		expect(jsonOf(execution, 'Read the result')).toEqual([{ price: 49.9 }]);
	});

	it('lets an error branch read outcome and code of the others', () => {
		// The service need not receive starts that are sent together in the order of their items.
		const runOf = (task: string) =>
			service.agentRuns.all.find(({ request }) => request.prompt.endsWith(task));
		expect(jsonOf(execution, 'Read the failure')).toEqual([
			{ outcome: 'refused', errorCode: 'refused', jobId: runOf('Forbidden')?.id },
			{
				outcome: 'credit_limit_reached',
				errorCode: 'credit_limit_reached',
				jobId: runOf('Dear')?.id,
			},
		]);
	});

	it('saves the key nowhere', () => {
		expect(execution.saved).not.toContain(KEY);
	});
});

describe('A run that is refused', () => {
	it('stops the workflow with the reason and what to do', async () => {
		const prompt = '[ends refused] [error I will not do that] Forbidden';
		const execution = await runWorkflow([webData('Gather', { operation: 'start', prompt })]);
		expect(execution.status).toBe('error');
		const error = errorOf(execution);
		expect(error?.message).toBe('The agent refused the task');
		expect(error).toMatchObject({
			description: expect.stringMatching(/^Reason: I will not do that\. Word the prompt/) as string,
		});
	});
});

describe('A run at work', () => {
	it('is cancelled by a later node, and Get then tells so', async () => {
		const prompt = '[lasts 1h] Long work';
		const jobId = "={{ $('Begin').item.json.jobId }}";
		const execution = await runWorkflow([
			webData('Begin', { operation: 'start', prompt, waitForCompletion: false }),
			webData('Cancel', { operation: 'cancel', jobId }),
			node('Until it has ended', 'n8n-nodes-base.wait', 1.1, { amount: 2 }),
			webData('Get', { operation: 'get', jobId }),
			webData('Cancel again', { operation: 'cancel', jobId, options: { ignoreFinished: true } }),
		]);
		expect(errorOf(execution)?.message).toBeUndefined();
		const run = service.agentRuns.all.at(-1);
		expect(run?.cancelRequestedAt).toBeTypeOf('number');
		expect(jsonOf(execution, 'Cancel')).toEqual([{ jobId: run?.id, success: true }]);
		expect(jsonOf(execution, 'Get')).toMatchObject([{ jobId: run?.id, status: 'failed' }]);
		expect(jsonOf(execution, 'Cancel again')).toMatchObject([{ alreadyOver: true }]);
	});
});

describe('A run that has ended', () => {
	it('is read back with its trace and its snapshots, and is found in the list', async () => {
		const prompt = '[data {"price": 49.9}] Read me back';
		const jobId = "={{ $('Gather').item.json.jobId }}";
		const execution = await runWorkflow([
			webData('Gather', { operation: 'start', prompt }),
			webData('Trace', { operation: 'getTrace', jobId, options: { eventTypes: ['run.finished'] } }),
			webData('Snapshots', { operation: 'getSnapshot', jobId }),
			{ ...webData('Runs', { operation: 'getAll', limit: 1 }), executeOnce: true },
		]);
		expect(errorOf(execution)?.message).toBeUndefined();
		const id = service.agentRuns.all.at(-1)?.id;
		expect(jsonOf(execution, 'Trace')).toMatchObject([
			{ jobId: id, type: 'run.finished', outcome: 'succeeded' },
		]);
		expect(jsonOf(execution, 'Snapshots')).toMatchObject([
			{ jobId: id, kind: 'json', snapshot: { price: 49.9 } },
			{ jobId: id, kind: 'markdown', snapshot: expect.any(String) as string },
		]);
		expect(jsonOf(execution, 'Runs')).toMatchObject([{ jobId: id, status: 'completed' }]);
	});
});

describe('The example workflow', () => {
	it('ends with a spreadsheet that has a row for each thing that the agent found', async () => {
		const workflow = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowFile;
		const products = [
			{ name: 'Blue chair', price: 49.9, url: 'https://shop.example/1' },
			{ name: 'Red table', price: 120, url: 'https://shop.example/2' },
		];
		const nodes = workflow.nodes.map((entry) =>
			entry.type === 'n8n-nodes-web-data.webData'
				? {
						...entry,
						credentials: { webDataApi },
						parameters: {
							...entry.parameters,
							prompt: `[data ${JSON.stringify({ products })}] ${entry.parameters.prompt as string}`,
						},
					}
				: entry,
		);
		const id = await client.createWorkflow({ ...workflow, nodes });
		const execution = await client.runWorkflow(id, TRIGGER);
		expect(errorOf(execution)?.message).toBeUndefined();
		const file = outputItems(execution, 'Write a spreadsheet')[0]?.binary?.data;
		const content =
			file?.id === undefined
				? Buffer.from(file?.data ?? '', 'base64')
				: await client.binaryData(file.id);
		const { Products } = xlsx.read(content).Sheets;
		expect(Products && xlsx.utils.sheet_to_json(Products)).toEqual(products);
		const { request } = service.agentRuns.all.at(-1) ?? {};
		expect(request).toMatchObject({
			schema: { type: 'object', required: ['products'] },
			maxCredits: 500,
		});
	});
});
