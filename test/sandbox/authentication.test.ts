import { describe, expect, test } from 'vitest';

import { clientOf, serviceUnderTest } from './serviceUnderTest.ts';

const unauthorized = { success: false, error: 'Unauthorized: Invalid token' };

describe('authentication', () => {
	test('a valid key is let in', async () => {
		const { client } = await serviceUnderTest();
		expect((await client.get('/v2/team/credit-usage')).status).toBe(200);
	});

	test.each([
		['a missing key', undefined],
		['a wrong key', 'Bearer other-key'],
		['another scheme', 'Basic sandbox-key'],
		['no scheme', 'sandbox-key'],
		['an empty key', 'Bearer '],
	])('%s gives 401 on every route', async (_, authorization) => {
		const { service } = await serviceUnderTest();
		const client = clientOf(service, undefined);
		const id = '6f1c9a52-3f0e-4a53-9d2b-0f6a5a1b7c11';
		for (const [method, path] of [
			['POST', '/v2/map'],
			['POST', '/v2/agent'],
			['GET', '/v2/agent'],
			['GET', `/v2/agent/${id}`],
			['DELETE', `/v2/agent/${id}`],
			['GET', `/v2/agent/${id}/trace`],
			['GET', `/v2/agent/${id}/snapshots/any`],
			['GET', '/v2/team/credit-usage'],
		] as const) {
			const answer = await client.request({ method, url: path, headers: { authorization } });
			expect([answer.status, answer.data]).toEqual([401, unauthorized]);
		}
	});

	test('a key without permission for a route gives 403 there and only there', async () => {
		const { client } = await serviceUnderTest({
			apiKeys: [{ key: 'sandbox-key', forbidden: ['agentList'] }],
		});
		const answer = await client.get('/v2/agent');
		expect([answer.status, answer.data]).toEqual([403, { success: false, error: 'Forbidden' }]);
		expect((await client.get('/v2/team/credit-usage')).status).toBe(200);
	});

	test('a run belongs to the team of the key that started it', async () => {
		const { service, client } = await serviceUnderTest({
			apiKeys: ['sandbox-key', { key: 'other-key', team: 'others' }],
		});
		const { data } = await client.post<{ id: string }>('/v2/agent', { prompt: 'x' });
		const others = clientOf(service, 'other-key');
		const answer = await others.get(`/v2/agent/${data.id}`);
		expect([answer.status, answer.data]).toEqual([
			404,
			{ success: false, error: 'Agent job not found' },
		]);
		expect((await others.get<{ agents: unknown[] }>('/v2/agent')).data.agents).toEqual([]);
	});
});

describe('routes', () => {
	test.each(['/v2/nope', '/v2/agent/a/b/c', '/', '/v1/map'])(
		'the unknown path %s gives a JSON 404, with or without a key',
		async (path) => {
			const { service, client } = await serviceUnderTest();
			for (const visitor of [client, clientOf(service, undefined)]) {
				const answer = await visitor.get(path);
				expect([answer.status, answer.data]).toEqual([404, { success: false, error: 'Not Found' }]);
			}
		},
	);

	test('an older deployment lacks routes', async () => {
		const { client } = await serviceUnderTest({
			withoutRoutes: { agentList: 405, creditUsage: 404, agentTrace: 501 },
		});
		const list = await client.get('/v2/agent');
		expect([list.status, list.data]).toEqual([
			405,
			{ success: false, error: 'Method Not Allowed' },
		]);
		expect((await client.get('/v2/team/credit-usage')).status).toBe(404);
		expect((await client.get('/v2/agent/7/trace')).status).toBe(501);
		expect((await client.post('/v2/agent', { prompt: 'x' })).status).toBe(200);
	});
});
