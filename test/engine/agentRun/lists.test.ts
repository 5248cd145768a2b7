/** The lists that the editor opens behind the fields Agent Run and Snapshot ID. */
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { engine, KEY, serviceUnderTest, UNKNOWN_ID } from './agentRunUnderTest.ts';

const MINUTE = 60_000;

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
	test('names each by its prompt, age and status, the newest first', async () => {
		const { service } = await serviceUnderTest();
		const ages: Array<[string, number]> = [
			['[lasts 100d] Old', 60 * 24 * 60],
			['[ends failed] Yesterday', 30 * 60],
			[`Long\n\nprompt ${'x'.repeat(80)}`, 61],
			['Recent', 5],
			['[reports queued] [lasts 1h] New', 0],
		];
		for (const [prompt, minutes] of ages) {
			service.agentRuns.start({ prompt }, { createdAt: Date.now() - minutes * MINUTE });
		}
		const found = await search(service, 'searchAgentRuns');
		expect(names(found)).toEqual([
			'[reports queued] [lasts 1h] New (just now, queued)',
			'Recent (5 min ago, completed)',
			`Long prompt ${'x'.repeat(48)}… (1 h ago, completed)`,
			'[ends failed] Yesterday (30 h ago, failed)',
			'[lasts 100d] Old (60 days ago, processing)',
		]);
		const ids = service.agentRuns.all.map(({ id }) => id).reverse();
		expect(found.results.map(({ value }) => value)).toEqual(ids);
		expect(found.paginationToken).toBeUndefined();
	});

	test('comes page by page', async () => {
		const { service } = await serviceUnderTest({ listPageSize: 2 });
		startRuns(service, 5);
		const first = await search(service, 'searchAgentRuns');
		const paginationToken = first.paginationToken as string;
		const second = await search(service, 'searchAgentRuns', { paginationToken });
		expect([...names(first), ...names(second)].map((name) => name.slice(0, 18))).toEqual([
			'[lasts 0s] Run 0 (',
			'[lasts 0s] Run 1 (',
			'[lasts 0s] Run 2 (',
			'[lasts 0s] Run 3 (',
		]);
		const last = await search(service, 'searchAgentRuns', {
			paginationToken: second.paginationToken as string,
		});
		expect([last.results.length, last.paginationToken]).toEqual([1, undefined]);
	});

	test.each(['RUN 1', 'run 1 (', ' run 1 '])('finds runs by %j', async (filter) => {
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
			'https://example.com/products (just now, processing)',
		]);
		const agents = [{ id: UNKNOWN_ID, status: 'completed' }];
		service.orderFault({ answer: { status: 200, json: { success: true, agents } } });
		expect(names(await search(service, 'searchAgentRuns'))).toEqual([`${UNKNOWN_ID} (completed)`]);
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
