/**
 * n8n's editor in a browser. With SCREENSHOTS=1 it also takes the README's pictures anew.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { INodeParameters } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import type { N8nClient, WorkflowFile } from '../../sandbox/n8n/index.ts';
import { freePort } from '../../sandbox/n8n/ports.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { openEditor } from './editor.ts';
import { launchBrowser, newWindow } from './editor/browser.ts';
import { EditorPage } from './editor/editorPage.ts';
import { fullNodes, workflowOf } from './editor/everyOperation.ts';

const KEY = 'fc-of-the-editor';
const PICTURES = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const everyNode = fullNodes();

let browser: Browser | undefined;
let client: N8nClient;
let service: Service;
let editor: EditorPage;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY], websitePort: await freePort(3403) });
	browser = await launchBrowser();
	const window = await newWindow(browser);
	const { url, owner } = inject('n8n');
	editor = new EditorPage(await window.newPage(), url);
	await editor.logIn(owner);
});

afterAll(async () => {
	await browser?.close();
	await service.stop();
});

async function picture(name: string): Promise<void> {
	if (process.env.SCREENSHOTS === undefined) return;
	mkdirSync(PICTURES, { recursive: true });
	await editor.picture(`${PICTURES}${name}.png`);
}

/** Saves the workflow with the credential on every node of the pack, and shows it. */
async function show(workflow: WorkflowFile, apiKey = KEY): Promise<void> {
	const name = 'Web Data account';
	const data = { apiKey, baseUrl: service.url };
	const id = await client.createCredential({ name, type: 'webDataApi', data });
	const nodes = workflow.nodes.map((node) => ({
		...node,
		credentials: { webDataApi: { id, name } },
	}));
	await editor.openWorkflow(await client.createWorkflow({ ...workflow, nodes }));
}

describe('The list of nodes', () => {
	beforeAll(async () => await show(workflowOf('Web Data in the list of nodes', everyNode)));

	it.each([
		...['web data', 'firecrawl', 'sitemap', 'crawl', 'agent', 'scrape', 'spider', 'pdf'],
		...['crawl website', 'map website', 'list pages', 'extract data', 'search web'],
		...['screenshot', 'monitor page'],
	])('finds the pack by "%s"', async (text) => {
		expect(await editor.searchNodes(text)).toContain('Web Data');
	});

	it('offers every operation and every event of the trigger in words', async () => {
		await editor.searchNodes('web data');
		expect(await editor.actionsOf('Web Data')).toEqual(
			expect.arrayContaining([
				'Map a website',
				'Start an agent run',
				'Get an agent run',
				'Get many agent runs',
				'Cancel an agent run',
				'Get the trace of an agent run',
				'Get snapshots of an agent run',
				'On agent run completed',
				'On agent run failed',
				'On agent run cancelled',
				'On agent run out of credits',
				'On agent run refused',
			]),
		);
	});
});

describe('A node with all its options', () => {
	beforeAll(async () => await show(workflowOf('Every operation', everyNode)));

	afterEach(async () => await editor.closeOpenNode());

	it.each(everyNode)('$name shows every field, its hint and its example', async (node) => {
		await editor.openNode(node.name);
		const texts = await editor.parameterTexts();
		const shown = node.fields.filter(({ type }) => type !== 'notice');
		for (const { displayName, hint } of shown) {
			expect(texts).toContain(displayName);
			if (hint !== undefined) expect(texts).toContain(hint);
		}
		const examples = shown
			.filter(
				({ type, default: value }) => type === 'string' && (value === '' || Array.isArray(value)),
			)
			.map(({ placeholder }) => placeholder);
		expect(await editor.placeholders()).toEqual(expect.arrayContaining(examples));
		await editor.closeNode();
	});

	it.each([
		['Map', 'map: website'],
		['Start', 'start: agent run'],
		['Get Many', 'get many: agent run'],
		['Get Snapshot', 'get snapshot: agent run'],
		['All runs', 'all runs of the team'],
		['Named runs', 'runs named by ID'],
	])('%s says "%s" below its name, and has its icon', async (name, subtitle) => {
		expect(await editor.subtitleOf(name)).toBe(subtitle);
		expect(await editor.hasIcon(name)).toBe(true);
	});

	it('explains a field at its question mark', async () => {
		await editor.openNode('Map');
		expect(await editor.descriptionOf('Max Links')).toBe(
			'Max number of links to return, up to 100,000',
		);
		await editor.closeNode();
	});
});

function webData(name: string, parameters: INodeParameters) {
	return { name, type: 'webData', parameters } as const;
}

describe('By clicking, a person', () => {
	const map = (name: string, url: string) => webData(name, { operation: 'map', url });
	const agentRun = (name: string, parameters: INodeParameters) =>
		webData(name, { resource: 'agentRun', ...parameters });

	beforeAll(async () => {
		await show(
			workflowOf('By clicking', [
				map('Map', service.websiteUrl),
				map('Map a misspelt URL', 'docs.example.com'),
				agentRun('Ask an agent', {
					operation: 'start',
					prompt: 'Find the price of each product',
					urls: [service.websiteUrl],
					schemaMode: 'fields',
					schemaFields: { field: [{ name: 'price', type: 'number' }, { name: 'product' }] },
				}),
				agentRun('Get', { operation: 'get' }),
				{ name: 'An agent run ended', type: 'webDataTrigger', parameters: {} },
			]),
		);
		const anHourAgo = Date.now() - 3_600_000;
		service.agentRuns.start({ prompt: 'Compare three chairs' }, { createdAt: anHourAgo });
	});

	it('maps a website, and adds an option', async () => {
		await editor.openNode('Map');
		expect(await editor.offeredOptions()).toEqual(
			expect.arrayContaining(['Ignore Cache', 'Include Subdomains', 'Sitemap', 'Timeout']),
		);
		const { items, error } = await editor.execute();
		expect(error).toBeUndefined();
		expect(Number.parseInt(items ?? '')).toBeGreaterThan(1000);
		await picture('map');
		await editor.closeNode();
	});

	it('starts an agent run and sees its result', async () => {
		await editor.openNode('Ask an agent');
		expect(await editor.execute()).toEqual({ items: '1 item' });
		await editor.showOutputAs('json');
		await picture('agent');
		await editor.closeNode();
	});

	it('picks a run from the list and reads it', async () => {
		await editor.openNode('Get');
		const entries = await editor.entriesOf('jobId');
		expect(entries).toEqual([
			expect.stringMatching(
				/^\d{4}-\d\d-\d\d \d\d:\d\d, completed: Find the price of each product$/,
			),
			expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d, completed: Compare three chairs$/),
		]);
		await picture('list');
		await editor.pick('Find the price');
		expect(await editor.execute()).toEqual({ items: '1 item' });
		await editor.closeNode();
	});

	it('fetches a test event', async () => {
		await editor.openNode('An agent run ended');
		expect(await editor.execute()).toEqual({ items: '1 item' });
		await picture('trigger');
		await editor.closeNode();
	});

	it('reads which field is wrong and why', async () => {
		await editor.openNode('Map a misspelt URL');
		const { error } = await editor.execute();
		expect(error?.message).toMatch(/^URL must be an absolute URL .+ http/);
		expect(error?.description).toBe('Found: "docs.example.com". No request was sent.');
		await editor.closeNode();
	});

	it('reads that the key is wrong and what to do', async () => {
		await show(workflowOf('With a wrong key', [map('Map', service.websiteUrl)]), 'fc-wrong');
		await editor.openNode('Map');
		const { error } = await editor.execute();
		expect(error?.message).toBe('The service rejected the API key');
		expect(error?.description).toMatch(/revoked.*enter a valid API key/);
		await picture('error');
		await editor.closeNode();
	});
});

describe('By clicking, a person reads pages:', () => {
	const crawl = (name: string, options: INodeParameters) =>
		webData(name, {
			resource: 'crawl',
			operation: 'start',
			url: service.websiteUrl,
			maxPages: 20,
			options,
		});

	beforeAll(async () => {
		const url = service.websiteUrl;
		await show(
			workflowOf('Pages by clicking', [
				webData('Scrape', { resource: 'page', operation: 'scrape', url }),
				webData('Scrape many', {
					resource: 'batchScrape',
					operation: 'start',
					urlsFrom: 'list',
					urls: [url, `${url}/docs/accounts/`, `${url}/docs/alerts/`],
				}),
				crawl('Crawl', {}),
				crawl('Crawl to a file', { output: 'file' }),
			]),
		);
	});

	it.each([
		['Scrape', 'page', '1 item'],
		['Scrape many', 'batch', '3 items'],
		['Crawl', 'crawl', '20 items'],
	])('%s', async (name, pictureName, items) => {
		await editor.openNode(name);
		expect(await editor.execute()).toEqual({ items });
		await editor.showOutputAs('table');
		await picture(pictureName);
		await editor.closeNode();
	});

	it('Crawl to a file', async () => {
		await editor.openNode('Crawl to a file');
		expect(await editor.execute()).toEqual({ items: '1 item' });
		await picture('crawlFile');
		await editor.closeNode();
	});
});
