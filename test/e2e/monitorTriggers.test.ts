/** The triggers on a monitor, by webhook and by polling, in a real n8n that is killed meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { outputItems, packTarball, startN8n, type RunningN8n } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm } from './editor.ts';
import { filledIn } from './exampleFiles.ts';
import { OWNER } from './owner.ts';
import { EVERY_FIVE_SECONDS } from './pollTimes.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'fc-of-the-watcher';
const SECRET = 'secret-of-the-watcher';
const TRIGGER = 'When the page changes';
const WEBHOOK_ID = '3f6a5a0c-9d0f-4a3c-8d52-6a1f3e0d9b11';

const folder = mkdtempSync(join(tmpdir(), 'web-data-monitor-'));
const userFolder = join(folder, 'n8n');
let service: Service;
let n8n: RunningN8n;
let site: Server;
let siteUrl: string;
let pageUrl: string;
let price = 10;
/** What was posted to the website, which plays the chat, too. */
const messages: string[] = [];
let webDataApi: { id: string; name: string };
let workflowId: string;

beforeAll(async () => {
	site = createServer((request, response) => {
		if (request.method === 'POST') void text(request).then((body) => messages.push(body));
		response.setHeader('content-type', 'text/html');
		response.end(`<html><body><h1>Chair</h1><p>Price: ${price} EUR</p></body></html>`);
	}).listen(0, '127.0.0.1');
	await once(site, 'listening');
	siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
	pageUrl = `${siteUrl}/chair`;
	service = await startService({
		apiKeys: [KEY],
		webhookSecret: SECRET,
		webhookRepeats: Array(60).fill(1_000) as number[],
	});
	n8n = await startN8n({
		userFolder,
		packTarball: await packTarball(PROJECT, join(folder, 'pack')),
	});
	await n8n.client.login(OWNER);
	const form = credentialForm(service.url, KEY);
	const data = { ...form.data, webhookSecret: SECRET };
	webDataApi = { id: await n8n.client.createCredential({ ...form, data }), name: form.name };
	workflowId = await saved('webDataWebhookTrigger', { schedule: 'hourly', urls: [pageUrl] });
});

afterAll(async () => {
	await n8n.stop();
	await service.stop();
	site.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Saves a workflow of a trigger alone. */
async function saved(trigger: string, parameters: INodeParameters): Promise<string> {
	return await n8n.client.createWorkflow({
		name: 'Price watch',
		nodes: [
			{
				id: WEBHOOK_ID,
				webhookId: WEBHOOK_ID,
				name: TRIGGER,
				type: `n8n-nodes-web-data.${trigger}`,
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { webDataApi },
			},
		],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
}

/** Has the one monitor check its page now, and waits until it has told all. */
async function check(): Promise<void> {
	const [monitor] = service.monitors.of();
	if (!monitor) throw new Error('No monitor');
	service.monitors.begin(monitor);
	await service.monitors.catchUp();
}

/** What left the trigger in all executions, oldest first, once there are so many items. */
async function emitted(count: number): Promise<IDataObject[]> {
	return await vi.waitFor(
		async () => {
			const executions = (await n8n.client.executions(workflowId)).toReversed();
			const items: IDataObject[] = [];
			for (const { id } of executions) {
				const execution = await n8n.client.finishedExecution(id);
				expect(execution.status).toBe('success');
				items.push(...outputItems(execution, TRIGGER).map(({ json }) => json));
			}
			expect(items.length).toBeGreaterThanOrEqual(count);
			return items;
		},
		{ timeout: 60_000, interval: 500 },
	);
}

describe('A workflow with a monitor of its own', () => {
	it('creates the monitor when it is switched on', async () => {
		await n8n.client.activateWorkflow(workflowId);
		await vi.waitFor(() => expect(service.monitors.of()).toHaveLength(1), 30_000);
		const [monitor] = service.monitors.of();
		expect(monitor).toMatchObject({
			name: 'n8n: Price watch',
			status: 'active',
			webhook: {
				url: `${n8n.url}/webhook/${WEBHOOK_ID}/webhook`,
				events: ['monitor.page', 'monitor.check.completed'],
			},
		});
	});

	it('runs for the page when it is first seen, and once with the difference when it changes', async () => {
		await vi.waitFor(async () => {
			await check();
			expect((await emitted(1)).at(0)).toMatchObject({ status: 'new', url: pageUrl });
		}, 60_000);
		price = 8;
		await check();
		const items = await emitted(2);
		expect(items.at(-1)).toMatchObject({ event: 'monitor.page', status: 'changed', url: pageUrl });
		expect(JSON.stringify(items.at(-1)?.diff)).toContain('8 EUR');
		await check();
		await sleep(2_000);
		expect(await emitted(2)).toHaveLength(2);
	});

	it('has a change that came while n8n was down once, and still the same monitor', async () => {
		const [before] = service.monitors.of();
		const { port } = n8n;
		await n8n.kill();
		price = 7;
		await check();
		await sleep(1_000);
		n8n = await startN8n({ userFolder, port });
		await n8n.client.login(OWNER);
		const items = await emitted(3);
		await sleep(3_000);
		expect(await emitted(3)).toHaveLength(3);
		expect(items.at(-1)).toMatchObject({ status: 'changed' });
		expect(service.monitors.of().map(({ id }) => id)).toEqual([before?.id]);
	});

	it('deletes the monitor when it is switched off', async () => {
		await n8n.client.deactivateWorkflow(workflowId);
		await vi.waitFor(() => expect(service.monitors.of()).toEqual([]), 30_000);
	});
});

describe('A workflow that polls a monitor', () => {
	/** Longer than n8n takes from one poll to the next. */
	const POLL_MS = 8_000;

	it('has a change once, and not what was there before', async () => {
		const targets = [{ type: 'scrape', urls: [pageUrl] }];
		const request = { name: 'Prices', schedule: { text: 'hourly' }, targets };
		const { id } = service.monitors.create(request);
		await check();
		const monitorId = { __rl: true, mode: 'id', value: id };
		const parameters = { watch: 'monitor', monitorId, pollTimes: EVERY_FIVE_SECONDS };
		workflowId = await saved('webDataTrigger', parameters);
		await n8n.client.activateWorkflow(workflowId);
		await sleep(POLL_MS);
		price = 6;
		await check();
		const [first] = await emitted(1);
		expect(first).toMatchObject({ event: 'monitor.page', status: 'changed', url: pageUrl });
		expect(JSON.stringify(first?.diff)).toContain('6 EUR');
		await sleep(POLL_MS);
		expect(await emitted(1)).toHaveLength(1);
	});

	it('has a change that came while n8n was down once', async () => {
		const { port } = n8n;
		await n8n.kill();
		price = 5;
		await check();
		n8n = await startN8n({ userFolder, port });
		await n8n.client.login(OWNER);
		const items = await emitted(2);
		expect(JSON.stringify(items.at(-1)?.diff)).toContain('5 EUR');
		await sleep(POLL_MS);
		expect(await emitted(2)).toHaveLength(2);
	});
});

describe('The examples of a price watch', () => {
	/** An example with the page to watch, the address of the chat, and what else its note asks for. */
	async function imported(file: string, watch: (node: INode) => INodeParameters): Promise<string> {
		const { nodes, ...workflow } = filledIn(file, siteUrl, { webDataApi });
		const filled = nodes.map((node): INode => {
			const { parameters } = node;
			const urls = parameters.urls === undefined ? {} : { urls: [pageUrl] };
			const chat = node.name === 'Tell the team' ? { url: `${siteUrl}/chat` } : {};
			return { ...node, parameters: { ...parameters, ...urls, ...chat, ...watch(node) } };
		});
		return await n8n.client.createWorkflow({ ...workflow, nodes: filled });
	}

	async function told(from: number, to: number): Promise<void> {
		messages.length = 0;
		price = from;
		await check();
		price = to;
		await check();
		const message = `The price on ${pageUrl} was ${from} and is now ${to}.`;
		await vi.waitFor(() => expect(messages).toEqual([JSON.stringify({ text: message })]), 60_000);
	}

	it('tells the team by webhook', async () => {
		await n8n.client.deactivateWorkflow(workflowId);
		for (const monitor of service.monitors.of()) service.monitors.remove(monitor);
		workflowId = await imported('priceWatchAtOnce.json', () => ({}));
		await n8n.client.activateWorkflow(workflowId);
		await vi.waitFor(() => expect(service.monitors.of()).toHaveLength(1), 30_000);
		await told(20, 21);
		await n8n.client.deactivateWorkflow(workflowId);
	});

	it('tells the team by polling, of a monitor that it has created', async () => {
		const pollTimes = EVERY_FIVE_SECONDS;
		const monitor = { id: '' };
		const watch = ({ name }: INode): INodeParameters =>
			name === 'When the page changes'
				? { pollTimes, monitorId: { __rl: true, mode: 'id', value: monitor.id } }
				: {};
		const creator = await imported('priceWatch.json', watch);
		await n8n.client.runWorkflow(creator, 'Run once');
		monitor.id = service.monitors.of()[0]?.id ?? '';
		workflowId = await imported('priceWatch.json', watch);
		await n8n.client.activateWorkflow(workflowId);
		await sleep(8_000);
		await told(30, 31);
	});
});
