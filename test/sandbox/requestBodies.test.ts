import { describe, expect, test } from 'vitest';

import { serviceUnderTest } from './serviceUnderTest.ts';

type Refused = {
	error: string;
	details: Array<{ path: unknown[]; message: string; code: string }>;
};

const url = 'http://127.0.0.1:1/';
const many = Array.from({ length: 1001 }, (_, index) => `host${index}.example`);

describe('a body of the map route is refused, naming the field,', () => {
	test.each<[string, unknown, string]>([
		['without url', {}, 'url'],
		['with a relative url', { url: '/docs' }, 'url'],
		['with a url of another scheme', { url: 'ftp://docs.example' }, 'url'],
		['with a url that is no string', { url: 7 }, 'url'],
		['with limit 0', { url, limit: 0 }, 'limit'],
		['with limit 100,001', { url, limit: 100_001 }, 'limit'],
		['with a fractional limit', { url, limit: 1.5 }, 'limit'],
		['with limit as text', { url, limit: '5' }, 'limit'],
		['with limit null', { url, limit: null }, 'limit'],
		['with an unknown sitemap mode', { url, sitemap: 'all' }, 'sitemap'],
		['with a flag as text', { url, includeSubdomains: 'true' }, 'includeSubdomains'],
		['with a negative timeout', { url, timeout: -1 }, 'timeout'],
		['with search as a list', { url, search: ['a'] }, 'search'],
		['with a country in lower case', { url, location: { country: 'us' } }, 'location.country'],
		['with languages as text', { url, location: { languages: 'en' } }, 'location.languages'],
		['with audit metadata without a name', { url, auditMetadata: {} }, 'auditMetadata.username'],
		[
			'with a long audit name',
			{ url, auditMetadata: { username: 'x'.repeat(1025) } },
			'auditMetadata.username',
		],
		[
			'with an unknown audit field',
			{ url, auditMetadata: { username: 'x', id: 1 } },
			'auditMetadata',
		],
		['with an unknown mode', { url, threatProtection: { mode: 'on' } }, 'threatProtection.mode'],
		[
			'with 1,001 domains',
			{ url, threatProtection: { blacklist: many } },
			'threatProtection.blacklist',
		],
		[
			'with a domain with protocol',
			{ url, threatProtection: { whitelist: ['https://a.example'] } },
			'threatProtection.whitelist.0',
		],
		[
			'with a domain with port',
			{ url, threatProtection: { whitelist: ['a.example', 'a.example:80'] } },
			'threatProtection.whitelist.1',
		],
		[
			'with a TLD with a dot',
			{ url, threatProtection: { blockedTlds: ['.zip'] } },
			'threatProtection.blockedTlds.0',
		],
		[
			'with a TLD in upper case',
			{ url, threatProtection: { blockedTlds: ['ZIP'] } },
			'threatProtection.blockedTlds.0',
		],
		[
			'with a score above 100',
			{ url, threatProtection: { riskScoreThreshold: 101 } },
			'threatProtection.riskScoreThreshold',
		],
		['that is a list', [], ''],
		['that is missing', undefined, ''],
	])('%s', async (_, body, field) => {
		const { client } = await serviceUnderTest({ threatProtection: 'enabled' });
		const { status, data } = await client.post<Refused>('/v2/map', body);
		expect(status).toBe(400);
		expect(data).toMatchObject({
			success: false,
			error: field === 'url' ? 'Invalid URL' : 'Bad Request',
		});
		expect(data.details.map(({ path }) => path.join('.'))).toEqual([field]);
	});
});

describe('a body of the agent route is refused, naming the field,', () => {
	const prompt = 'x';
	test.each<[string, unknown, string]>([
		['without prompt', {}, 'prompt'],
		['with an empty prompt', { prompt: '' }, 'prompt'],
		['with a prompt of 10,001 characters', { prompt: 'x'.repeat(10_001) }, 'prompt'],
		['with a relative url', { prompt, urls: [url, 'docs'] }, 'urls.1'],
		['with a schema as text', { prompt, schema: '{}' }, 'schema'],
		['with maxCredits 0', { prompt, maxCredits: 0 }, 'maxCredits'],
		['with an unknown model', { prompt, model: 'spark-9' }, 'model'],
		['with an unknown effort', { prompt, effort: 'max' }, 'effort'],
		['with an unknown mode', { prompt, mode: 'talk' }, 'mode'],
		['with a thread id that is no UUID', { prompt, threadId: '7' }, 'threadId'],
		['with a webhook without url', { prompt, webhook: {} }, 'webhook.url'],
		[
			'with an unknown webhook event',
			{ prompt, webhook: { url, events: ['ended'] } },
			'webhook.events.0',
		],
		['with a directive misspelt', { prompt: '[lasts long]' }, 'prompt'],
	])('%s', async (_, body, field) => {
		const { service, client } = await serviceUnderTest();
		const { status, data } = await client.post<Refused>('/v2/agent', body);
		expect([status, data.error]).toEqual([400, 'Bad Request']);
		expect(data.details.map(({ path }) => path.join('.'))).toEqual([field]);
		expect(service.agentRuns.all).toEqual([]);
	});
});

test('every field at the edge of its limits is accepted', async () => {
	const { client } = await serviceUnderTest({ threatProtection: 'enabled' });
	const map = await client.post('/v2/map', {
		url,
		search: '',
		sitemap: 'skip',
		includeSubdomains: false,
		ignoreQueryParameters: false,
		ignoreCache: true,
		limit: 100_000,
		timeout: 60_000,
		location: { country: 'DE', languages: ['de-DE', 'en'] },
		auditMetadata: { username: 'x'.repeat(1024) },
		threatProtection: {
			mode: 'normal',
			blacklist: many.slice(0, 1000),
			whitelist: ['*.docs.example', 'localhost'],
			blockedTlds: ['zip', 'co'],
			failurePolicy: 'closed',
			riskScoreThreshold: 0,
		},
		origin: 'n8n',
		integration: 'n8n',
	});
	expect([map.status, map.data]).toMatchObject([200, { success: true, links: [] }]);
	const agent = await client.post('/v2/agent', {
		prompt: 'x'.repeat(10_000),
		urls: [url],
		schema: { type: 'object', properties: {} },
		maxCredits: 0.5,
		strictConstrainToURLs: true,
		model: 'spark-1-mini',
		effort: 'low',
		webhook: { url, headers: { a: 'b' }, metadata: {}, events: ['completed'] },
		mode: 'chat',
		auditMetadata: { username: '' },
		origin: 'n8n',
	});
	expect(agent.status).toBe(200);
});

test.each([
	['disabled', 'Threat protection is not enabled for this team.'],
	['noOverrides', 'The organization does not allow per-request threat protection.'],
] as const)('threat protection %s gives 403', async (threatProtection, details) => {
	const { client } = await serviceUnderTest({ threatProtection });
	for (const [path, body] of [
		['/v2/map', { url, threatProtection: {} }],
		['/v2/agent', { prompt: 'x', threatProtection: { mode: 'off' } }],
	] as const) {
		const answer = await client.post(path, body);
		expect([answer.status, answer.data]).toEqual([
			403,
			{ success: false, error: 'Forbidden', details },
		]);
	}
});

test('a body above the size limit gives 413', async () => {
	const { client } = await serviceUnderTest({ maxBodyBytes: 1000 });
	const { status, data } = await client.post<unknown>('/v2/agent', {
		prompt: 'x'.repeat(1_000_000),
	});
	expect([status, data]).toEqual([413, { success: false, error: 'Payload Too Large' }]);
});

test('a body that is not JSON gives 400', async () => {
	const { client } = await serviceUnderTest();
	const headers = { 'content-type': 'application/json' };
	// As bytes: axios would make JSON of a text.
	const body = Buffer.from('{"url":');
	const { status, data } = await client.post<Refused & { code: string }>('/v2/map', body, {
		headers,
	});
	expect([status, data.error, data.code]).toEqual([400, 'Bad Request', 'BAD_REQUEST_INVALID_JSON']);
});

test('a schema that is not JSON Schema gives 422', async () => {
	const { client } = await serviceUnderTest();
	const { status, data } = await client.post<Refused>('/v2/agent', {
		prompt: 'x',
		schema: { type: 'object', properties: { name: { type: 'words' } } },
	});
	expect([status, data.error]).toEqual([422, 'Unprocessable Entity']);
});

test('a team with zero data retention cannot run agents', async () => {
	const { client } = await serviceUnderTest({ zeroDataRetention: true });
	const { status, data } = await client.post<Refused>('/v2/agent', { prompt: 'x' });
	expect([status, data.error]).toEqual([
		400,
		'Your team has zero data retention enabled. This is not supported on extract.',
	]);
});

test('credits are counted, and without any left billed routes give 402', async () => {
	const { client } = await serviceUnderTest({ planCredits: 4, threatProtection: 'enabled' });
	const remaining = async (): Promise<unknown> =>
		(await client.get<{ data: { remainingCredits: number } }>('/v2/team/credit-usage')).data.data
			.remainingCredits;
	await client.post('/v2/map', { url });
	expect(await remaining()).toBe(3);
	await client.post('/v2/map', { url, threatProtection: { mode: 'normal' } });
	expect(await remaining()).toBe(0);
	for (const [path, body] of [
		['/v2/map', { url }],
		['/v2/agent', { prompt: 'x' }],
	] as const) {
		const { status, data } = await client.post<unknown>(path, body);
		expect([status, data]).toEqual([
			402,
			{ success: false, error: 'Payment Required: Insufficient credits' },
		]);
	}
});
