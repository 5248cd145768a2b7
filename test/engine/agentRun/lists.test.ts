/** The lists that the editor opens behind the fields Agent Run and Snapshot ID. */
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service } from '../../../sandbox/service/index.ts';
import { engine, KEY, serviceUnderTest, UNKNOWN_ID } from './agentRunUnderTest.ts';

const MINUTE = 60_000;
const HTML = { 'Content-Type': 'text/html' };

interface Search {
	parameters?: INodeParameters;
	filter?: string;
	paginationToken?: string;
	apiKey?: string;
}

async function search(
	service: Service,
	method: 'searchAgentRuns' | 'searchSnapshots',
	{ parameters = {}, apiKey = KEY, ...rest }: Search = {},
): Promise<INodeListSearchResult> {
	return await engine().callListSearch({
		node: 'webData',
		method,
		parameters: { resource: 'agentRun', operation: 'getSnapshot', ...parameters },
		credentials: { apiKey, baseUrl: service.url },
		...rest,
	});
}

function names({ results }: INodeListSearchResult): string[] {
	return results.map(({ name }) => name);
}

/** So many runs, the newest started just now and the others a minute apart. */
function startRuns(service: Service, count: number): void {
	for (let age = count - 1; age >= 0; age--) {
		const prompt = `[lasts 0s] Run ${age}`;
		service.agentRuns.start({ prompt }, { createdAt: Date.now() - age * MINUTE });
	}
}

describe('The list of runs', () => {
	test('names each by its time on n8n’s clock, how it ended and its prompt, the newest first', async () => {
		const { service } = await serviceUnderTest();
		const runs: Array<[prompt: string, createdAt: string]> = [
			['[lasts 10000d] Old', '2025-01-02T03:04:05Z'],
			['[ends failed] Failed', '2026-03-31T23:59:59Z'],
			['[lasts 0s] Refused  [ends cancelled]', '2026-04-01T00:00:00Z'],
			[`Long\n\nprompt ${'x'.repeat(80)}`, '2026-04-01T12:00:00Z'],
		];
		for (const [prompt, createdAt] of runs) {
			service.agentRuns.start({ prompt }, { createdAt: Date.parse(createdAt) });
		}
		service.agentRuns.start({ prompt: '[reports queued] [lasts 1h] New' });
		const found = await search(service, 'searchAgentRuns');
		// Left to itself, n8n is in New York.
		expect(names(found)).toEqual([
			expect.stringMatching(
				/^20\d\d-\d\d-\d\d \d\d:\d\d, started: \[reports queued\] \[lasts 1h\] New$/,
			),
			`2026-04-01 08:00, completed: Long prompt ${'x'.repeat(48)}…`,
			'2026-03-31 20:00, failed: [lasts 0s] Refused [ends cancelled]',
			'2026-03-31 19:59, failed: [ends failed] Failed',
			'2025-01-01 22:04, started: [lasts 10000d] Old',
		]);
		const ids = service.agentRuns.all.map(({ id }) => id).reverse();
		expect(found.results.map(({ value }) => value)).toEqual(ids);
		expect(found.paginationToken).toBeUndefined();
	});

	test('names none by a status that will change: n8n keeps the name with the workflow', async () => {
		const { service } = await serviceUnderTest();
		service.agentRuns.start({ prompt: '[lasts 1h] Slow' });
		service.agentRuns.start({ prompt: '[reports queued] [lasts 1h] Slow' });
		for (const name of names(await search(service, 'searchAgentRuns'))) {
			expect(name.replace('[reports queued]', '')).not.toMatch(/processing|queued/);
		}
	});

	test('comes page by page', async () => {
		const { service } = await serviceUnderTest({ listPageSize: 2 });
		startRuns(service, 5);
		const first = await search(service, 'searchAgentRuns');
		const paginationToken = first.paginationToken as string;
		const second = await search(service, 'searchAgentRuns', { paginationToken });
		expect([...names(first), ...names(second)].map((name) => name.slice(-5))).toEqual([
			'Run 0',
			'Run 1',
			'Run 2',
			'Run 3',
		]);
		const last = await search(service, 'searchAgentRuns', {
			paginationToken: second.paginationToken as string,
		});
		expect([last.results.length, last.paginationToken]).toEqual([1, undefined]);
	});

	test.each(['RUN 1', ': [lasts 0s] run 1', ' run 1 '])('finds runs by %j', async (filter) => {
		const { service } = await serviceUnderTest();
		startRuns(service, 3);
		expect(names(await search(service, 'searchAgentRuns', { filter }))).toHaveLength(1);
	});

	test('finds runs by status and by id', async () => {
		const { service } = await serviceUnderTest();
		startRuns(service, 2);
		const { id } = service.agentRuns.start({ prompt: '[lasts 1h] Slow' });
		for (const filter of ['processing', id.slice(0, 13)]) {
			const { results } = await search(service, 'searchAgentRuns', { filter });
			expect(results.map(({ value }) => value)).toEqual([id]);
		}
	});

	test('looks through older pages for a match, which an empty list could not be scrolled to', async () => {
		const { service } = await serviceUnderTest({ listPageSize: 2 });
		startRuns(service, 10);
		const found = await search(service, 'searchAgentRuns', { filter: 'Run 7' });
		expect(names(found)).toHaveLength(1);
		expect(service.requests).toHaveLength(4);
	});

	test('does not look for ever', async () => {
		const { service } = await serviceUnderTest({ listPageSize: 1 });
		startRuns(service, 30);
		const found = await search(service, 'searchAgentRuns', { filter: 'no such run' });
		expect([found.results, found.paginationToken]).toEqual([[], expect.any(String)]);
		expect(service.requests).toHaveLength(10);
	});

	test('names runs by what else the service tells where it tells no prompt', async () => {
		const { service } = await serviceUnderTest({ listsOptions: false });
		const urls = ['https://example.com/products'];
		service.agentRuns.start({ prompt: '[lasts 1h] Work', urls });
		expect(names(await search(service, 'searchAgentRuns'))).toEqual([
			expect.stringMatching(/, started: https:\/\/example\.com\/products$/),
		]);
		const agents = [{ id: UNKNOWN_ID, status: 'completed' }];
		service.orderFault({ answer: { status: 200, json: { success: true, agents } } });
		expect(names(await search(service, 'searchAgentRuns'))).toEqual([`completed: ${UNKNOWN_ID}`]);
	});

	test('follows no host that an answer names', async () => {
		const { service } = await serviceUnderTest({ listPageSize: 1 });
		const { service: foreign } = await serviceUnderTest();
		startRuns(service, 2);
		const before = Date.now() - MINUTE / 2;
		const next = `${foreign.url}/v2/agent?before=${before}`;
		const json = { success: true, agents: [], next };
		service.orderFault({ answer: { status: 200, json } });
		expect(names(await search(service, 'searchAgentRuns'))).toHaveLength(1);
		expect(foreign.requests).toEqual([]);
	});

	test.each([
		['HTML 404', { status: 404, headers: HTML, body: '<pre>Cannot GET /v2/agent</pre>' }],
		['JSON 404', errorAnswer(404, 'Not Found')],
		['JSON 405', errorAnswer(405, 'Method Not Allowed')],
		['JSON 501', errorAnswer(501, 'Not Implemented')],
	])('says that a deployment which answers with %s has no such list', async (_what, answer) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer });
		await expect(search(service, 'searchAgentRuns')).rejects.toMatchObject({
			message: 'This deployment of the service cannot list agent runs',
			description: expect.stringMatching(/\(By ID\).+check the Base URL/) as string,
		});
		expect(service.requests).toHaveLength(1);
	});

	test('shows an error that explains itself and does not repeat the key', async () => {
		const { service } = await serviceUnderTest();
		const failure = search(service, 'searchAgentRuns', { apiKey: 'wrong-secret' });
		await expect(failure).rejects.toThrow('The service rejected the API key');
		await expect(failure).rejects.not.toThrow('wrong-secret');
	});
});

describe('The list of snapshots', () => {
	const chosen = (value: string): INodeParameters => ({
		jobId: { __rl: true, mode: 'list', value },
	});

	test('holds the present artifacts of the chosen run', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: 'Work' }, { createdAt: Date.now() - MINUTE });
		const found = await search(service, 'searchSnapshots', { parameters: chosen(id) });
		expect(names(found)).toEqual(['result.json (json)', 'report.md (markdown)']);
		for (const { value } of found.results) {
			expect(service.agentRuns.snapshot(id, String(value)).success).toBe(true);
		}
	});

	test('can be searched', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: 'Work' }, { createdAt: Date.now() - MINUTE });
		const parameters = chosen(id);
		const found = await search(service, 'searchSnapshots', { parameters, filter: 'REPORT' });
		expect(names(found)).toEqual(['report.md (markdown)']);
	});

	test('asks for a run first where none is chosen', async () => {
		const { service } = await serviceUnderTest();
		const failure = search(service, 'searchSnapshots', { parameters: chosen('') });
		await expect(failure).rejects.toThrow(
			'Agent Run must be the id of an agent run, which is a UUID',
		);
		expect(service.requests).toEqual([]);
	});

	test('explains that runs of older models have none', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: '[model spark-1-pro] Work' });
		const failure = search(service, 'searchSnapshots', { parameters: chosen(id) });
		await expect(failure).rejects.toThrow('This run has no trace');
	});
});
