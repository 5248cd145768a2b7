/** The webhook trigger in an active workflow of a real n8n, called by the stand-in and by others. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';

import { outputItems, readLog, type Execution, type N8nClient } from '../../sandbox/n8n/index.ts';
import { signatureOf, startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';

const KEY = 'fc-of-the-webhook-trigger';
const SECRET = 'secret-of-the-webhook-trigger';
const TRIGGER = 'When a job ends';
const AFTER = 'Go on';

let client: N8nClient;
let service: Service;
let workflowId: string;
let url: string;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({
		apiKeys: [KEY],
		webhookSecret: SECRET,
		webhookRepeats: [500, 500, 500],
	});
	const form = credentialForm(service.url, KEY);
	const data = { ...form.data, webhookSecret: SECRET };
	const webDataApi = { id: await client.createCredential({ ...form, data }), name: form.name };
	const webhookId = randomUUID();
	const trigger: INode = {
		id: webhookId,
		webhookId,
		name: TRIGGER,
		type: 'n8n-nodes-web-data.webDataWebhookTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { source: 'jobs', events: ['completed', 'failed', 'page'] },
		credentials: { webDataApi },
	};
	const after: INode = {
		id: 'after',
		name: AFTER,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, 0],
		parameters: {},
	};
	workflowId = await client.createWorkflow({
		name: 'Webhook trigger',
		nodes: [trigger, after],
		connections: { [TRIGGER]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await client.activateWorkflow(workflowId);
	url = `${inject('n8n').url}/webhook/${webhookId}/webhook`;
	// n8n answers 404 for a moment after the activation.
	await vi.waitFor(async () => expect(await post('{}')).toBe(401), {
		timeout: 30_000,
		interval: 200,
	});
});

afterAll(async () => {
	await client.deactivateWorkflow(workflowId);
	await service.stop();
});

/** Sends a body to the trigger. @returns the status of the answer */
async function post(body: string, headers: Record<string, string> = {}): Promise<number> {
	const answer = await axios.post(url, body, {
		headers: { 'content-type': 'application/json', ...headers },
		proxy: false,
		maxBodyLength: Infinity,
		validateStatus: () => true,
	});
	return answer.status;
}

/** Executions since the last look, oldest first, as soon as there are so many. */
let seen: string[] = [];

async function executions(count: number): Promise<Execution[]> {
	const started = await vi.waitFor(
		async () => {
			const ids = (await client.executions(workflowId)).map(({ id }) => id);
			const fresh = ids.filter((id) => !seen.includes(id));
			expect(fresh.length).toBeGreaterThanOrEqual(count);
			return fresh.toReversed();
		},
		{ timeout: 30_000, interval: 300 },
	);
	return await Promise.all(started.map(async (id) => await client.finishedExecution(id)));
}

beforeEach(async () => {
	seen = (await client.executions(workflowId)).map(({ id }) => id);
});

function page(): string {
	const data = [{ markdown: '# Ü', metadata: { sourceURL: 'https://shop.example/' } }];
	return JSON.stringify({ type: 'crawl.page', id: 'job', webhookId: randomUUID(), data });
}

describe('What the service sends', () => {
	it('starts an execution with the result of the run', async () => {
		const prompt = '[lasts 300ms] [data {"price": 5}] Price';
		const { id } = service.agentRuns.start({ prompt, webhook: url });
		const [execution] = await executions(1);
		expect(execution?.status).toBe('success');
		expect(outputItems(execution!, AFTER).map(({ json }) => json)).toMatchObject([
			{ event: 'agent.completed', outcome: 'succeeded', jobId: id, data: { price: 5 } },
		]);
	});

	it('is answered within the time that the service waits', async () => {
		const [delivery] = service.webhooks.deliveries.filter(
			({ event }) => event.type === 'agent.completed',
		);
		expect(delivery?.attempts.map(({ status }) => status)).toEqual([200]);
	});

	it('starts the workflow once, however often a delivery is repeated', async () => {
		const [delivery] = service.webhooks.deliveries.filter(
			({ event }) => event.type === 'agent.completed',
		);
		for (let copy = 0; copy < 2; copy++) {
			expect(await service.webhooks.send(delivery!)).toBe(200);
			await sleep(500);
		}
		const repeats = await executions(2);
		expect(repeats.map((execution) => execution.status)).toEqual(['success', 'success']);
		for (const execution of repeats) {
			expect(execution.data.resultData.runData[AFTER]).toBeUndefined();
		}
	});
});

describe('What others send', () => {
	it('is taken only when it is signed', async () => {
		const body = page();
		expect(await post(body, { 'x-firecrawl-signature': signatureOf(body, SECRET) })).toBe(200);
		expect(await post(body)).toBe(401);
		expect(await post(body, { 'x-firecrawl-signature': signatureOf(body, 'other') })).toBe(401);
		const changed = body.replace('Ü', 'U');
		expect(await post(changed, { 'x-firecrawl-signature': signatureOf(body, SECRET) })).toBe(401);
		const started = await executions(1);
		expect(started.map((execution) => outputItems(execution, AFTER)[0]?.json)).toMatchObject([
			{ event: 'crawl.page', jobId: 'job', url: 'https://shop.example/', markdown: '# Ü' },
		]);
	});

	it('is refused where it is too large, no event, or by another method', async () => {
		const large = JSON.stringify({ type: 'crawl.page', id: 'x'.repeat(20 * 1024 * 1024) });
		const signature = signatureOf(large, SECRET);
		expect(await post(large, { 'x-firecrawl-signature': signature })).toBeGreaterThanOrEqual(400);
		const none = '{"hello": 1}';
		expect(await post(none, { 'x-firecrawl-signature': signatureOf(none, SECRET) })).toBe(400);
		const other = await axios.get(url, { proxy: false, validateStatus: () => true });
		expect(other.status).toBe(404);
		await sleep(1_000);
		expect(await executions(0)).toEqual([]);
	});

	it('starts nothing in a flood of 1,000 forged calls, and n8n stays up', async () => {
		const forged = Array.from({ length: 1_000 }, async () => await post(page()));
		const answers = await Promise.all(forged);
		// n8n itself reads the workflow for each call, and gives up some where its database is slow.
		expect(answers.filter((status) => status !== 401 && status < 500)).toEqual([]);
		expect(answers).toContain(401);
		await vi.waitFor(async () => expect(await executions(0)).toEqual([]), 60_000);
		const body = page();
		const signature = signatureOf(body, SECRET);
		await vi.waitFor(
			async () => expect(await post(body, { 'x-firecrawl-signature': signature })).toBe(200),
			{ timeout: 60_000, interval: 1_000 },
		);
		expect(await executions(1)).toHaveLength(1);
	}, 300_000);
});

describe('Key and secret', () => {
	it('stand in no execution and in no line of the log', async () => {
		for (const { id } of await client.executions(workflowId)) {
			const { saved } = await client.finishedExecution(id);
			expect(saved).not.toContain(SECRET);
			expect(saved).not.toContain(KEY);
		}
		const log = readLog(inject('n8n').logFile)
			.map(({ text }) => text)
			.join('\n');
		expect(log).not.toContain(SECRET);
		expect(log).not.toContain(KEY);
	});
});
