/** The node as a tool of n8n's AI Agent, with a chat model that follows a script. */
import type { INode, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	outputItems,
	type CredentialForm,
	type Execution,
	type N8nClient,
	type WorkflowFile,
} from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';
import { startScriptedModel, type Script, type ScriptedModel } from './aiTools/scriptedModel.ts';

const KEY = 'fc-of-the-model';
const UNKNOWN_RUN = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';

/** The tools by the names that n8n makes of the nodes' own, with what is left to the model. */
const TOOLS: Record<string, INodeParameters> = {
	Map_a_website: {
		resource: 'website',
		operation: 'map',
		url: "={{ $fromAI('url', 'Address of the website', 'string') }}",
		search: "={{ $fromAI('search', 'Words that the pages are about', 'string', '') }}",
		maxLinks: "={{ $fromAI('maxLinks', 'Most pages to list', 'number', 5) }}",
	},
	Start_an_agent: {
		resource: 'agentRun',
		operation: 'start',
		prompt: "={{ $fromAI('prompt', 'What to find out', 'string') }}",
		urls: "={{ $fromAI('urls', 'Pages to look at', 'json', '[]') }}",
		waitForCompletion: "={{ $fromAI('wait', 'Whether to wait for the result', 'boolean', true) }}",
		options: { waitTimeout: 1 },
	},
	Read_an_agent: {
		resource: 'agentRun',
		operation: 'get',
		jobId: { __rl: true, mode: 'id', value: "={{ $fromAI('jobId', 'Id of the run', 'string') }}" },
	},
};

let client: N8nClient;
let service: Service;
let model: ScriptedModel;
let workflowId: string;

beforeAll(async () => {
	client = await openEditor();
	service = await startService({ apiKeys: [KEY] });
	model = await startScriptedModel();
	workflowId = await client.createWorkflow(await agentWorkflow());
});

afterAll(async () => {
	model.stop();
	await service.stop();
});

beforeEach(() => {
	service.requests.length = 0;
	service.clearFaults();
});

async function credential(form: CredentialForm): Promise<{ id: string; name: string }> {
	return { id: await client.createCredential(form), name: form.name };
}

/** Older versions of the AI Agent run their tools in another way. */
async function agentWorkflow(agentVersion = 3.1, items = 1): Promise<WorkflowFile> {
	const webDataApi = await credential(credentialForm(service.url, KEY));
	const openAiApi = await credential({
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	});
	const tools = Object.entries(TOOLS).map(([name, parameters]) => ({
		...node(name.replaceAll('_', ' '), 'n8n-nodes-web-data.webDataTool', 1, parameters),
		credentials: { webDataApi },
	}));
	const langchain = '@n8n/n8n-nodes-langchain';
	const chatModel = node('Model', `${langchain}.lmChatOpenAi`, 1.2, {
		model: { __rl: true, mode: 'id', value: 'scripted' },
	});
	return {
		name: 'Web Data as tools',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Items', 'n8n-nodes-base.code', 2, {
				jsCode: `return Array.from({ length: ${items} }, () => ({ json: {} }));`,
			}),
			node('Agent', `${langchain}.agent`, agentVersion, { promptType: 'define', text: 'Do it.' }),
			{ ...chatModel, credentials: { openAiApi } },
			...tools,
		],
		connections: {
			Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			...Object.fromEntries(
				tools.map(({ name }) => [
					name,
					{ ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] },
				]),
			),
		},
		settings: { executionOrder: 'v1' },
	};
}

function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: `id-of-${name}`, name, type, typeVersion, position: [0, 0], parameters };
}

/** Lets the model play its part, and the agent with it. */
async function converse(script: Script, workflow = workflowId): Promise<Execution> {
	model.play(script);
	const execution = await client.runWorkflow(workflow, 'Start');
	expect(execution.data.resultData.error?.message).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** What the model got to read of a tool that it gave bad arguments, and then gave up. */
async function answerTo(tool: string, args: Record<string, unknown>): Promise<string> {
	const execution = await converse([{ tool, args }, 'I give up.']);
	expect(outputItems(execution, 'Agent').map(({ json }) => json.output)).toEqual(['I give up.']);
	expect(model.toolAnswers()).toHaveLength(1);
	return model.toolAnswers()[0] ?? '';
}

describe('A model', () => {
	it('is told what each tool does and takes', async () => {
		await converse(['Nothing to do.']);
		const told = model
			.tools()
			.map(({ function: { name, description, parameters } }) => ({
				name,
				description,
				takes: Object.keys(parameters.properties ?? {}),
			}))
			.sort((one, other) => one.name.localeCompare(other.name));
		expect(told).toEqual([
			{
				name: 'Map_a_website',
				description: 'Map a website in Web Data',
				takes: ['url', 'search', 'maxLinks'],
			},
			{
				name: 'Read_an_agent',
				description: 'Get an agent run in Web Data',
				takes: ['jobId'],
			},
			{
				name: 'Start_an_agent',
				description: 'Start an agent run in Web Data',
				takes: ['prompt', 'urls', 'wait'],
			},
		]);
	});

	it('maps a website and gets its pages', async () => {
		const url = service.websiteUrl;
		const execution = await converse([
			{ tool: 'Map_a_website', args: { url, search: 'billing', maxLinks: 3 } },
			(answer) => `Found ${answer.split('"url"').length - 1} pages.`,
		]);
		expect(outputItems(execution, 'Agent')[0]?.json.output).toBe('Found 3 pages.');
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ url, search: 'billing', limit: 3 },
		]);
		expect(model.toolAnswers()[0]).toContain(`${url}/docs/billing/`);
	});

	it('starts an agent, and reads its result by the id that it was given', async () => {
		const urls = [service.websiteUrl];
		await converse([
			{
				tool: 'Start_an_agent',
				args: { prompt: 'Prices [lasts 0s] [data {"price":12}]', urls, wait: false },
			},
			(answer) => ({ tool: 'Read_an_agent', args: { jobId: idIn(answer) } }),
			'Done.',
		]);
		expect(service.requests.map(({ method, body }) => ({ method, body }))).toEqual([
			{ method: 'POST', body: { prompt: 'Prices [lasts 0s] [data {"price":12}]', urls } },
			{ method: 'GET', body: undefined },
		]);
		expect(model.toolAnswers()[1]).toContain('"data":{"price":12}');
	});

	it('waits for an agent and gets the result at once', async () => {
		await converse([
			{ tool: 'Start_an_agent', args: { prompt: 'Prices [lasts 0s] [data {"price":12}]' } },
			'Done.',
		]);
		expect(model.toolAnswers()[0]).toContain('"data":{"price":12}');
	});

	it('maps a website for each item of an older AI Agent', async () => {
		const older = await client.createWorkflow(await agentWorkflow(2.2, 3));
		const url = service.websiteUrl;
		const turns: Script = [1, 2, 3].flatMap((maxLinks) => [
			{ tool: 'Map_a_website', args: { url, maxLinks } },
			(answer: string) => `Found ${answer.split('"url"').length - 1}.`,
		]);
		const execution = await converse(turns, older);
		const said = outputItems(execution, 'Agent').map(({ json }) => json.output);
		expect(said).toEqual(['Found 1.', 'Found 2.', 'Found 3.']);
	});

	it('corrects a bad argument by what it is told', async () => {
		await converse([
			{ tool: 'Map_a_website', args: { url: 'docs.example' } },
			{ tool: 'Map_a_website', args: { url: service.websiteUrl, maxLinks: 1 } },
			'Done.',
		]);
		const [refused, answered] = model.toolAnswers();
		expect(refused).toMatch(/URL must be an absolute URL that begins with http/);
		expect(refused).toContain('docs.example');
		expect(answered).toContain(service.websiteUrl);
		expect(service.requests).toHaveLength(1);
	});
});

describe('A model that gives bad arguments or meets trouble is told what to do:', () => {
	it('too many links', async () => {
		expect(await answerTo('Map_a_website', { url: service.websiteUrl, maxLinks: 1e6 })).toMatch(
			/Max Links must be .+100,?000.+Found: 1000000/,
		);
	});

	it('no prompt', async () => {
		expect(await answerTo('Start_an_agent', { prompt: ' ', wait: false })).toMatch(/Prompt /);
	});

	it('a run id that is none', async () => {
		expect(await answerTo('Read_an_agent', { jobId: 'the last one' })).toMatch(
			/Agent Run must be .+the last one/,
		);
	});

	it('an argument that it left out', async () => {
		expect(await answerTo('Read_an_agent', {})).toMatch(/Agent Run must be .+Found: nothing/);
	});

	it('a run that there is not', async () => {
		expect(await answerTo('Read_an_agent', { jobId: UNKNOWN_RUN })).toMatch(
			/There is no such agent run.+Check the id/,
		);
	});

	it('an agent that declines', async () => {
		expect(await answerTo('Start_an_agent', { prompt: 'Steal [lasts 0s] [ends refused]' })).toMatch(
			/(refused|declined).+Job id: [\da-f-]{36}/i,
		);
	});

	it('an agent that takes longer: with the id to read it by', async () => {
		const answer = await answerTo('Start_an_agent', { prompt: 'Think [lasts 1m]' });
		expect(answer).toMatch(/did not end within 1 s/);
		expect(answer).toContain(service.agentRuns.all.at(-1)?.id);
	});

	it('a service that rejects the key, without the key itself', async () => {
		service.orderFault({
			path: '/v2/map',
			answer: { status: 401, json: { success: false, error: 'Unauthorized: Invalid token' } },
		});
		const answer = await answerTo('Map_a_website', { url: service.websiteUrl });
		expect(answer).toMatch(/The service rejected the API key.+revoked/);
		expect(answer).not.toContain(KEY);
	});
});

function idIn(answer: string): string | undefined {
	return /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(answer)?.[0];
}
