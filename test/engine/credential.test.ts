import { ClientRequest } from 'node:http';

import { afterEach, describe, expect, test, vi } from 'vitest';

import { errorAnswer, redirectAnswer } from '../../sandbox/service/index.ts';
import { hurryTimeouts } from './hurriedTimeouts.ts';
import { engine, inputs, KEY, linksAnswer, map, serviceUnderTest } from './mapUnderTest.ts';

const URL_RULE = 'Base URL must be an absolute URL that begins with http:// or https://';

const BAD_URLS = [
	'',
	'   ',
	'api.example.com',
	'localhost:3002',
	'//api.example.com',
	'/v2',
	'ftp://api.example.com',
	'https://',
	'https:///v2',
	'http://exa mple.com',
	'http://[::1',
	'https://example.com:99999',
	'javascript:alert(1)',
];

async function pressTest(
	baseUrl: string,
	apiKey = KEY,
): Promise<{ status: string; message: string }> {
	return await engine().testCredential({ credentials: { apiKey, baseUrl } });
}

describe('the Base URL', () => {
	test.each(['', '/', '//', '/v2', '/v2/', '/v2//', ' '])('may end in "%s"', async (ending) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([]) });
		const credentials = { apiKey: KEY, baseUrl: service.url + ending };
		const { error } = await map(service, {}, { credentials });
		expect(error).toBeUndefined();
		expect(service.requests.map(({ path }) => path)).toEqual(['/v2/map']);
		expect((await pressTest(service.url + ending)).status).toBe('OK');
	});

	test('may have a path of its own', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: linksAnswer([]) });
		for (const path of ['/web-data', '/web-data/v2/', '/v2/web-data']) {
			await map({ url: service.url + path });
		}
		expect(service.requests.map(({ path }) => path)).toEqual([
			'/web-data/v2/map',
			'/web-data/v2/map',
			'/v2/web-data/v2/map',
		]);
	});

	test('is the hosted service by default', () => {
		const { properties } = engine().credentialType('webDataApi');
		expect(properties.find(({ name }) => name === 'baseUrl')).toMatchObject({
			default: 'https://api.firecrawl.dev',
			required: true,
		});
	});

	test.each(BAD_URLS)('"%s" is refused before any request, by name', async (baseUrl) => {
		const { error, items } = await map({ url: baseUrl }, {}, { items: inputs(2) });
		expect(items).toEqual([]);
		expect(error?.message).toContain(URL_RULE);
		expect(error?.description).toContain('No request was sent.');
		expect(await pressTest(baseUrl)).toEqual({ status: 'Error', message: URL_RULE });
	});
});

test('the key is a required password', () => {
	const { properties } = engine().credentialType('webDataApi');
	expect(properties.find(({ name }) => name === 'apiKey')).toMatchObject({
		required: true,
		default: '',
		typeOptions: { password: true },
	});
});

test.each(['sandbox-key\n', ' sandbox-key ', '\u200bsandbox-key\ufeff'])(
	'the key %j is taken without what is invisible',
	async (apiKey) => {
		const { service } = await serviceUnderTest();
		const credentials = { apiKey, baseUrl: service.url };
		const { items } = await map(service, { url: service.websiteUrl, maxLinks: 1 }, { credentials });
		expect(items).toHaveLength(1);
		expect((await pressTest(service.url, apiKey)).status).toBe('OK');
	},
);

describe('the Test button', () => {
	const ACCEPTED = { status: 'OK', message: 'The service accepted the API key.' };

	test('says that the key is accepted, at no cost', async () => {
		const { service } = await serviceUnderTest({ planCredits: 1 });
		expect(await pressTest(service.url)).toEqual(ACCEPTED);
		expect(service.requests.map(({ path }) => path)).toEqual(['/v2/team/credit-usage']);
		expect((await map(service, { url: service.websiteUrl, maxLinks: 1 })).items).toHaveLength(1);
	});

	test('says that the key is rejected', async () => {
		const { service } = await serviceUnderTest();
		expect(await pressTest(service.url, 'mistyped-key')).toEqual({
			status: 'Error',
			message: 'The service rejected the API key. Copy it anew from its dashboard.',
		});
	});

	test('says that there is no key', async () => {
		const { service } = await serviceUnderTest();
		expect(await pressTest(service.url, ' ')).toEqual({
			status: 'Error',
			message: 'API Key is empty',
		});
		expect(service.requests).toEqual([]);
	});

	describe.each([404, 405] as const)('where credit usage is not known (%i)', (status) => {
		const options = { withoutRoutes: { creditUsage: status }, planCredits: 1 };

		test('says all the same that the key is accepted, at no cost', async () => {
			const { service } = await serviceUnderTest(options);
			expect(await pressTest(service.url)).toEqual(ACCEPTED);
			expect((await map(service, { url: service.websiteUrl, maxLinks: 1 })).items).toHaveLength(1);
		});

		test('says all the same that the key is rejected', async () => {
			const { service } = await serviceUnderTest(options);
			const { status: result, message } = await pressTest(service.url, 'mistyped-key');
			expect([result, message]).toEqual([
				'Error',
				'The service rejected the API key. Copy it anew from its dashboard.',
			]);
		});
	});

	test('looks further where a missing route is answered in HTML', async () => {
		const { service } = await serviceUnderTest();
		const html = { 'Content-Type': 'text/html' };
		const answer = { status: 404, headers: html, body: 'Cannot GET /v2/team/credit-usage' };
		service.orderFault({ path: '/v2/team/credit-usage', times: Infinity, answer });
		expect(await pressTest(service.url)).toEqual(ACCEPTED);
	});

	test.each([402, 403, 429])('takes a refusal with %i for a good key', async (status) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: errorAnswer(status, 'No') });
		expect(await pressTest(service.url)).toEqual(ACCEPTED);
	});

	test('says that the service is failing', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: errorAnswer(503, 'Service Unavailable') });
		expect((await pressTest(service.url)).message).toContain('failing (status 503)');
	});

	describe('says that something else answers', () => {
		const notService = (url: string) => ({
			status: 'Error',
			message: `Something answers at ${url}, but it is not the web data service. Check Base URL.`,
		});
		const html = { 'Content-Type': 'text/html' };

		test.each([
			['with an HTML page', { status: 200, headers: html, body: '<h1>Hi</h1>' }],
			['with an HTML 404', { status: 404, headers: html, body: '<h1>Not found</h1>' }],
			['with an HTML 401', { status: 401, headers: html, body: 'Who are you?' }],
			['with a JSON 404 of another kind', { status: 404, json: { message: 'no such route' } }],
			['with JSON of another kind', { status: 200, json: { hello: 'world' } }],
			['with nothing', { status: 204, body: '' }],
			['with a redirect', redirectAnswer('https://elsewhere.example/')],
			['with a 502 of a proxy', { status: 502, headers: html, body: '<h1>Bad Gateway</h1>' }],
		])('%s', async (_how, answer) => {
			const { service } = await serviceUnderTest();
			service.orderFault({ times: Infinity, answer });
			expect(await pressTest(service.url)).toEqual(notService(service.url));
		});

		test('with the service’s 404 on every route', async () => {
			const { service } = await serviceUnderTest({ withoutRoutes: { creditUsage: 404, map: 404 } });
			expect(await pressTest(service.url)).toEqual(notService(service.url));
		});

		test('and does not follow a redirect with the key', async () => {
			const { service } = await serviceUnderTest();
			const other = await serviceUnderTest();
			service.orderFault({
				times: Infinity,
				answer: redirectAnswer(`${other.service.url}/v2/map`),
			});
			await pressTest(service.url);
			expect(other.service.requests).toEqual([]);
		});
	});

	describe('says that nothing is there', () => {
		afterEach(() => {
			vi.restoreAllMocks();
		});

		test('when the connection is refused', async () => {
			const { service } = await serviceUnderTest();
			await service.stop();
			expect(await pressTest(service.url)).toEqual({
				status: 'Error',
				message: `Nothing answers at ${service.url} (ECONNREFUSED). Check Base URL, and that n8n can reach it.`,
			});
		});

		test('when nobody knows the host', async () => {
			const { message } = await pressTest('http://no-such-host.invalid');
			expect(message).toMatch(/^Nothing answers at .* \((ENOTFOUND|EAI_AGAIN)\)\./);
		});

		test('when the connection breaks', async () => {
			const { service } = await serviceUnderTest();
			service.orderFault({ times: Infinity, distortion: { kind: 'dropBeforeAnswer' } });
			expect((await pressTest(service.url)).message).toContain('Nothing answers at');
		});

		test('when no answer comes within 15 seconds', async () => {
			const { service } = await serviceUnderTest();
			service.orderFault({ times: Infinity, delay: 30_000 });
			hurryTimeouts();
			const { message } = await pressTest(service.url);
			expect(message).toContain(`Nothing answers at ${service.url} (ECONNABORTED)`);
			const { calls } = vi.mocked(ClientRequest.prototype).setTimeout.mock;
			expect(calls.map(([milliseconds]) => milliseconds)).toEqual([15_000]);
		});
	});

	test('never shows the key', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer: errorAnswer(401, `Bad key ${KEY}`) });
		expect((await pressTest(service.url)).message).not.toContain(KEY);
	});
});
