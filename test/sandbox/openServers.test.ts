import { describe, expect, test } from 'vitest';

import type { ServiceOptions } from '../../sandbox/service/index.ts';
import { clientOf, serviceUnderTest, TestClock } from './serviceUnderTest.ts';

const servers: ServiceOptions[] = [{ deployment: 'open2026' }, { deployment: 'open2025' }];

const json = { headers: { 'content-type': 'application/json' } };

describe.each(servers)('the open server $deployment', (options) => {
	test('answers an HTML page for what is no route, with or without a key', async () => {
		const { service, client } = await serviceUnderTest(options);
		for (const visitor of [client, clientOf(service, undefined)]) {
			const answer = await visitor.delete<string>('/v2/<nothing>');
			expect([answer.status, answer.headers['content-type']]).toEqual([
				404,
				'text/html; charset=utf-8',
			]);
			expect(answer.data).toContain('Cannot DELETE /v2/');
			expect(answer.data).not.toContain('<nothing>');
		}
	});

	test('tells broken JSON before it looks at key and route', async () => {
		const { service } = await serviceUnderTest(options);
		const visitor = clientOf(service, undefined);
		// As bytes: axios would make JSON of a text.
		const answer = await visitor.post<unknown>('/v2/nothing', Buffer.from('{"a"'), json);
		expect([answer.status, answer.data]).toMatchObject([400, { code: 'BAD_REQUEST_INVALID_JSON' }]);
	});

	test('takes a body of another type as none', async () => {
		const { client } = await serviceUnderTest(options);
		const headers = { 'content-type': 'text/plain' };
		const { data } = await client.post<{ details: Array<{ path: unknown[] }> }>(
			'/v2/map',
			JSON.stringify({ url: 'https://a.example/' }),
			{ headers },
		);
		expect(data.details).toMatchObject([{ path: [] }]);
	});

	test('names the fields that it does not know, inside groups too, but not in `location`', async () => {
		const { service, client } = await serviceUnderTest(options);
		const url = service.websiteUrl;
		const unknown = await client.post('/v2/map', { url, foo: 1, bar: 2 });
		expect([unknown.status, unknown.data]).toMatchObject([
			400,
			{ code: 'BAD_REQUEST', details: [{ path: [], keys: ['foo', 'bar'] }] },
		]);
		const stamped = { url, limit: 1, origin: 'n8n', integration: 'n8n', location: { city: 'x' } };
		expect((await client.post('/v2/map', stamped)).status).toBe(200);
	});

	test('tells the wait of a rate limit in its text alone', async () => {
		const clock = new TestClock();
		const rateLimits = { map: { requests: 0, perSeconds: 60 } };
		const { client } = await serviceUnderTest({ ...options, rateLimits, now: clock.now });
		const { status, headers, data } = await client.post<{ error: string }>('/v2/map', {});
		expect(status).toBe(429);
		expect(headers).not.toHaveProperty('retry-after');
		expect(data.error).toMatch(/^Rate limit exceeded\. Consumed .* retry after 60s, resets at /);
	});

	test('says what is wrong with a key', async () => {
		const { service } = await serviceUnderTest(options);
		const error = async (authorization: string | undefined): Promise<unknown> =>
			(
				await clientOf(service, undefined).get<{ error: string }>('/v2/concurrency-check', {
					headers: { authorization },
				})
			).data.error;
		expect(await error(undefined)).toBe('Unauthorized');
		expect(await error('Bearer')).toBe('Unauthorized: Token missing');
		expect(await error('Bearer other')).toBe('Unauthorized: Invalid token');
	});

	test('takes any key, and none, where authentication is off', async () => {
		const { service } = await serviceUnderTest({ ...options, authentication: false });
		for (const key of [undefined, 'whatever']) {
			const answer = await clientOf(service, key).get('/v2/concurrency-check');
			expect([answer.status, answer.data]).toMatchObject([200, { maxConcurrency: 2 }]);
		}
	});
});

describe('of the agent', () => {
	test('the open server of 2025 has nothing', async () => {
		const { client } = await serviceUnderTest({ deployment: 'open2025' });
		expect((await client.post('/v2/agent', { prompt: 'x' })).status).toBe(404);
		expect((await client.get('/v2/agent')).status).toBe(404);
	});

	test('the open server of 2026 has all but the list, and tells less', async () => {
		const clock = new TestClock();
		const { service, client } = await serviceUnderTest({ deployment: 'open2026', now: clock.now });
		expect((await client.get('/v2/agent')).status).toBe(404);
		const start = await client.post<{ id: string }>('/v2/agent', { prompt: 'x', model: 'spark-2' });
		const { id } = start.data;
		expect(start.data).toEqual({ success: true, id });
		const status = async (): Promise<unknown> => (await client.get(`/v2/agent/${id}`)).data;
		const expiresAt = expect.any(String) as string;
		const shown = { success: true, model: 'spark-2', expiresAt };
		expect(await status()).toEqual({ ...shown, status: 'processing' });
		clock.pass(1500);
		const data = expect.anything() as unknown;
		expect(await status()).toEqual({ ...shown, status: 'completed', data, creditsUsed: 15 });
		expect((await client.get(`/v2/agent/${id}/trace`)).status).toBe(200);
		expect(service.agentRuns.all).toHaveLength(1);
	});

	test('a run of 2026 has an older model and no trace, unless it asks for another', async () => {
		const { client } = await serviceUnderTest({ deployment: 'open2026' });
		const { data } = await client.post<{ id: string }>('/v2/agent', { prompt: 'x' });
		expect((await client.get(`/v2/agent/${data.id}/trace`)).status).toBe(400);
	});

	test('nothing works without authentication, as there is no database then', async () => {
		const { client } = await serviceUnderTest({ deployment: 'open2026', authentication: false });
		const answer = await client.post('/v2/agent', { prompt: 'x' });
		expect([answer.status, answer.data]).toMatchObject([500, { code: 'UNKNOWN_ERROR' }]);
	});
});

describe('an address', () => {
	test.each([
		['acme.example.test', 200],
		['http://192.0.2.1:1', 200],
		['http://nodots/', 400],
		['ftp://acme.example.test', 400],
		['two words', 400],
	])('such as %s gives %i', async (url, status) => {
		const hosts = { 'acme.example.test': 'http://127.0.0.1:9', '192.0.2.1': 'http://127.0.0.1:9' };
		const { client } = await serviceUnderTest({ deployment: 'open2026', hosts });
		expect((await client.post('/v2/map', { url })).status).toBe(status);
	});

	test.each([
		['de', 200],
		['XX', 400],
		['Germany', 400],
	])('in the country %s gives %i', async (country, status) => {
		const { service, client } = await serviceUnderTest({ deployment: 'open2026' });
		const body = { url: service.websiteUrl, limit: 1, location: { country } };
		expect((await client.post('/v2/map', body)).status).toBe(status);
	});
});
