import { describe, expect, test } from 'vitest';

import { inputs, linksAnswer, map } from '../mapUnderTest.ts';
import { engine, KEY, pressTest, serviceUnderTest } from './credentialUnderTest.ts';

const URL_RULE = 'Base URL must be an absolute URL that begins with http:// or https://';

const BAD_URLS = [
	'',
	'   ',
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

	test('is refused with what to write where only its beginning is missing', async () => {
		const rule = `${URL_RULE}: write https://api.example.com`;
		const { error, items } = await map({ url: 'api.example.com' });
		expect(items).toEqual([]);
		expect(error?.message).toContain(rule);
		expect((await pressTest('api.example.com')).message).toBe(rule);
	});

	test.each(BAD_URLS)('"%s" is refused before any request, by name', async (baseUrl) => {
		const { error, items } = await map({ url: baseUrl }, {}, { items: inputs(2) });
		expect(items).toEqual([]);
		expect(error?.message).toContain(URL_RULE);
		expect(error?.description).toContain('No request was sent.');
		expect(await pressTest(baseUrl)).toEqual({ status: 'Error', message: URL_RULE });
	});
});

describe('a Base URL that says more than an address', () => {
	test.each([
		['a user', 'https://jane@example.com', 'must not hold a user name or a password'],
		['a password', 'https://jane:s3cret@example.com/v2', 'must not hold a user name or a password'],
		['an empty user', 'https://@example.com', 'must not hold a user name or a password'],
		['a query', 'https://example.com/v2?token=s3cret', 'must end before any "?" or "#"'],
		[
			'a query without a path',
			'https://example.com?token=s3cret',
			'must end before any "?" or "#"',
		],
		['a fragment', 'https://example.com/v2#s3cret', 'must end before any "?" or "#"'],
		['an at sign after a query', 'https://example.com?s3cret@b', 'must end before any "?" or "#"'],
	])('with %s is refused before any request, and not repeated', async (_what, baseUrl, rule) => {
		const { error, items } = await map({ url: baseUrl });
		expect(items).toEqual([]);
		expect(error?.message).toContain(`Base URL ${rule}`);
		expect(JSON.stringify(error)).not.toMatch(/s3cret|jane/);
		expect(await pressTest(baseUrl)).toEqual({ status: 'Error', message: `Base URL ${rule}` });
	});

	test('may have an at sign in its path', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([]) });
		expect((await map({ url: `${service.url}/@team` })).error).toBeUndefined();
		expect(service.requests.map(({ path }) => path)).toEqual(['/@team/v2/map']);
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

test('the key says what to enter for a deployment without authentication', () => {
	const { properties } = engine().credentialType('webDataApi');
	const { description } = properties.find(({ name }) => name === 'apiKey') ?? {};
	expect(description).toMatch(/without authentication, any text/);
});

test('the secret of webhooks is a password that may be left out', () => {
	const { properties } = engine().credentialType('webDataApi');
	const secret = properties.find(({ name }) => name === 'webhookSecret');
	expect(secret).toMatchObject({ default: '', typeOptions: { password: true } });
	expect(secret?.required).toBeUndefined();
	expect(secret?.description).toContain('HMAC-SHA256');
});

test.each([
	'sandbox-key\n',
	' sandbox-key ',
	'\u200bsandbox-key\ufeff',
	'Bearer sandbox-key',
	' bearer  sandbox-key',
	'\ufeffBearer\u00a0sandbox-key\n',
	'Authorization: Bearer sandbox-key',
])('the key %j is taken without what was copied with it', async (apiKey) => {
	const { service } = await serviceUnderTest();
	const credentials = { apiKey, baseUrl: service.url };
	const { items } = await map(service, { url: service.websiteUrl, maxLinks: 1 }, { credentials });
	expect(items).toHaveLength(1);
	expect((await pressTest(service.url, apiKey)).status).toBe('OK');
});
