import { gunzipSync } from 'node:zlib';

import { AxiosError } from 'axios';
import { describe, expect, test } from 'vitest';

import { errorAnswer, redirectAnswer } from '../../sandbox/service/index.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';

const path = '/v2/team/credit-usage';

async function errorCode(request: Promise<unknown>): Promise<string | undefined> {
	return await request.then(
		() => 'no error',
		(error: unknown) => (error instanceof AxiosError ? error.code : undefined),
	);
}

describe('an ordered fault', () => {
	test('hits as often as ordered, after those skipped, and only what matches', async () => {
		const { service, client } = await serviceUnderTest();
		const answer = errorAnswer(503, 'Service Unavailable');
		service.orderFault({ method: 'get', path, skip: 1, times: 2, answer });
		const statuses: number[] = [];
		for (let count = 0; count < 4; count += 1) {
			expect((await client.get('/v2/agent')).status).toBe(200);
			statuses.push((await client.get(path)).status);
		}
		expect(statuses).toEqual([200, 503, 503, 200]);
	});

	test('may answer after the request was handled all the same', async () => {
		const { service, client } = await serviceUnderTest();
		const answer = errorAnswer(500, 'Internal Server Error');
		service.orderFault({ answer, afterHandling: true });
		expect((await client.post('/v2/agent', { prompt: 'x' })).status).toBe(500);
		expect(service.agentRuns.all).toHaveLength(1);
	});

	test('may match paths by pattern and bodies by content, for ever, until cleared', async () => {
		const { service, client } = await serviceUnderTest();
		service.orderFault({
			path: /agent$/,
			body: (body) => JSON.stringify(body).includes('unlucky'),
			times: Infinity,
			answer: errorAnswer(500, 'Internal Server Error'),
		});
		const start = async (prompt: string): Promise<number> =>
			(await client.post('/v2/agent', { prompt })).status;
		expect(await start('unlucky')).toBe(500);
		expect(await start('lucky')).toBe(200);
		expect(await start('unlucky')).toBe(500);
		service.clearFaults();
		expect(await start('unlucky')).toBe(200);
		expect(service.agentRuns.all).toHaveLength(2);
	});

	test('answers any status, headers and body', async () => {
		const { service, client } = await serviceUnderTest();
		service.orderFault({
			answer: { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Hi</h1>' },
		});
		const html = await client.get<string>(path);
		expect([html.headers['content-type'], html.data]).toEqual(['text/html', '<h1>Hi</h1>']);
		service.orderFault({
			answer: errorAnswer(429, 'Rate limit exceeded', {
				headers: { 'Retry-After': '-1' },
				details: ['x'],
			}),
		});
		const refused = await client.get(path);
		expect([refused.status, refused.headers['retry-after'], refused.data]).toEqual([
			429,
			'-1',
			{ success: false, error: 'Rate limit exceeded', details: ['x'] },
		]);
	});

	test('delays the real answer', async () => {
		const { service, client } = await serviceUnderTest();
		service.orderFault({ delay: 150 });
		const began = performance.now();
		expect((await client.get(path)).status).toBe(200);
		expect(performance.now() - began).toBeGreaterThan(140);
	});

	test.each([
		['dropBeforeHandling', 0],
		['dropBeforeAnswer', 1],
		['dropAfterHeaders', 1],
		['dropMidBody', 1],
	] as const)('%s: the connection breaks, %i run began', async (kind, runs) => {
		const { service, client } = await serviceUnderTest();
		for (const reset of [false, true]) {
			service.orderFault({ distortion: { kind, reset } });
			const code = await errorCode(client.post('/v2/agent', { prompt: 'x' }));
			expect(code).toMatch(/^(ECONNRESET|ERR_BAD_RESPONSE)$/);
		}
		expect(service.agentRuns.all).toHaveLength(2 * runs);
		await expect
			.poll(() => service.requests.map(({ aborted, faulty }) => [aborted, faulty]))
			.toEqual([
				[true, true],
				[true, true],
			]);
	});

	test('truncates the body of an answer that is complete as HTTP', async () => {
		const { service, client } = await serviceUnderTest();
		service.orderFault({ distortion: { kind: 'truncate', bytes: 12 } });
		expect((await client.get<string>(path)).data).toBe('{"success":t');
	});

	test('sends a body slowly, or half of it and then nothing', async () => {
		const { service, client } = await serviceUnderTest();
		service.orderFault({ distortion: { kind: 'slowBody', pieceBytes: 50, pauseMs: 30 } });
		const began = performance.now();
		expect((await client.get<{ success: boolean }>(path)).data.success).toBe(true);
		expect(performance.now() - began).toBeGreaterThan(80);
		service.orderFault({ distortion: { kind: 'endlessBody' } });
		const waited = errorCode(client.get(path, { signal: AbortSignal.timeout(200) }));
		expect(await waited).toBe('ERR_CANCELED');
	});

	test('changes headers of the real answer', async () => {
		const { service, client } = await serviceUnderTest();
		const headers = { 'content-type': 'image/png' };
		service.orderFault({ distortion: { kind: 'headers', headers } });
		const answer = await client.get(path);
		expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
	});

	test('redirects', async () => {
		const { service, client } = await serviceUnderTest();
		service.orderFault({ answer: redirectAnswer('https://elsewhere.example/', 307) });
		const answer = await client.get(path, { maxRedirects: 0 });
		expect([answer.status, answer.headers['location']]).toEqual([
			307,
			'https://elsewhere.example/',
		]);
	});

	test('sends a huge body, plain or as a gzip bomb', async () => {
		const { service, client } = await serviceUnderTest();
		const bytes = 20_000_000;
		service.orderFault({ answer: { status: 200, bytes, gzip: false } });
		const plain = await client.get<Buffer>(path, { responseType: 'arraybuffer' });
		expect(plain.data.length).toBe(bytes);
		service.orderFault({ answer: { status: 200, bytes, gzip: true } });
		const bomb = await client.get<Buffer>(path, { responseType: 'arraybuffer', decompress: false });
		expect(bomb.data.length).toBeLessThan(100_000);
		const unpacked = JSON.parse(gunzipSync(bomb.data).toString()) as { links: string[] };
		expect(unpacked.links).toHaveLength(1);
	});
});

test('the request log tells what came, what was answered, and not the key', async () => {
	const { service, client } = await serviceUnderTest();
	const before = Date.now();
	await client.post('/v2/agent?from=test', { prompt: 'x' }, { headers: { 'X-Note': 'n' } });
	await client.get('/v2/agent/..%2Fmap', { headers: { authorization: 'Bearer stolen-key' } });
	const [start, status] = service.requests;
	expect(start).toMatchObject({
		method: 'POST',
		path: '/v2/agent',
		query: { from: 'test' },
		headers: { 'x-note': 'n', authorization: 'valid' },
		body: { prompt: 'x' },
		status: 200,
		aborted: false,
		faulty: false,
	});
	expect(start?.receivedAt).toBeGreaterThanOrEqual(before);
	expect(start?.endedAt).toBeGreaterThanOrEqual(start?.receivedAt ?? Infinity);
	expect(status).toMatchObject({
		path: '/v2/agent/..%2Fmap',
		headers: { authorization: 'invalid' },
		body: undefined,
		status: 401,
	});
	expect(JSON.stringify(service.requests)).not.toMatch(/sandbox-key|stolen-key/);
});

test('stopping closes every connection at once', async () => {
	const { service, client } = await serviceUnderTest();
	service.orderFault({ delay: 60_000 });
	const waiting = errorCode(client.get(path));
	await expect.poll(() => service.requests.length).toBe(1);
	await service.stop();
	expect(await waiting).toBe('ECONNRESET');
	expect(await errorCode(client.get(path))).toBe('ECONNREFUSED');
});
