/** The example for an error workflow, at work for workflows that fail in different ways. */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';

import type { N8nClient } from '../../sandbox/n8n/index.ts';
import { errorAnswer, startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';
import { filledIn, jsonOf } from './exampleFiles.ts';
import { EVERY_FIVE_SECONDS } from './pollTimes.ts';

const KEY = 'fc-of-the-retries';
const ANY_STATUS = { validateStatus: () => true, proxy: false } as const;

let client: N8nClient;
let service: Service;
let webDataApi: { id: string; name: string };
let errorWorkflow: string;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY] });
	const webData = credentialForm(service.url, KEY);
	webDataApi = { id: await client.createCredential(webData), name: webData.name };
	const form = {
		name: 'This n8n',
		type: 'n8nApi',
		data: {
			apiKey: await client.createApiKey('Retries'),
			baseUrl: `${inject('n8n').url}/api/v1`,
			allowedHttpRequestDomains: 'all',
		},
	};
	const n8nApi = { id: await client.createCredential(form), name: form.name };
	const workflow = filledIn('retryOnError.json', service.websiteUrl, { n8nApi });
	errorWorkflow = await client.createWorkflow(workflow);
	await client.activateWorkflow(errorWorkflow);
});

afterAll(async () => await service.stop());

afterEach(() => {
	service.clearFaults();
	service.requests.length = 0;
});

function node(name: string, type: string, version: number, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: version, position: [0, 0], parameters };
}

function webDataNode(parameters: INodeParameters): INode {
	const options = { maxAttempts: 1 };
	const base = node('Web Data', 'n8n-nodes-web-data.webData', 1, { options, ...parameters });
	return { ...base, credentials: { webDataApi } };
}

/** Calls an active workflow of a webhook and a Web Data node, which names the error workflow. */
async function call(path: string, webData: INode): Promise<string> {
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, { path });
	const id = await client.createWorkflow({
		name: path,
		nodes: [{ ...webhook, webhookId: path }, webData],
		connections: { Webhook: { main: [[{ node: webData.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await client.activateWorkflow(id);
	const url = `${inject('n8n').url}/webhook/${path}`;
	await until(async () => (await axios.get(url, ANY_STATUS)).status !== 404);
	return id;
}

async function callMap(path: string): Promise<string> {
	return await call(path, webDataNode({ url: service.websiteUrl, maxLinks: 3 }));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 60_000;
	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error('It did not become so within 60 s');
		await sleep(200);
	}
}

/** Waits until a workflow's executions have ended as expected, oldest first. */
async function expectEnds(id: string, ...expected: string[]): Promise<void> {
	const ends = async () => (await client.executions(id)).map(({ status }) => status).reverse();
	await until(async () => {
		const seen = await ends();
		return seen.length >= expected.length && !seen.some((status) => /running|new/.test(status));
	});
	expect(await ends()).toEqual(expected);
}

/** What is told of a workflow, as soon as something is. */
async function toldOf(name: string): Promise<IDataObject> {
	let told: IDataObject | undefined;
	await until(async () => {
		const [last] = await client.executions(errorWorkflow);
		if (last === undefined) return false;
		[told] = jsonOf(await client.finishedExecution(last.id), 'What to tell');
		return typeof told?.text === 'string' && told.text.startsWith(`${name} failed`);
	});
	return told ?? {};
}

it('has n8n repeat an execution that met trouble that passes', async () => {
	const headers = { 'Retry-After': '1' };
	service.orderFault({
		path: '/v2/map',
		answer: errorAnswer(503, 'Service Unavailable', { headers }),
	});
	await expectEnds(await callMap('passing-trouble'), 'error', 'success');
	expect(service.requests.map(({ status }) => status)).toEqual([503, 200]);
});

it('repeats an execution only once, and then tells', async () => {
	const headers = { 'Retry-After': '1' };
	const answer = errorAnswer(503, 'Service Unavailable', { headers });
	service.orderFault({ path: '/v2/map', times: Infinity, answer });
	await expectEnds(await callMap('lasting-trouble'), 'error', 'error');
	expect((await toldOf('lasting-trouble')).text).toMatch(
		/^lasting-trouble failed: .+not available/,
	);
	await sleep(1_500);
	expect(service.requests).toHaveLength(2);
});

it('does not repeat what cannot help, and tells with full stops where they belong', async () => {
	service.orderFault({
		path: '/v2/map',
		answer: errorAnswer(402, 'Payment Required: Insufficient credits'),
	});
	await expectEnds(await callMap('no-credits'), 'error');
	const { text, execution } = await toldOf('no-credits');
	expect(text).toMatch(/no credits left\. .+pay-as-you-go.*[^.]\.$/);
	expect(text).not.toContain('..');
	expect(execution).toMatch(/^http:.+\/executions\/\d+$/);
	expect(service.requests).toHaveLength(1);
});

it('does not repeat a start that may have begun an agent run, and tells', async () => {
	service.orderFault({
		method: 'POST',
		path: '/v2/agent',
		distortion: { kind: 'dropBeforeAnswer' },
	});
	const start = webDataNode({ resource: 'agentRun', operation: 'start', prompt: 'Look around' });
	await expectEnds(await call('lost-start', start), 'error');
	expect((await toldOf('lost-start')).text).toMatch(/may have begun/);
	expect(service.requests.map(({ method, path }) => [method, path])).toEqual([
		['POST', '/v2/agent'],
	]);
});

it('tells of a poll that failed what the trigger says of it', async () => {
	const trigger = node('Trigger', 'n8n-nodes-web-data.webDataTrigger', 1, {
		pollTimes: EVERY_FIVE_SECONDS,
	});
	const id = await client.createWorkflow({
		name: 'failed-poll',
		nodes: [{ ...trigger, credentials: { webDataApi } }],
		connections: {},
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await client.activateWorkflow(id);
	await until(() => Promise.resolve(service.requests.length > 0));
	service.orderFault({ times: Infinity, answer: errorAnswer(401, 'Unauthorized: Invalid token') });
	try {
		const { text, execution } = await toldOf('failed-poll');
		expect(text).toMatch(/^failed-poll failed: The service rejected the API key\. .+\.$/);
		expect(execution).toBe('');
	} finally {
		await client.deactivateWorkflow(id);
	}
});
