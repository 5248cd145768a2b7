/** Jobs at work when n8n is killed: their pages are paid for, and can be read afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import {
	errorOf,
	outputItems,
	packTarball,
	startN8n,
	type RunningN8n,
	type WorkflowFile,
} from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm } from './editor.ts';
import { OWNER } from './owner.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'fc-of-the-killed';
const TRIGGER = 'Run by hand';

/** How long the website takes for a page: long enough to kill n8n meanwhile. */
const PAGE_MS = 2_000;
const PAGES = ['/', '/1', '/2'];

const folder = mkdtempSync(join(tmpdir(), 'web-data-killed-'));
const userFolder = join(folder, 'n8n');
let site: Server;
let origin: string;
let service: Service;
let n8n: RunningN8n;
let webDataApi: { id: string; name: string };

beforeAll(async () => {
	site = createServer((request, response) => {
		const answer = () => {
			response.setHeader('content-type', 'text/html');
			response.end(`<h1>Page ${request.url}</h1> <a href="/1">1</a> <a href="/2">2</a>`);
		};
		if (PAGES.includes(request.url ?? '')) setTimeout(answer, PAGE_MS);
		else response.writeHead(404).end();
	}).listen(0, '127.0.0.1');
	await once(site, 'listening');
	origin = `http://localhost:${(site.address() as AddressInfo).port}`;
	service = await startService({ apiKeys: [KEY] });
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
	site.close();
	rmSync(folder, { recursive: true, force: true });
});

function node(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** Saves a workflow of these operations, one after the other. */
async function saved(operations: Record<string, INodeParameters>): Promise<string> {
	const own = Object.entries(operations).map(([name, parameters]): INode => ({
		...node(name, 'n8n-nodes-web-data.webData', parameters),
		credentials: { webDataApi },
	}));
	const nodes = [node(TRIGGER, 'n8n-nodes-base.manualTrigger', {}), ...own];
	const wires = nodes.slice(1).map(({ name }, index) => {
		const next = { node: name, type: 'main', index: 0 };
		return [nodes[index]?.name, { main: [[next]] }];
	});
	return await n8n.client.createWorkflow({
		name: 'Killed',
		nodes,
		connections: Object.fromEntries(wires) as WorkflowFile['connections'],
		settings: { executionOrder: 'v1' },
	});
}

it.each([
	[
		'batchScrape',
		'batch_scrape',
		() => ({ urlsFrom: 'list', urls: PAGES.map((path) => origin + path) }),
	],
	['crawl', 'crawl', () => ({ url: origin })],
])(
	'a job of %s is found by the list of activities, and its pages are read',
	async (resource, endpoint, parameters) => {
		const { jobs } = service.pageJobs;
		const before = jobs.all.length;
		const start = { resource, operation: 'start', ...parameters() };
		const running = n8n.client.runWorkflow(await saved({ Start: start }), TRIGGER);
		const ended = running.catch(() => undefined);
		await vi.waitUntil(() => jobs.all.length > before, { timeout: 20_000 });
		const { port } = n8n;
		await n8n.kill();
		await ended;
		n8n = await startN8n({ userFolder, port });
		await n8n.client.login(OWNER);
		while (!jobs.all.every((job) => jobs.hasEnded(job))) await sleep(100);
		const read = await saved({
			Activity: {
				...{ resource: 'account', operation: 'getActivity', returnAll: false, limit: 1 },
				filters: { endpoint },
			},
			Read: {
				...{ resource, operation: 'get' },
				jobId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
		});
		const execution = await n8n.client.runWorkflow(read, TRIGGER);
		expect(errorOf(execution)?.message).toBeUndefined();
		const pages = outputItems(execution, 'Read').map(({ json }) => json);
		expect(pages.map(({ markdown }) => /Page (\S+)/.exec(markdown as string)?.[1]).sort()).toEqual(
			PAGES,
		);
		expect(new Set(pages.map(({ jobId }) => jobId))).toEqual(new Set([jobs.all.at(-1)?.id]));
		expect(jobs.all).toHaveLength(before + 1);
	},
	120_000,
);
