import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import {
	agentRun,
	byId,
	jsonOf,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	TRACE_PATH,
} from './agentRunUnderTest.ts';

const SNAPSHOT_PATH = /\/snapshots\//;

function run(service: Service, prompt: string, ago = 60_000): string {
	return service.agentRuns.start({ prompt }, { createdAt: Date.now() - ago }).id;
}

function snapshot(jobId: string, snapshotId: INodeParameters[string]): INodeParameters {
	const id = { __rl: true, mode: 'id', value: snapshotId };
	return { ...byId(jobId), snapshot: 'byId', snapshotId: id };
}

function snapshotIds(service: Service, jobId: string): string[] {
	const { events } = service.agentRuns.trace(jobId);
	return events.flatMap((event) =>
		event.type === 'artifact.updated' ? [event.artifact.snapshotId] : [],
	);
}

describe('Get Snapshot of the latest', () => {
	test('returns the present content of each artifact, JSON as data and text as text', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[data {"a": [1]}] Work');
		const { items } = await agentRun(service, 'getSnapshot', byId(id));
		expect(jsonOf(items)).toMatchObject([
			{ jobId: id, kind: 'json', path: 'result.json', snapshot: { a: [1] } },
			{
				jobId: id,
				kind: 'markdown',
				path: 'report.md',
				snapshot: expect.stringMatching(/^# Report/) as string,
			},
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(requestsTo(service, 'GET', TRACE_PATH)).toHaveLength(1);
		expect(requestsTo(service, 'GET', SNAPSHOT_PATH)).toHaveLength(2);
	});

	test.each(['42', 'null', '"text"', '[1, 2]'])('parses the JSON artifact %s', async (data) => {
		const { service } = await serviceUnderTest();
		const id = run(service, `[data ${data}] Work`);
		const [json] = jsonOf((await agentRun(service, 'getSnapshot', byId(id))).items);
		expect(json?.snapshot).toEqual(JSON.parse(data));
	});

	test('leaves JSON as text where the user chose that', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[data {"a":1}] Work');
		const parameters = { ...byId(id), options: { parseJson: false } };
		const [json] = jsonOf((await agentRun(service, 'getSnapshot', parameters)).items);
		expect(json?.snapshot).toBe('{"a":1}');
	});

	test('leaves a JSON artifact that is not JSON as text', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const json = { success: true, snapshot: '{"cut": ' };
		service.orderFault({ path: SNAPSHOT_PATH, answer: { status: 200, json } });
		const { items } = await agentRun(service, 'getSnapshot', byId(id));
		expect(jsonOf(items).map(({ snapshot: content }) => content)).toContain('{"cut": ');
	});

	test('reads the successor of a snapshot that the run supersedes meanwhile', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[data {"a": 1}] Work');
		const { events } = service.agentRuns.trace(id);
		const early = events.filter(({ producerSequence }) => producerSequence < 12);
		service.orderFault({
			path: TRACE_PATH,
			answer: { status: 200, json: { success: true, id, events: early } },
		});
		const { items } = await agentRun(service, 'getSnapshot', byId(id));
		expect(jsonOf(items)).toMatchObject([{ snapshot: { a: 1 } }, { kind: 'markdown' }]);
		expect(requestsTo(service, 'GET', TRACE_PATH)).toHaveLength(2);
	});

	test('gives up when a snapshot is gone from each of three fresh traces', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const artifact = { kind: 'json', artifactId: 'a', snapshotId: 'gone' };
		const events = [{ type: 'artifact.updated', producerSequence: 1, artifact }];
		const answer = { status: 200, json: { success: true, id, events } };
		service.orderFault({ path: TRACE_PATH, times: Infinity, answer });
		const { message } = shown(await agentRun(service, 'getSnapshot', byId(id)));
		expect(message).toBe('The run has no such snapshot');
		expect(requestsTo(service, 'GET', TRACE_PATH)).toHaveLength(3);
	});

	test('returns nothing for a run that has produced nothing yet', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[lasts 1h] Work', 0);
		const { items, error } = await agentRun(service, 'getSnapshot', byId(id));
		expect([items, error]).toEqual([[], undefined]);
	});

	test('reads large artifacts whole', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[large 2mb] Work');
		const { items } = await agentRun(service, 'getSnapshot', byId(id));
		expect((items[1]?.json.snapshot as string).length).toBe(2 * 1024 * 1024);
	});

	test('explains that runs of older models have none', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[model spark-1-mini] Work');
		const { details } = shown(await agentRun(service, 'getSnapshot', byId(id)));
		expect(details).toMatchObject({ httpCode: '400', retryable: false });
	});
});

describe('Get Snapshot by id', () => {
	test('returns that one alone, parsed where it is JSON', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[data {"a": 1}] Work');
		const snapshotId = snapshotIds(service, id).at(-1) ?? '';
		const json = onlyJson(await agentRun(service, 'getSnapshot', snapshot(id, snapshotId)));
		expect(json).toEqual({ jobId: id, success: true, id, snapshotId, snapshot: { a: 1 } });
		expect(service.requests).toHaveLength(1);
	});

	test('takes the id as plain text from an expression', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const items = [{ snapshotId: snapshotIds(service, id).at(-1) }];
		const parameters = { ...byId(id), snapshot: 'byId', snapshotId: '={{ $json.snapshotId }}' };
		const result = await agentRun(service, 'getSnapshot', parameters, { items });
		expect(onlyJson(result).snapshotId).toBe(items[0]?.snapshotId);
	});

	test('explains that a snapshot was superseded', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const old = snapshotIds(service, id)[0] ?? '';
		const { message, description } = shown(
			await agentRun(service, 'getSnapshot', snapshot(id, old)),
		);
		expect(message).toBe('The run has no such snapshot');
		expect(description).toContain('Fetch the trace again and use its current snapshotId');
	});

	test.each(['a/../b', '../../../v2/map', 'a?b=1', 'a#b', '%2e%2e', 'ä b', 'a\\..\\b'])(
		'keeps the id %j from changing the path',
		async (snapshotId) => {
			const { service } = await serviceUnderTest();
			const id = run(service, 'Work');
			await agentRun(service, 'getSnapshot', snapshot(id, snapshotId));
			expect(service.requests.map(({ path, query }) => [path, query])).toEqual([
				[`/v2/agent/${id}/snapshots/${encodeURIComponent(snapshotId)}`, {}],
			]);
		},
	);

	test.each(['..', '.', ' ', '={{ "\\ud800" }}', '={{ 5 }}'])(
		'sends nothing for the id %j',
		async (snapshotId) => {
			const { service } = await serviceUnderTest();
			const id = run(service, 'Work');
			const result = await agentRun(service, 'getSnapshot', snapshot(id, snapshotId));
			expect(shown(result).message).toBe('Snapshot ID must be the id of a snapshot [item 0]');
			expect(service.requests).toEqual([]);
		},
	);

	test('keeps ids of a trace from changing the path too', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const artifact = { kind: 'json', artifactId: 'a', snapshotId: '../../x' };
		const events = [{ type: 'artifact.updated', producerSequence: 1, artifact }];
		service.orderFault({
			path: TRACE_PATH,
			answer: { status: 200, json: { success: true, id, events } },
		});
		await agentRun(service, 'getSnapshot', byId(id));
		expect(service.requests[1]?.path).toBe(`/v2/agent/${id}/snapshots/..%2F..%2Fx`);
	});
});
