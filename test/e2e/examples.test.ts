/** Every workflow in examples/, imported into n8n; those without a test file of their own are run. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { errorOf, outputItems, type Execution, type N8nClient } from '../../sandbox/n8n/index.ts';
import { errorAnswer, startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';
import {
	EXAMPLES,
	filledIn,
	jsonOf,
	readExample,
	type ExampleCredentials,
} from './exampleFiles.ts';

const KEY = 'fc-of-the-examples';

let client: N8nClient;
let service: Service;
let credentials: ExampleCredentials;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY] });
	const webData = credentialForm(service.url, KEY);
	credentials = {
		webDataApi: { id: await client.createCredential(webData), name: webData.name },
	};
});

afterAll(async () => await service.stop());

afterEach(() => {
	service.clearFaults();
	service.requests.length = 0;
});

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

async function run(id: string, trigger: string): Promise<Execution> {
	const execution = await client.runWorkflow(id, trigger);
	expect(errorOf(execution)?.message).toBeUndefined();
	return execution;
}

describe.each(EXAMPLES)('%s', (file) => {
	it('can be imported', async () => {
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		expect((await client.workflows()).map((workflow) => workflow.id)).toContain(id);
	});

	it('explains itself in a note, and has a name for each node', () => {
		const { name, nodes } = readExample(file);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(name).toMatch(/^[A-Z].{10,}/);
		expect(textOf(notes[0]?.parameters.content)).toMatch(/^## .+[^]+credential/);
		expect(new Set(nodes.map((node) => node.name)).size).toBe(nodes.length);
	});

	it('comes without credentials, pinned data and other traces of an n8n', () => {
		const workflow = readExample(file);
		const allowed = ['name', 'nodes', 'connections', 'settings'];
		expect(Object.keys(workflow).filter((key) => !allowed.includes(key))).toEqual([]);
		expect(workflow.nodes.filter(({ credentials: chosen }) => chosen !== undefined)).toEqual([]);
	});
});

describe('mapFilterAgent.json', () => {
	it('has one agent run read the chosen pages of the website, and no others', async () => {
		const id = await client.createWorkflow(
			filledIn('mapFilterAgent.json', service.websiteUrl, credentials),
		);
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
		id = await client.createWorkflow(
			filledIn('nightlyMapCompare.json', service.websiteUrl, credentials),
		);
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

describe('longResearch.json', () => {
	it('sleeps until the service calls, and makes a spreadsheet of the records', async () => {
		const file = 'longResearch.json';
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		const execution = await run(id, 'Run by hand');
		const records = jsonOf(execution, 'Research');
		expect(records.length).toBeGreaterThan(0);
		expect(Object.keys(records[0] ?? {})).toEqual(
			expect.arrayContaining(['provider', 'price', 'terms']),
		);
		const [start, ...others] = service.requests.filter(({ path }) => path === '/v2/agent');
		expect(others).toEqual([]);
		expect(start?.body).toMatchObject({
			maxCredits: 2500,
			webhook: { events: ['completed', 'failed', 'cancelled'] },
		});
		const [sheet] = outputItems(execution, 'Write a spreadsheet');
		expect(sheet?.binary?.data?.fileName).toBe('providers.xlsx');
	});
});

describe('crawlToMarkdownFiles.json', () => {
	it('has a Markdown file for each section of the website', async () => {
		const file = 'crawlToMarkdownFiles.json';
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		const execution = await run(id, 'Run by hand');
		const sections = new Set(
			jsonOf(execution, 'Section of the page').map(({ section }) => section),
		);
		expect(sections.size).toBeGreaterThan(1);
		const files = outputItems(execution, 'Write a file').map(
			({ binary }) => binary?.data?.fileName,
		);
		expect(files.sort()).toEqual([...sections].map((section) => `${textOf(section)}.md`).sort());
	});
});

describe('crawlToVectorStore.json', () => {
	it('leaves the text of each page that has one', async () => {
		const file = 'crawlToVectorStore.json';
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		const execution = await run(id, 'Run by hand');
		const documents = jsonOf(execution, 'One document per page');
		expect(documents.length).toBeGreaterThan(10);
		expect(new Set(documents.map((document) => document.id)).size).toBe(documents.length);
		expect(documents.filter(({ text }) => textOf(text) === '')).toEqual([]);
	});
});

describe('pagesToVectorStore.json', () => {
	it('reads the chosen pages in one job, and leaves the text of each', async () => {
		const file = 'pagesToVectorStore.json';
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		const execution = await run(id, 'Run by hand');
		const wanted = jsonOf(execution, 'At most twenty').map(({ url }) => url);
		const found = jsonOf(execution, 'One document per page');
		expect(found.map((document) => document.id)).toEqual(wanted);
		expect(found.filter(({ text }) => textOf(text).length < 20)).toEqual([]);
		const starts = service.requests.filter(({ path }) => path === '/v2/batch/scrape');
		expect(starts).toHaveLength(1);
	});
});

describe('productsToSpreadsheet.json', () => {
	it('makes a spreadsheet of what the page lists', async () => {
		const file = 'productsToSpreadsheet.json';
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		const records = [
			{ title: 'Blue chair', price: 49.9 },
			{ title: 'Red chair', price: 59.9 },
		];
		const data = { json: { records }, metadata: { statusCode: 200 } };
		service.orderFault({
			path: '/v2/scrape',
			answer: { status: 200, json: { success: true, data } },
		});
		const execution = await run(id, 'Run by hand');
		expect(jsonOf(execution, 'One item per product')).toEqual(records);
		const [sheet] = outputItems(execution, 'Write a spreadsheet');
		expect(sheet?.binary?.data?.fileName).toBe('products.xlsx');
	});
});

describe('screenshotToFile.json', () => {
	it('has the picture as binary data', async () => {
		const file = 'screenshotToFile.json';
		const id = await client.createWorkflow(filledIn(file, service.websiteUrl, credentials));
		const screenshot = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`;
		service.orderFault({
			path: '/v2/scrape',
			answer: { status: 200, json: { success: true, data: { screenshot } } },
		});
		const [item] = outputItems(await run(id, 'Run by hand'), 'Take the picture');
		expect(item?.binary?.screenshot?.mimeType).toBe('image/png');
	});
});
