import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { linksAnswer, map, serviceUnderTest, type RunOptions } from '../mapUnderTest.ts';

const URL = 'https://example.com';

/** The bodies that Map sends, one for each input item. */
async function bodiesOf(parameters: INodeParameters, options?: RunOptions): Promise<unknown[]> {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: linksAnswer([]) });
	const { error } = await map(service, parameters, options);
	if (error) throw error;
	return service.requests.map(({ body }) => body);
}

async function bodyOf(parameters: INodeParameters, options?: RunOptions): Promise<unknown> {
	return (await bodiesOf(parameters, options))[0];
}

/** A group as n8n saves it. */
function group(value: INodeParameters): INodeParameters {
	return { value };
}

describe('Map sends', () => {
	test('the URL and the number of links, and nothing that the user did not give', async () => {
		expect(await bodyOf({})).toEqual({ url: URL, limit: 5000 });
	});

	test.each<[string, INodeParameters, IDataObject]>([
		['search', { search: 'pricing' }, { search: 'pricing' }],
		['maxLinks', { maxLinks: 100_000 }, { limit: 100_000 }],
		['sitemap only', { options: { sitemap: 'only' } }, { sitemap: 'only' }],
		['sitemap skip', { options: { sitemap: 'skip' } }, { sitemap: 'skip' }],
		['sitemap at its default', { options: { sitemap: 'include' } }, { sitemap: 'include' }],
		['includeSubdomains', { options: { includeSubdomains: false } }, { includeSubdomains: false }],
		[
			'ignoreQueryParameters',
			{ options: { ignoreQueryParameters: false } },
			{ ignoreQueryParameters: false },
		],
		['ignoreCache', { options: { ignoreCache: true } }, { ignoreCache: true }],
		['timeout', { options: { timeout: 30_000 } }, { timeout: 30_000 }],
		[
			'a country',
			{ options: { location: group({ country: 'DE' }) } },
			{ location: { country: 'DE' } },
		],
		[
			'a country in small letters',
			{ options: { location: group({ country: ' de ' }) } },
			{ location: { country: 'DE' } },
		],
		[
			'languages with the country that the editor shows',
			{ options: { location: group({ languages: ['de-DE', 'en'] }) } },
			{ location: { country: 'US', languages: ['de-DE', 'en'] } },
		],
		[
			'languages without a country',
			{ options: { location: group({ country: '', languages: ['de'] }) } },
			{ location: { languages: ['de'] } },
		],
		[
			'a username as it is written',
			{ options: { auditMetadata: group({ username: ' Jane Doe ' }) } },
			{ auditMetadata: { username: ' Jane Doe ' } },
		],
		[
			'a threat protection mode',
			{ options: { threatProtection: group({ mode: 'off' }) } },
			{ threatProtection: { mode: 'off' } },
		],
		[
			'a failure policy',
			{ options: { threatProtection: group({ failurePolicy: 'closed' }) } },
			{ threatProtection: { failurePolicy: 'closed' } },
		],
		[
			'a risk score of zero',
			{ options: { threatProtection: group({ riskScoreThreshold: 0 }) } },
			{ threatProtection: { riskScoreThreshold: 0 } },
		],
		[
			'domain lists',
			{
				options: {
					threatProtection: group({
						blacklist: ['bad.example', '*.worse.example'],
						whitelist: ['good.example'],
						blockedTlds: ['zip'],
					}),
				},
			},
			{
				threatProtection: {
					blacklist: ['bad.example', '*.worse.example'],
					whitelist: ['good.example'],
					blockedTlds: ['zip'],
				},
			},
		],
	])('%s', async (_what, parameters, fields) => {
		expect(await bodyOf(parameters)).toEqual({ url: URL, limit: 5000, ...fields });
	});

	test('a URL as it is written, without blanks around it', async () => {
		const url = 'HTTPS://Example.com:8443/a%20b/?q=1&r=ä#part';
		expect(await bodyOf({ url: ` ${url}\n` })).toEqual({ url, limit: 5000 });
	});

	test('what expressions give, each item its own', async () => {
		const parameters = {
			url: '={{ $json.site }}',
			maxLinks: '={{ $json.max }}',
			search: '={{ $json.words }}',
			options: { includeSubdomains: '={{ $json.deep }}', timeout: '={{ $json.ms }}' },
		};
		const items = [
			{ site: 'https://a.example', max: 7, words: 'one', deep: 'false', ms: '1500' },
			{ site: 'https://b.example', max: '8', words: 2026, deep: true, ms: 2000 },
		];
		expect(await bodiesOf(parameters, { items })).toEqual([
			{
				url: 'https://a.example',
				limit: 7,
				search: 'one',
				includeSubdomains: false,
				timeout: 1500,
			},
			{
				url: 'https://b.example',
				limit: 8,
				search: '2026',
				includeSubdomains: true,
				timeout: 2000,
			},
		]);
	});
});

describe('Map never sends', () => {
	test.each<[string, INodeParameters]>([
		['an empty search', { search: '' }],
		['a search of blanks', { search: '  \n' }],
		[
			'groups without values',
			{ options: { location: {}, threatProtection: {}, auditMetadata: {} } },
		],
		['an emptied location', { options: { location: group({ country: '', languages: [] }) } }],
		['a list of blanks', { options: { location: group({ country: '', languages: ['', ' '] }) } }],
		[
			'text that holds no entries',
			{ options: { threatProtection: group({ blacklist: ' ,\n, ' }) } },
		],
		['an untouched threat protection', { options: { threatProtection: group({}) } }],
		[
			'an emptied threat protection',
			{
				options: {
					threatProtection: group({
						mode: '',
						failurePolicy: '',
						riskScoreThreshold: '',
						blacklist: [],
						whitelist: [''],
						blockedTlds: '',
					}),
				},
			},
		],
		[
			'what expressions leave open',
			{
				search: '={{ $json.missing }}',
				options: {
					sitemap: '={{ $json.missing }}',
					timeout: '={{ null }}',
					ignoreCache: '={{ $json.missing }}',
					location: group({ country: '={{ $json.missing }}', languages: '={{ [] }}' }),
				},
			},
		],
		['options of the node itself', { options: { maxAttempts: 3, maxConcurrency: 2 } }],
		['an open number of links', { maxLinks: '={{ $json.missing }}' }],
	])('%s', async (_what, parameters) => {
		expect(await bodyOf(parameters)).toEqual({ url: URL, limit: 5000 });
	});
});

test('Map asks for JSON with the key, once for each item', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: linksAnswer([]) });
	await map(service, {}, { items: [{}, {}] });
	expect(service.requests).toHaveLength(2);
	for (const { method, path, headers } of service.requests) {
		expect([method, path]).toEqual(['POST', '/v2/map']);
		expect(headers).toMatchObject({
			authorization: 'valid',
			accept: 'application/json',
			'content-type': 'application/json',
		});
	}
});
