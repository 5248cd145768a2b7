import { describe, expect, test } from 'vitest';

import { ServiceError, type ServiceOptions } from '../../sandbox/service/index.ts';
import { page, webSite } from './scrapeSite.ts';
import { clientOf, serviceUnderTest, TestClock } from './serviceUnderTest.ts';

interface Refusal {
	code?: string;
	error: string;
}

async function refusalOf(
	body: object,
	options: ServiceOptions = {},
): Promise<[number, string | undefined, string]> {
	const { client } = await serviceUnderTest(options);
	const { status, data } = await client.post<Refusal>('/v2/scrape', body);
	return [status, data.code, data.error];
}

const url = 'http://localhost:1/';
const screenshot = { type: 'screenshot' };
const wait = (milliseconds: number): object => ({ type: 'wait', milliseconds });

describe('scrape bodies', () => {
	test.each([
		['an unknown field', { url, foo: 1 }, /^Unrecognized key in body/],
		['no address', {}, /^Bad Request$/],
		['another scheme', { url: 'ftp://a.example/' }, /^Bad Request$/],
		['a host without top-level domain', { url: 'http://intranet/' }, /^Bad Request$/],
		['a wait above half of the time-out', { url, waitFor: 6000, timeout: 10_000 }, /^waitFor must/],
		['a time-out of 999 ms', { url, timeout: 999 }, /^Bad Request$/],
		['a time-out with a fraction', { url, timeout: 1500.5 }, /^Bad Request$/],
		['changes without Markdown', { url, formats: ['changeTracking'] }, /requires the markdown/],
		['two screenshots', { url, formats: [screenshot, screenshot] }, /only specify one screenshot/],
		['base64 beside others', { url, formats: ['rawBase64', 'markdown'] }, /rawBase64/],
		['an unknown format', { url, formats: ['pdf'] }, /^Bad Request$/],
		['an unknown key in a format', { url, formats: [{ type: 'html', foo: 1 }] }, /^Bad Request$/],
		['a question without words', { url, formats: ['question'] }, /^Bad Request$/],
		[
			'a schema of any properties',
			{ url, formats: [{ type: 'json', schema: { additionalProperties: true } }] },
			/^Schema contains invalid structure/,
		],
		['an unknown action', { url, actions: [{ type: 'hover', selector: 'a' }] }, /^Bad Request$/],
		['a click nowhere', { url, actions: [{ type: 'click' }] }, /^Bad Request$/],
		[
			'a wait for time and element',
			{ url, actions: [{ type: 'wait', milliseconds: 10, selector: 'a' }] },
			/must be provided, but not both/,
		],
		[
			'waits above 60 s',
			{ url, actions: [wait(50_000), wait(11_000)] },
			/cannot exceed 60 seconds/,
		],
		[
			'waits that exceed 60 s with waitFor',
			{ url, waitFor: 30_000, actions: [wait(31_000)] },
			/cannot exceed 60 seconds/,
		],
		['51 actions', { url, actions: Array(51).fill({ type: 'scrape' }) }, /cannot exceed 50/],
		['a country that is none', { url, location: { country: 'XX' } }, /^Invalid country code/],
		['an unknown PDF mode', { url, parsers: [{ type: 'pdf', mode: 'x' }] }, /^Bad Request$/],
	])('with %s are refused', async (_, body, error) => {
		const [status, code, text] = await refusalOf(body);
		expect([status, code]).toEqual([400, 'BAD_REQUEST']);
		expect(text).toMatch(error);
	});

	test('may have an unknown key in location and in actions, and a time-out above the limit', async () => {
		const { origin } = await webSite({ '/': page('A', 'a') });
		const { client } = await serviceUnderTest();
		const { status } = await client.post('/v2/scrape', {
			url: `${origin}/`,
			location: { country: 'de', city: 'Bonn' },
			timeout: 300_001,
			formats: [],
			origin: 'test',
		});
		expect(status).toBe(200);
	});

	test('for zero data retention or threat protection need the team’s permission', async () => {
		expect(await refusalOf({ url, zeroDataRetention: true })).toEqual([
			403,
			undefined,
			expect.stringContaining('(ZDR) is not enabled'),
		]);
		expect((await refusalOf({ url, threatProtection: { mode: 'normal' } }))[0]).toBe(403);
	});
});

describe('a scrape', () => {
	test('answers the document, spends credits, and can be read again by its own team', async () => {
		const { origin } = await webSite({ '/': page('A', '<p>Text</p>') });
		const clock = new TestClock();
		const { service, client } = await serviceUnderTest({
			planCredits: 10,
			now: clock.now,
			apiKeys: ['sandbox-key', { key: 'other-key', team: 'other' }],
		});
		const { data } = await client.post<{ data: { metadata: { scrapeId: string } } }>('/v2/scrape', {
			url: `${origin}/`,
		});
		expect(data).toMatchObject({ success: true, data: { markdown: 'Text' } });
		const path = `/v2/scrape/${data.data.metadata.scrapeId}`;
		expect((await client.get<unknown>(path)).data).toEqual(data);
		const other = clientOf(service, 'other-key');
		expect((await other.get<unknown>(path)).status).toBe(403);
		const usage = await client.get<{ data: object }>('/v2/team/credit-usage');
		expect(usage.data.data).toMatchObject({ remainingCredits: 9 });
		clock.pass(24 * 3_600_000);
		expect((await client.get<unknown>(path)).status).toBe(404);
	});

	test('of a host that does not exist answers 200 without success, and costs a credit', async () => {
		const { client } = await serviceUnderTest({ planCredits: 10 });
		const { status, data } = await client.post<Refusal>('/v2/scrape', {
			url: 'http://nowhere.invalid/',
		});
		expect([status, data]).toMatchObject([
			200,
			{ success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
		]);
		const usage = await client.get<{ data: object }>('/v2/team/credit-usage');
		expect(usage.data.data).toMatchObject({ remainingCredits: 9 });
	});

	test('waits for a browser of the plan, and fails when that takes two thirds of its time', async () => {
		const { origin } = await webSite({ '/': page('A', 'a'), '/b': page('B', 'b') });
		const { client } = await serviceUnderTest({ maxConcurrency: 1, pageDuration: 900 });
		const scrape = (path: string, timeout: number) =>
			client.post<{ code?: string; data?: { metadata: { concurrencyLimited: boolean } } }>(
				'/v2/scrape',
				{ url: origin + path, timeout },
			);
		const answers = await Promise.all([scrape('/', 5000), scrape('/b', 5000), scrape('/b', 1000)]);
		expect(answers.map(({ status, data }) => [status, data.code])).toEqual([
			[200, undefined],
			[200, undefined],
			[408, 'SCRAPE_TIMEOUT'],
		]);
		expect(answers.map(({ data }) => data.data?.metadata.concurrencyLimited)).toEqual([
			false,
			true,
			undefined,
		]);
	});

	test('fails as a test orders, and is refused for a blocked host', async () => {
		const failPage = (): ServiceError =>
			new ServiceError(500, 'Too little time', { code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR' });
		expect((await refusalOf({ url }, { failPage }))[1]).toBe('SCRAPE_PDF_INSUFFICIENT_TIME_ERROR');
		expect(await refusalOf({ url }, { blockedHosts: ['localhost'] })).toEqual([
			403,
			undefined,
			expect.stringMatching(/^We apologize/),
		]);
	});
});

describe('the open server', () => {
	const deployment = 'open2026';

	test('has no model, no browser and no copies', async () => {
		const { origin } = await webSite({ '/': page('A', '<p>Text</p>') });
		const { client } = await serviceUnderTest({ deployment });
		const answer = async (more: object): Promise<unknown> =>
			(await client.post<unknown>('/v2/scrape', { url: `${origin}/`, ...more })).data;
		expect(await answer({ formats: ['screenshot'] })).toMatchObject({
			success: true,
			data: { warning: expect.stringContaining('features: screenshot --') as string },
		});
		expect(await answer({ formats: ['summary'] })).toMatchObject({ code: 'UNKNOWN_ERROR' });
		expect(await answer({ actions: [wait(10)] })).toMatchObject({
			code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
		});
		expect(await answer({ minAge: 1 })).toMatchObject({ success: true });
		expect(await answer({ lockdown: true })).toMatchObject({ code: 'SCRAPE_LOCKDOWN_CACHE_MISS' });
		expect(await answer({ url: 'http://nowhere.invalid/' })).toMatchObject({
			code: 'SCRAPE_ALL_ENGINES_FAILED',
		});
	});
});
