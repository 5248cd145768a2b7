/** Executions that sleep in a real n8n until the stand-in calls; n8n is killed meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import {
	errorOf,
	outputItems,
	packTarball,
	startN8n,
	type Execution,
	type RunningN8n,
	type WorkflowFile,
} from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm } from './editor.ts';
import { OWNER } from './owner.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'fc-of-the-sleepers';
const TRIGGER = 'Run by hand';
const START = 'Gather';
const AFTER = 'Go on';

const folder = mkdtempSync(join(tmpdir(), 'web-data-sleep-'));
const userFolder = join(folder, 'n8n');
let service: Service;
let n8n: RunningN8n;
let webDataApi: { id: string; name: string };

beforeAll(async () => {
	service = await startService({
		apiKeys: [KEY],
		webhookRepeats: Array(60).fill(1_000) as number[],
	});
	n8n = await startN8n({
		userFolder,
		packTarball: await packTarball(PROJECT, join(folder, 'pack')),
	});
	await n8n.client.login(OWNER);
	const form = credentialForm(service.url, KEY);
	webDataApi = { id: await n8n.client.createCredential(form), name: form.name };
});

afterAll(async () => {
	await n8n.stop();
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
});

function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

function startNode(options: IDataObject = {}): INode {
	const parameters: INodeParameters = {
		resource: 'agentRun',
		operation: 'start',
		prompt: '={{ $json.prompt }}',
		options: { waitBy: 'webhook', ...options },
	};
	return {
		...node(START, 'n8n-nodes-web-data.webData', 1, parameters),
		credentials: { webDataApi },
	};
}

function to(name: string): Array<{ node: string; type: 'main'; index: number }> {
	return [{ node: name, type: 'main', index: 0 }];
}

/** Nodes that give an item for each prompt. */
function items(prompts: string[]): INode[] {
	const jsonOutput = JSON.stringify({ tasks: prompts.map((prompt) => ({ prompt })) });
	return [
		node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Tasks', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
		node('Each task', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'tasks', options: {} }),
	];
}

/** Saves a workflow of an item for each prompt, the start, and a node that pairs its items. */
async function saved(prompts: string[], start = startNode()): Promise<string> {
	const prompt = "={{ $('Each task').item.json.prompt }}";
	const assignments = [
		{ id: 'a', name: 'prompt', type: 'string', value: prompt },
		{ id: 'b', name: 'data', type: 'object', value: '={{ $json.data }}' },
	];
	const after = { assignments: { assignments }, options: {} };
	const nodes = [...items(prompts), start, node(AFTER, 'n8n-nodes-base.set', 3.4, after)];
	const wires = nodes.slice(0, -1).map(({ name }, index) => {
		const next = nodes[index + 1]?.name ?? '';
		return [name, { main: [to(next)] }];
	});
	return await n8n.client.createWorkflow({
		name: 'Sleeper',
		nodes,
		connections: Object.fromEntries(wires) as WorkflowFile['connections'],
		settings: { executionOrder: 'v1' },
	});
}

/** Runs a workflow by hand to its end. */
async function run(prompts: string[], start?: INode): Promise<Execution> {
	return await n8n.client.runWorkflow(await saved(prompts, start), TRIGGER);
}

function jsonOf(execution: Execution, name: string): IDataObject[] {
	return outputItems(execution, name).map(({ json }) => json);
}

describe('Runs that are waited for by webhook', () => {
	it('leave the node as by polling, paired, and in one run of the node', async () => {
		const prompts = ['[lasts 1s] [data {"n": 1}] One', '[lasts 2s] [data {"n": 2}] Two'];
		const execution = await run(prompts);
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(jsonOf(execution, AFTER)).toEqual([
			{ prompt: prompts[0], data: { n: 1 } },
			{ prompt: prompts[1], data: { n: 2 } },
		]);
		expect(execution.data.resultData.runData[START]).toHaveLength(1);
		expect(service.agentRuns.all).toHaveLength(2);
		expect(execution.saved).not.toContain(KEY);
	});

	it('sleep meanwhile: the execution waits, and nothing asks for the status', async () => {
		const id = await saved(['[lasts 4s] Long']);
		const before = service.requests.length;
		const running = n8n.client.runWorkflow(id, TRIGGER);
		await vi.waitFor(
			async () => {
				const [execution] = await n8n.client.executions(id);
				expect(execution?.status).toBe('waiting');
			},
			{ timeout: 4_000, interval: 100 },
		);
		await sleep(500);
		expect(service.requests.slice(before).map(({ method }) => method)).toEqual(['POST']);
		expect((await running).status).toBe('success');
	});

	it('may end before the execution is asleep: the service calls again', async () => {
		const execution = await run(['[lasts 1ms] [data {"n": 1}] At once']);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, START)).toMatchObject([{ status: 'completed', data: { n: 1 } }]);
	});

	it('fail the node with what polling would say', async () => {
		const execution = await run(['[lasts 1s] [ends refused] [error No] Ask']);
		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toBe('The agent refused the task');
	});

	it('are each started once in a loop', async () => {
		const before = service.agentRuns.all.length;
		const prompts = ['[lasts 500ms] [data 1] One', '[lasts 500ms] [data 2] Two'];
		const loop = 'Each by itself';
		const nodes = [
			...items(prompts),
			node(loop, 'n8n-nodes-base.splitInBatches', 3, { options: {} }),
			startNode(),
			node(AFTER, 'n8n-nodes-base.noOp', 1, {}),
		];
		const id = await n8n.client.createWorkflow({
			name: 'Sleeping loop',
			nodes,
			connections: {
				[TRIGGER]: { main: [to('Tasks')] },
				Tasks: { main: [to('Each task')] },
				'Each task': { main: [to(loop)] },
				[loop]: { main: [to(AFTER), to(START)] },
				[START]: { main: [to(loop)] },
			},
			settings: { executionOrder: 'v1' },
		});
		const execution = await n8n.client.runWorkflow(id, TRIGGER);
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(jsonOf(execution, AFTER).map(({ data }) => data)).toEqual([1, 2]);
		expect(service.agentRuns.all).toHaveLength(before + 2);
		expect(execution.data.resultData.runData[START]).toHaveLength(2);
	});
});

describe('n8n killed while an execution sleeps', () => {
	it('has the result once when it is up again', async () => {
		const before = service.agentRuns.all.length;
		const id = await saved(['[lasts 3s] [data {"n": 1}] Survive']);
		const running = n8n.client.runWorkflow(id, TRIGGER).catch(() => undefined);
		await vi.waitFor(
			async () => {
				const [execution] = await n8n.client.executions(id);
				expect(execution?.status).toBe('waiting');
			},
			{ timeout: 20_000, interval: 100 },
		);
		const { port } = n8n;
		await n8n.kill();
		await running;
		await sleep(3_000);
		n8n = await startN8n({ userFolder, port });
		await n8n.client.login(OWNER);
		const ids = await n8n.client.executions(id);
		expect(ids).toHaveLength(1);
		const execution = await n8n.client.finishedExecution(ids[0]?.id ?? '');
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, START)).toMatchObject([{ data: { n: 1 } }]);
		expect(service.agentRuns.all).toHaveLength(before + 1);
	});
});

describe('A wait that nobody ends', () => {
	it('fails with the job id when n8n looks, at most a minute after the time is up', async () => {
		const execution = await run(['[lasts 1h] Long'], startNode({ waitTimeout: 2 }));
		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toMatchObject({
			message: 'The agent run did not end within 2 s',
			description: expect.stringContaining(service.agentRuns.all.at(-1)?.id ?? '-') as string,
		});
	});
});
