import { expect, test } from 'vitest';

import { serviceUnderTest, TestClock } from './serviceUnderTest.ts';

const unknownId = '6f1c9a52-3f0e-4a53-9d2b-0f6a5a1b7c11';

test('a run is started, polled, traced, listed and its snapshot read', async () => {
	const clock = new TestClock();
	const { service, client } = await serviceUnderTest({ now: clock.now });
	const start = await client.post<{ id: string }>('/v2/agent', { prompt: 'x [data [1]]' });
	expect(start.data).toMatchObject({ success: true, threadTurn: 1 });
	const { id } = start.data;
	expect((await client.get(`/v2/agent/${id}`)).data).toMatchObject({ status: 'processing' });
	clock.pass(1500);
	expect((await client.get(`/v2/agent/${id}`)).data).toMatchObject({ data: [1] });
	expect((await client.get(`/v2/agent/${id.toUpperCase()}`)).status).toBe(200);
	const trace = await client.get<{ events: Array<{ artifact?: { snapshotId: string } }> }>(
		`/v2/agent/${id}/trace?liveView=true`,
	);
	expect(trace.data).toMatchObject({ success: true, id, activeBrowserSessions: [] });
	const snapshotId = trace.data.events.findLast(({ artifact }) => artifact)?.artifact?.snapshotId;
	const snapshot = await client.get(`/v2/agent/${id}/snapshots/${snapshotId}`);
	expect(snapshot.data).toEqual({ success: true, id, snapshotId, snapshot: '[1]' });
	expect((await client.get('/v2/agent')).data).toMatchObject({ success: true, agents: [{ id }] });
	expect(service.agentRuns.all).toHaveLength(1);
});

test('the list names its next page as an absolute address', async () => {
	const { service, client } = await serviceUnderTest({ listPageSize: 2 });
	for (const createdAt of [1000, 2000, 3000])
		service.agentRuns.start({ prompt: 'x' }, { createdAt });
	const first = await client.get<{ next: string }>('/v2/agent');
	expect(first.data.next).toBe(`${service.url}/v2/agent?before=2000`);
	const second = await client.get<{ agents: unknown[] }>(first.data.next);
	expect(second.data.agents).toHaveLength(1);
	expect(second.data).not.toHaveProperty('next');
	expect((await client.get('/v2/agent?before=yesterday')).status).toBe(400);
});

test.each([
	['GET', '/v2/agent/7', 400, 'Invalid job ID format. Job ID must be a valid UUID.'],
	['DELETE', '/v2/agent/a%20b', 400, 'Invalid job ID format. Job ID must be a valid UUID.'],
	['GET', '/v2/agent/%zz/trace', 400, 'Invalid job ID format. Job ID must be a valid UUID.'],
	['GET', `/v2/agent/${unknownId}`, 404, 'Agent job not found'],
	['DELETE', `/v2/agent/${unknownId}`, 404, 'Agent job not found'],
	['GET', `/v2/agent/${unknownId}/trace`, 404, 'Agent job not found'],
	['GET', `/v2/agent/${unknownId}/snapshots/x`, 404, 'Agent job not found'],
])('%s %s gives %i', async (method, url, status, error) => {
	const { client } = await serviceUnderTest();
	const answer = await client.request({ method, url });
	expect([answer.status, answer.data]).toEqual([status, { success: false, error }]);
});

test('errors of trace and snapshot come without `success`', async () => {
	const { service, client } = await serviceUnderTest();
	const old = service.agentRuns.start({ prompt: '[model spark-1-pro]' }).id;
	const current = service.agentRuns.start({ prompt: 'x' }).id;
	for (const [path, status, error] of [
		[`${old}/trace`, 400, 'Trace is only available for Spark 2 extracts'],
		[`${old}/snapshots/x`, 400, 'Snapshots are only available for Spark 2 extracts'],
		[`${current}/snapshots/x`, 404, 'Snapshot not found'],
		[`${current}/snapshots/a%2Fb`, 400, 'Invalid snapshot ID'],
	] as const) {
		const answer = await client.get(`/v2/agent/${path}`);
		expect([answer.status, answer.data]).toEqual([status, { error }]);
	}
});

test('cancelling gives the conflicts of the contract', async () => {
	const clock = new TestClock();
	const { service, client } = await serviceUnderTest({ now: clock.now });
	const { id } = service.agentRuns.start({ prompt: '[lasts 1h]' });
	expect((await client.delete(`/v2/agent/${id}`)).data).toEqual({ success: true });
	const again = await client.delete(`/v2/agent/${id}`);
	expect([again.status, again.data]).toEqual([
		409,
		{ success: false, error: 'Agent is already cancelled' },
	]);
	const other = service.agentRuns.start({ prompt: 'x' }).id;
	clock.pass(1500);
	const late = await client.delete(`/v2/agent/${other}`);
	expect([late.status, late.data]).toEqual([
		409,
		{ success: false, error: 'Agent already finished' },
	]);
});

test('a submission that the agent service rejects gives 500', async () => {
	const { client } = await serviceUnderTest();
	const { status, data } = await client.post<unknown>('/v2/agent', { prompt: '[rejected]' });
	expect([status, data]).toEqual([
		500,
		{ success: false, error: 'Failed to passthrough agent request.' },
	]);
});

test('runs outlive the stand-in that ran them, if handed on', async () => {
	const { service } = await serviceUnderTest();
	const { id } = service.agentRuns.start({ prompt: 'x' });
	await service.stop();
	const { client } = await serviceUnderTest({ agentRuns: service.agentRuns });
	expect((await client.get(`/v2/agent/${id}`)).status).toBe(200);
});
