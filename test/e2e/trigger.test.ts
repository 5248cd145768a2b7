/** The trigger in an n8n of its own, which is killed and started again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INode } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
	outputItems,
	packTarball,
	startN8n,
	type RunningN8n,
	type WorkflowFile,
} from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm } from './editor.ts';
import { EVERY_FIVE_SECONDS } from './pollTimes.ts';
import { OWNER } from './owner.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = new URL('../../examples/agentEndsToSpreadsheet.json', import.meta.url);
const KEY = 'fc-of-the-trigger';
const TRIGGER = 'When an agent run ends';

/** n8n's own two ways to schedule polls and to keep what they remember. */
const MODES: Array<[mode: string, settings: Record<string, string>]> = [
	['by default', {}],
	[
		'with durable cursors',
		{
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		},
	],
];

describe.each(MODES)('The trigger in an active workflow %s', (_mode, settings) => {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-trigger-'));
	const userFolder = join(folder, 'n8n');
	let service: Service;
	let n8n: RunningN8n;
	let webDataApi: { id: string; name: string };
	let watcher: string;
	/** Ids of all runs that have to come out of the watcher. */
	const started: string[] = [];

	beforeAll(async () => {
		service = await startService({ apiKeys: [KEY], listPageSize: 5 });
		const tarball = await packTarball(PROJECT, join(folder, 'pack'));
		n8n = await startN8n({ userFolder, packTarball: tarball, settings });
		await n8n.client.login(OWNER);
		const form = credentialForm(service.url, KEY);
		webDataApi = { id: await n8n.client.createCredential(form), name: form.name };
		startRun('[lasts 2s] before the activation');
		started.length = 0;
		await sleep(2_500);
		watcher = await n8n.client.createWorkflow(workflowOf('Watcher', [triggerNode()]));
		await n8n.client.activateWorkflow(watcher);
	});

	afterAll(async () => {
		await n8n.stop();
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	function triggerNode(): INode {
		return {
			id: 'f0000000-0000-4000-8000-000000000001',
			name: TRIGGER,
			type: 'n8n-nodes-web-data.webDataTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: EVERY_FIVE_SECONDS },
			credentials: { webDataApi },
		};
	}

	function startRun(prompt: string): void {
		started.push(service.agentRuns.start({ prompt }).id);
	}

	/** Ids that came out of the trigger of a workflow, in their order. */
	async function emitted(workflowId: string): Promise<unknown[]> {
		const executions = await n8n.client.executions(workflowId);
		const ids: unknown[] = [];
		for (const { id } of executions.toReversed()) {
			const execution = await n8n.client.finishedExecution(id);
			expect(execution.status).toBe('success');
			ids.push(...outputItems(execution, TRIGGER).map(({ json }) => json.jobId));
		}
		return ids;
	}

	/** Waits until n8n has polled `count` times more, the last one to its end. */
	async function polls(count: number): Promise<void> {
		const lists = () => service.requests.filter(({ path }) => path === '/v2/agent').length;
		const target = lists() + count;
		while (lists() < target) await sleep(50);
		await sleep(1_500);
	}

	async function expectAllOnce(): Promise<void> {
		const deadline = Date.now() + 60_000;
		let ids = await emitted(watcher);
		while (ids.length < started.length && Date.now() < deadline) {
			await sleep(1_000);
			ids = await emitted(watcher);
		}
		await polls(1);
		expect((await emitted(watcher)).sort()).toEqual([...started].sort());
	}

	it('brings the end of every run that another workflow starts, once', async () => {
		const starter = await n8n.client.createWorkflow(starterOf(webDataApi));
		const execution = await n8n.client.runWorkflow(starter, 'Run by hand');
		const ids = outputItems(execution, 'Start').map(({ json }) => json.jobId as string);
		expect(ids).toHaveLength(8);
		started.push(...ids);
		await expectAllOnce();
	});

	it('loses nothing when n8n is killed between two polls and started again', async () => {
		startRun('[lasts 8s] ends while n8n is down');
		startRun('[lasts 40s] ends after the restart');
		await polls(1);
		startRun('[lasts 1s] [ends failed] begins and ends while n8n is down');
		await n8n.kill();
		await sleep(8_000);
		n8n = await startN8n({ userFolder, port: n8n.port, settings });
		await n8n.client.login(OWNER);
		await expectAllOnce();
	});

	it('loses nothing when n8n is stopped in order during its first poll, again and again', async () => {
		service.orderFault({ path: /^\/v2\/agent/, delay: 400, times: Infinity });
		for (let stops = 0; stops < 3; stops++) {
			await n8n.stop();
			// Fewer than a page of the list: they begin in one millisecond.
			for (let run = 0; run < 4; run++) startRun('[lasts 1s] ends while n8n is down');
			await sleep(1_500);
			const before = service.requests.length;
			n8n = await startN8n({ userFolder, port: n8n.port, settings });
			while (service.requests.length === before) await sleep(20);
			await sleep(stops * 400);
		}
		await n8n.stop();
		n8n = await startN8n({ userFolder, port: n8n.port, settings });
		await n8n.client.login(OWNER);
		service.clearFaults();
		await expectAllOnce();
	}, 360_000);

	it('loses nothing while the workflow is switched off and on again', async () => {
		await n8n.client.deactivateWorkflow(watcher);
		startRun('[lasts 1s] [ends refused] begins and ends while the workflow is off');
		startRun('[lasts 6s] ends when the workflow is on again');
		await sleep(2_000);
		await n8n.client.activateWorkflow(watcher);
		await expectAllOnce();
	});

	it('drives the example: a row for a success, a message for a failure', async () => {
		const messages: IDataObject[] = [];
		const chat = await startChat(messages);
		try {
			const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowFile;
			const { port } = chat.address() as AddressInfo;
			const nodes = example.nodes.map((node) => {
				if (node.name === TRIGGER) return { ...triggerNode(), id: node.id };
				if (node.name !== 'Tell the team') return node;
				return { ...node, parameters: { ...node.parameters, url: `http://127.0.0.1:${port}` } };
			});
			const id = await n8n.client.createWorkflow({ ...example, nodes });
			await n8n.client.activateWorkflow(id);
			for (const prompt of ['[data {"a":1}] [lasts 1s]', '[ends refused]', '[ends cancelled]']) {
				startRun(`${prompt} [lasts 1s]`);
			}
			const [success, refusal] = started.slice(-3);
			while ((await emitted(id)).length < 3) await sleep(1_000);
			await n8n.client.deactivateWorkflow(id);

			const rows: IDataObject[] = [];
			for (const summary of await n8n.client.executions(id)) {
				const execution = await n8n.client.finishedExecution(summary.id);
				rows.push(...outputItems(execution, 'Append it').map(({ json }) => json));
			}
			expect(rows).toMatchObject([{ jobId: success, result: '{"a":1}', credits: 15 }]);
			expect(messages).toEqual([
				{ text: expect.stringContaining(`Agent run ${refusal ?? ''} ended: refused`) as string },
			]);
		} finally {
			chat.close();
		}
	});
});

function workflowOf(name: string, nodes: INode[]): WorkflowFile {
	return { name, nodes, connections: {}, settings: { executionOrder: 'v1' } };
}

/** Starts eight runs that end in different ways, and does not wait for them. */
function starterOf(webDataApi: { id: string; name: string }): WorkflowFile {
	const node = (name: string, type: string, typeVersion: number, parameters: object) =>
		({ id: name, name, type, typeVersion, position: [0, 0], parameters }) as INode;
	const jsCode =
		"const ends = ['succeeded', 'failed', 'refused', 'cancelled'];" +
		'return [...ends, ...ends].map((end, n) => ({ json: { prompt: `[lasts ${n + 1}s] [ends ${end}]` } }));';
	const start = {
		...node('Start', 'n8n-nodes-web-data.webData', 1, {
			resource: 'agentRun',
			operation: 'start',
			prompt: '={{ $json.prompt }}',
			waitForCompletion: false,
		}),
		credentials: { webDataApi },
	};
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	return {
		...workflowOf('Starter', [
			node('Run by hand', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Tasks', 'n8n-nodes-base.code', 2, { jsCode }),
			start,
		]),
		connections: { 'Run by hand': to('Tasks'), Tasks: to('Start') },
	};
}

/** Stands in for a chat's incoming webhook. */
async function startChat(messages: IDataObject[]): Promise<Server> {
	const chat = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			messages.push(JSON.parse(body) as IDataObject);
			response.end('ok');
		});
	});
	await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
	return chat;
}
