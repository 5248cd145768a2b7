import { Firecrawl } from 'firecrawl';
import { describe, expect, test } from 'vitest';

import type { Service, ServiceOptions } from '../../sandbox/service/index.ts';
import { findChromium } from '../../sandbox/service/scrape/chromium.ts';
import { clientOf, serviceUnderTest, TestClock } from './serviceUnderTest.ts';

interface Opened {
	id: string;
	cdpUrl: string;
}

interface Outcome {
	success: boolean;
	stdout: string;
	stderr: string;
	result: string;
	exitCode: number;
	killed: boolean;
	error?: string;
	output?: string;
}

const played: ServiceOptions = { playCode: (code) => ({ stdout: code }) };

async function scraped(service: Service, key = 'sandbox-key'): Promise<string> {
	const { data } = await clientOf(service, key).post<{ data: { metadata: { scrapeId: string } } }>(
		'/v2/scrape',
		{ url: `${service.websiteUrl}/` },
	);
	return data.data.metadata.scrapeId;
}

describe('a browser session', () => {
	test('costs two credits a minute, after the first one by the second', async () => {
		const clock = new TestClock();
		const { client } = await serviceUnderTest({ ...played, now: clock.now, planCredits: 100 });
		const { id } = (await client.post<Opened>('/v2/interact', {})).data;
		clock.pass(90_000);
		const closed = await client.delete<unknown>(`/v2/interact/${id}`);
		expect(closed.data).toEqual({ success: true, sessionDurationMs: 90_000, creditsBilled: 3 });
		const usage = await client.get<{ data: { remainingCredits: number } }>('/v2/team/credit-usage');
		expect(usage.data.data.remainingCredits).toBe(97);
	});

	test('ends when its time is over, or when nothing is done in it', async () => {
		const clock = new TestClock();
		const { client } = await serviceUnderTest({ ...played, now: clock.now });
		const { id } = (await client.post<Opened>('/v2/interact', { ttl: 60, activityTtl: 30 })).data;
		clock.pass(29_000);
		const execute = async () =>
			await client.post<Outcome>(`/v2/interact/${id}/execute`, { code: 'ls' });
		expect((await execute()).data).toMatchObject({ success: true, stdout: 'ls', exitCode: 0 });
		clock.pass(29_000);
		expect((await execute()).status).toBe(200);
		clock.pass(2_000);
		const { status, data } = await execute();
		expect([status, data.error]).toEqual([410, 'Browser session has been destroyed.']);
		const list = await client.get<unknown>('/v2/interact?status=destroyed');
		expect(list.data).toMatchObject({ sessions: [{ id, status: 'destroyed' }] });
	});

	test('is refused when the plan allows no more, or does not last for it', async () => {
		const { client } = await serviceUnderTest({ ...played, maxConcurrency: 1, planCredits: 30 });
		expect((await client.post('/v2/interact', { ttl: 3600 })).status).toBe(402);
		expect((await client.post('/v2/browser', {})).status).toBe(200);
		expect((await client.post('/v2/interact', {})).status).toBe(429);
	});

	test('belongs to its team', async () => {
		const { service, client } = await serviceUnderTest({
			...played,
			apiKeys: ['sandbox-key', { key: 'other-key', team: 'others' }],
		});
		const { id } = (await client.post<Opened>('/v2/interact', {})).data;
		const other = clientOf(service, 'other-key');
		expect((await other.delete(`/v2/interact/${id}`)).status).toBe(403);
		expect((await other.get('/v2/interact')).data).toEqual({ success: true, sessions: [] });
	});

	test.each([
		['a lifetime that is too short', { ttl: 29 }],
		['a lifetime that is too long', { ttl: 3601 }],
		['idling that is too short', { activityTtl: 9 }],
		['a profile without a name', { profile: {} }],
	])('is refused with %s', async (_title, body) => {
		const { client } = await serviceUnderTest(played);
		expect((await client.post('/v2/interact', body)).status).toBe(400);
	});
});

describe('a scraped page', () => {
	test('is worked with in one session until that is stopped', async () => {
		const { service, client } = await serviceUnderTest(played);
		const path = `/v2/scrape/${await scraped(service)}/interact`;
		const first = await client.post<Outcome>(path, { prompt: 'Read it' });
		expect(first.data).toMatchObject({ success: true, output: 'Done: Read it' });
		await client.post(path, { code: 'ls' });
		expect(service.browserSessions.of('sandbox')).toHaveLength(1);
		const stopped = await client.delete<unknown>(path);
		expect(stopped.data).toMatchObject({ success: true, creditsBilled: 7 });
		expect((await client.delete(path)).status).toBe(404);
	});

	test('says that code has failed, although the status is 200', async () => {
		const { service, client } = await serviceUnderTest({
			playCode: () => ({ stderr: 'Error: no\n  at 1', exitCode: 1 }),
		});
		const path = `/v2/scrape/${await scraped(service)}/interact`;
		const { status, data } = await client.post<Outcome>(path, { code: 'throw 1' });
		expect([status, data.success, data.error]).toEqual([200, false, 'Error: no']);
	});
});

describe.skipIf(findChromium() === undefined)('in Chromium', () => {
	test('code reads the scraped page, keeps its state, prints, returns and fails', async () => {
		const { service, client } = await serviceUnderTest();
		const path = `/v2/scrape/${await scraped(service)}/interact`;
		const run = async (code: string, timeout = 30) =>
			(await client.post<Outcome>(path, { code, timeout })).data;
		const read = 'console.log("hello"); globalThis.x = 1; return await page.title();';
		expect(await run(read)).toMatchObject({
			success: true,
			stdout: 'hello\n',
			result: 'Sandbox Docs',
			exitCode: 0,
		});
		await run('await page.evaluate(() => { document.title = "changed"; });');
		expect(await run('return { title: await page.title() };')).toMatchObject({
			result: '{"title":"changed"}',
		});
		const failed = await run('throw new Error("nothing here");');
		expect(failed).toMatchObject({ success: false, exitCode: 1, killed: false });
		expect(failed.error).toContain('nothing here');
		const slow = await run(
			'console.log("began"); await new Promise(() => setInterval(() => {}, 9));',
			5,
		);
		expect(slow).toMatchObject({ success: false, killed: true, stdout: 'began\n' });
	}, 120_000);
});

test('the vendor’s SDK opens, uses, lists and closes sessions', async () => {
	const { service } = await serviceUnderTest(played);
	const app = new Firecrawl({ apiKey: 'sandbox-key', apiUrl: service.url, maxRetries: 1 });
	const { id = '' } = await app.browser({ ttl: 60, activityTtl: 30, streamWebView: false });
	const executed = await app.browserExecute(id, { code: '1', language: 'node', timeout: 10 });
	expect(executed).toMatchObject({ stdout: '1', exitCode: 0 });
	expect((await app.listBrowsers({ status: 'active' })).sessions).toHaveLength(1);
	expect(await app.deleteBrowser(id)).toMatchObject({ success: true, creditsBilled: 2 });
	const scrapeId = await scraped(service);
	expect(await app.interact(scrapeId, { prompt: 'Look' })).toMatchObject({ output: 'Done: Look' });
	expect(await app.stopInteraction(scrapeId)).toMatchObject({ success: true });
});
