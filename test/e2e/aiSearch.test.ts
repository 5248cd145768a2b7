/** What reads pages as tools of n8n's AI Agent: a scripted model searches, picks a result and reads it. */
import type { INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { N8nClient, WorkflowFile } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { startScriptedModel, type ScriptedModel } from './aiTools/scriptedModel.ts';
import { credentialForm, openEditor } from './editor.ts';

const KEY = 'fc-of-the-searching-model';
const MAX_CHARACTERS = 1_500;
const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** The tools by the names that n8n makes of the nodes' own, with what is left to the model. */
const TOOLS: Record<string, INodeParameters> = {
	Search: {
		resource: 'webSearch',
		operation: 'search',
		query: "={{ $fromAI('query', 'What to look for', 'string') }}",
		maxResults: "={{ $fromAI('maxResults', 'Most results', 'number', 5) }}",
		maxCharacters: MAX_CHARACTERS,
	},
	Read: {
		resource: 'page',
		operation: 'scrape',
		url: "={{ $fromAI('url', 'Address of the page', 'string') }}",
		maxCharacters: MAX_CHARACTERS,
	},
	Crawl: {
		resource: 'crawl',
		operation: 'start',
		url: "={{ $fromAI('url', 'Address of the website', 'string') }}",
		maxPages: "={{ $fromAI('maxPages', 'Most pages', 'number', 5) }}",
		maxCharacters: MAX_CHARACTERS,
	},
};

let client: N8nClient;
let service: Service;
let model: ScriptedModel;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY] });
	model = await startScriptedModel();
});

afterAll(async () => {
	model.stop();
	await service.stop();
});

function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: `id-of-${name}`, name, type, typeVersion, position: [0, 0], parameters };
}

async function agentWorkflow(): Promise<WorkflowFile> {
	const form = credentialForm(service.url, KEY);
	const webDataApi = { id: await client.createCredential(form), name: form.name };
	const ofModel = {
		name: 'Scripted model that searches',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	};
	const openAiApi = { id: await client.createCredential(ofModel), name: ofModel.name };
	const tools = Object.entries(TOOLS).map(([name, parameters]) => ({
		...node(name, 'n8n-nodes-web-data.webDataTool', 1, parameters),
		credentials: { webDataApi },
	}));
	const chat = node('Model', `${LANGCHAIN}.lmChatOpenAi`, 1.2, {
		model: { __rl: true, mode: 'id', value: 'scripted' },
	});
	const toAgent = (type: 'ai_languageModel' | 'ai_tool') => ({
		[type]: [[{ node: 'Agent', type, index: 0 }]],
	});
	return {
		name: 'Search and read as tools',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Agent', `${LANGCHAIN}.agent`, 3.1, { promptType: 'define', text: 'Do it.' }),
			{ ...chat, credentials: { openAiApi } },
			...tools,
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	};
}

it('searches, picks a result and reads its page, within a bound of characters', async () => {
	const id = await client.createWorkflow(await agentWorkflow());
	const picked = `${service.websiteUrl}/docs/backups/`;
	model.play([
		{ tool: 'Search', args: { query: 'backups', maxResults: 50 } },
		(answer) =>
			answer.includes(`"${picked}"`) ? { tool: 'Read', args: { url: picked } } : 'Lost.',
		'Read it.',
	]);
	const execution = await client.runWorkflow(id, 'Start');
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(service.requests.map(({ path, body }) => [path, body])).toEqual([
		['/v2/search', { query: 'backups', limit: 50, sources: ['web'] }],
		['/v2/scrape', expect.objectContaining({ url: picked })],
	]);
	const [results = '', page = ''] = model.toolAnswers();
	expect(results).toContain('of 50 results');
	expect(page).toContain('Everything about backups');
	for (const answer of [results, page]) expect(answer.length).toBeLessThan(2 * MAX_CHARACTERS);
});

it('crawls a website within the same bound, and reads in words why one cannot be', async () => {
	service.requests.length = 0;
	const id = await client.createWorkflow(await agentWorkflow());
	model.play([
		{ tool: 'Crawl', args: { url: service.websiteUrl, maxPages: 4 } },
		{ tool: 'Crawl', args: { url: 'not an address', maxPages: 4 } },
		'Done.',
	]);
	const execution = await client.runWorkflow(id, 'Start');
	expect(execution.data.resultData.error?.message).toBeUndefined();
	const [pages = '', refusal = ''] = model.toolAnswers();
	expect(pages).toContain(service.websiteUrl);
	expect(pages).toContain('of 4 results');
	expect(pages.length).toBeLessThan(2 * MAX_CHARACTERS);
	expect(refusal).toContain('URL must be an absolute URL');
	expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
