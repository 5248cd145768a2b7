/** Every workflow in examples/, imported into n8n; those without a test file of their own are run. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import {
	errorOf,
	outputItems,
	type Execution,
	type N8nClient,
	type WorkflowFile,
} from '../../sandbox/n8n/index.ts';
import { errorAnswer, startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';

const KEY = 'fc-of-the-examples';
const FOLDER = new URL('../../examples/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

let client: N8nClient;
let service: Service;
let credentials: Record<'webDataApi' | 'n8nApi', { id: string; name: string }>;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY] });
	const webData = credentialForm(service.url, KEY);
	const n8nApi = {
		name: 'This n8n',
		type: 'n8nApi',
		data: {
			apiKey: await client.createApiKey('Retries'),
			baseUrl: `${inject('n8n').url}/api/v1`,
			allowedHttpRequestDomains: 'all',
		},
	};
	credentials = {
		webDataApi: { id: await client.createCredential(webData), name: webData.name },
		n8nApi: { id: await client.createCredential(n8nApi), name: n8nApi.name },
	};
});

afterAll(async () => await service.stop());

afterEach(() => {
	service.clearFaults();
	service.requests.length = 0;
});

function read(file: string): WorkflowFile {
	return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as WorkflowFile;
}

function isOfPack({ type }: INode): boolean {
	return type.startsWith('n8n-nodes-web-data.');
}

/** The example after what its note asks for: credentials chosen, the website entered. */
function filledIn(file: string): WorkflowFile {
	const workflow = read(file);
	const nodes = workflow.nodes.map((node): INode => {
		const { parameters } = node;
		if (isOfPack(node)) {
			const { webDataApi } = credentials;
			const url = parameters.url === undefined ? {} : { url: service.websiteUrl };
			return { ...node, parameters: { ...parameters, ...url }, credentials: { webDataApi } };
		}
		if (parameters.nodeCredentialType !== 'n8nApi') return node;
		return { ...node, credentials: { n8nApi: credentials.n8nApi } };
	});
	return { ...workflow, nodes };
}

function jsonOf(execution: Execution, name: string): IDataObject[] {
	return outputItems(execution, name).map(({ json }) => json);
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

async function run(id: string, trigger: string): Promise<Execution> {
	const execution = await client.runWorkflow(id, trigger);
	expect(errorOf(execution)?.message).toBeUndefined();
	return execution;
}

describe.each(FILES)('%s', (file) => {
	it('can be imported', async () => {
		const id = await client.createWorkflow(filledIn(file));
		expect((await client.workflows()).map((workflow) => workflow.id)).toContain(id);
	});

	it('explains itself in a note, and has a name for each node', () => {
		const { name, nodes } = read(file);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(name).toMatch(/^[A-Z].{10,}/);
		expect(textOf(notes[0]?.parameters.content)).toMatch(/^## .+[^]+credential/);
		expect(new Set(nodes.map((node) => node.name)).size).toBe(nodes.length);
	});

	it('comes without credentials, pinned data and other traces of an n8n', () => {
		const workflow = read(file);
		const allowed = ['name', 'nodes', 'connections', 'settings'];
		expect(Object.keys(workflow).filter((key) => !allowed.includes(key))).toEqual([]);
		expect(workflow.nodes.filter(({ credentials: chosen }) => chosen !== undefined)).toEqual([]);
	});
});

describe('mapFilterAgent.json', () => {
	it('has one agent run read the chosen pages of the website, and no others', async () => {
		const id = await client.createWorkflow(filledIn('mapFilterAgent.json'));
		const execution = await run(id, 'Run by hand');
		expect(outputItems(execution, 'Map the website').length).toBeGreaterThan(1000);

		const chosen = jsonOf(execution, 'At most five').map(({ url }) => url);
		expect(chosen).toHaveLength(5);
		expect(chosen.filter((url) => !textOf(url).includes('webhook'))).toEqual([]);
		const starts = service.requests.filter(
			({ method, path }) => method === 'POST' && path === '/v2/agent',
		);
		expect(starts.map(({ body }) => body)).toMatchObject([
			{ urls: chosen, strictConstrainToURLs: true, maxCredits: 500 },
		]);
		const found = jsonOf(execution, 'One item per page');
		expect(found.length).toBeGreaterThan(0);
	});
});

describe('nightlyMapCompare.json', () => {
	let id: string;

	beforeAll(async () => {
		id = await client.createWorkflow(filledIn('nightlyMapCompare.json'));
	});

	/** Runs a night on which the website has the pages. */
	async function night(...pages: string[]): Promise<{ fresh: unknown[]; gone: unknown[] }> {
		const links = pages.map((page) => ({ url: `https://a.example/${page}`, title: page }));
		service.orderFault({
			path: '/v2/map',
			answer: { status: 200, json: { success: true, links } },
		});
		const execution = await run(id, 'Every night');
		const urls = (node: string) =>
			jsonOf(execution, node).map(({ url }) => textOf(url).replace('https://a.example/', ''));
		return { fresh: urls('New links'), gone: urls('Gone links') };
	}

	it('finds every page new on the first night', async () => {
		expect(await night('a', 'b', 'c')).toEqual({ fresh: ['a', 'b', 'c'], gone: [] });
	});

	it('finds nothing on a night without a change', async () => {
		expect(await night('c', 'a', 'b')).toEqual({ fresh: [], gone: [] });
	});

	it('finds what is new and what is gone, once', async () => {
		expect(await night('b', 'c', 'd')).toEqual({ fresh: ['d'], gone: ['a'] });
		expect(await night('b', 'c', 'd')).toEqual({ fresh: [], gone: [] });
	});

	it('keeps what it knows when a map fails', async () => {
		service.orderFault({ path: '/v2/map', answer: errorAnswer(402, 'Payment Required') });
		const failed = await client.runWorkflow(id, 'Every night');
		expect(failed.status).toBe('error');
		expect(await night('b', 'c', 'e')).toEqual({ fresh: ['e'], gone: ['d'] });
	});
});

describe('retryOnError.json', () => {
	let errorWorkflow: string;

	beforeAll(async () => {
		errorWorkflow = await client.createWorkflow(filledIn('retryOnError.json'));
		await client.activateWorkflow(errorWorkflow);
	});

	function node(name: string, type: string, version: number, parameters: INodeParameters): INode {
		return { id: name, name, type, typeVersion: version, position: [0, 0], parameters };
	}

	/** Calls an active workflow that maps the website, and names the error workflow. */
	async function call(path: string): Promise<string> {
		const map = node('Map', 'n8n-nodes-web-data.webData', 1, {
			url: service.websiteUrl,
			maxLinks: 3,
			options: { maxAttempts: 1 },
		});
		const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, { path });
		const id = await client.createWorkflow({
			name: path,
			nodes: [
				{ ...webhook, webhookId: path },
				{ ...map, credentials: { webDataApi: credentials.webDataApi } },
			],
			connections: { Webhook: { main: [[{ node: 'Map', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1', errorWorkflow },
		});
		await client.activateWorkflow(id);
		const url = `${inject('n8n').url}/webhook/${path}`;
		await until(async () => (await axios.get(url, ANY_STATUS)).status !== 404);
		return id;
	}

	const ANY_STATUS = { validateStatus: () => true, proxy: false } as const;

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

	async function lastTold(): Promise<IDataObject | undefined> {
		const last = (await client.executions(errorWorkflow))[0];
		if (last === undefined) return undefined;
		return jsonOf(await client.finishedExecution(last.id), 'What to tell')[0];
	}

	it('has n8n repeat an execution that met trouble that passes', async () => {
		const headers = { 'Retry-After': '1' };
		service.orderFault({
			path: '/v2/map',
			answer: errorAnswer(503, 'Service Unavailable', { headers }),
		});
		await expectEnds(await call('passing-trouble'), 'error', 'success');
		expect(service.requests.map(({ status }) => status)).toEqual([503, 200]);
	});

	it('repeats an execution only once, and then tells', async () => {
		const headers = { 'Retry-After': '1' };
		const answer = errorAnswer(503, 'Service Unavailable', { headers });
		service.orderFault({ path: '/v2/map', times: Infinity, answer });
		await expectEnds(await call('lasting-trouble'), 'error', 'error');
		await until(async () => (await lastTold()) !== undefined);
		expect((await lastTold())?.text).toMatch(/^lasting-trouble failed: .+not available/);
		await sleep(1_500);
		expect(service.requests).toHaveLength(2);
	});

	it('does not repeat what cannot help, and tells', async () => {
		service.orderFault({
			path: '/v2/map',
			answer: errorAnswer(402, 'Payment Required: Insufficient credits'),
		});
		await expectEnds(await call('no-credits'), 'error');
		await until(async () => textOf((await lastTold())?.text).startsWith('no-credits'));
		expect((await lastTold())?.text).toMatch(/no credits left.+pay-as-you-go/);
		expect(service.requests).toHaveLength(1);
	});
});
