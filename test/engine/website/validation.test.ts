import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';

const URL_RULE = 'must be an absolute URL that begins with http:// or https://';
const LIMIT_RULE = 'must be a whole number from 1 to 100,000';
const COUNTRY_RULE = 'must be two letters (ISO 3166-1), such as DE';
const DOMAIN_RULE =
	'must hold domains such as example.com or *.example.com, without protocol, path or port';
const TLD_RULE = 'must hold top-level domains in lower case without a dot, such as zip';
const LOCALE_RULE = 'must hold locales such as en-US';
const SCORE_RULE = 'must be a whole number from 0 to 100';
const FLAG_RULE = 'must be true or false';
const POSITIVE_RULE = 'must be a whole number of at least 1';

const TOO_MANY = Array.from({ length: 1001 }, (_, index) => `site${index}.example`);

/** An option whose value the expression takes from the item. */
const option = (name: string): INodeParameters => ({ options: { [name]: '={{ $json.value }}' } });

const inGroup = (group: string, name: string): INodeParameters => ({
	options: { [group]: { value: { [name]: '={{ $json.value }}' } } },
});

/** Each field with its display name, its rule, and values that break the rule. */
const FIELDS: Array<[string, INodeParameters, Array<[string, unknown[]]>]> = [
	[
		'URL',
		{ url: '={{ $json.value }}' },
		[
			['is required', ['', '   ', null, []]],
			[`${URL_RULE}: write https://example.com`, ['example.com', ' example.com ']],
			[`${URL_RULE}: write https://www.example.com/docs`, ['www.example.com/docs']],
			[
				URL_RULE,
				[
					'/docs',
					'//example.com',
					'ftp://example.com',
					'file:///etc/passwd',
					'javascript:alert(1)',
					'mailto:a@example.com',
					'http://',
					'https:///docs',
					'https://exa mple.com',
					'https://example.com https://example.org',
					'https://a.example\nhttps://b.example',
					'http://[::1',
					'https://example.com:99999',
					42,
					true,
					['https://example.com'],
					{ url: 'https://example.com' },
				],
			],
		],
	],
	['Search', { search: '={{ $json.value }}' }, [['must be text', [true, ['a'], { a: 1 }]]]],
	[
		'Max Links',
		{ maxLinks: '={{ $json.value }}' },
		[[LIMIT_RULE, [0, -1, 1.5, 100_001, 1e21, 'many', '10 links', true, [5], { max: 5 }]]],
	],
	[
		'Output',
		{ output: '={{ $json.value }}' },
		[['must be one of: links, list', ['Links', 'table', 1, null, ['list']]]],
	],
	[
		'Sitemap',
		option('sitemap'),
		[['must be one of: include, only, skip', ['Include', 'none', true, ['only'], { only: 1 }]]],
	],
	['Include Subdomains', option('includeSubdomains'), [[FLAG_RULE, ['yes', 1, 0, [true], {}]]]],
	['Ignore Query Parameters', option('ignoreQueryParameters'), [[FLAG_RULE, ['True', 1, {}]]]],
	['Ignore Cache', option('ignoreCache'), [[FLAG_RULE, ['no', 0, 'null']]]],
	['Timeout', option('timeout'), [[POSITIVE_RULE, [0, -5, 0.5, '1 minute', true, {}, [1000]]]]],
	['Max Attempts', option('maxAttempts'), [[POSITIVE_RULE, [0, -1, 2.5, 'five', null, {}]]]],
	['Max Concurrency', option('maxConcurrency'), [[POSITIVE_RULE, [0, -1, 2.5, 'five', null, {}]]]],
	[
		'Country',
		inGroup('location', 'country'),
		[[COUNTRY_RULE, ['DEU', 'D', 'Germany', 'D1', 'D E', 'ÄÖ', 49, ['DE'], {}]]],
	],
	[
		'Languages',
		inGroup('location', 'languages'),
		[
			[LOCALE_RULE, ['en US', 'en_US', 'de/DE', ['de', 'f r']]],
			['must be a list of texts', [true, { a: 'de' }, [{ language: 'de' }]]],
		],
	],
	[
		'Username',
		inGroup('auditMetadata', 'username'),
		[
			['is required', ['', ' ', null]],
			['must have at most 1,024 characters', ['x'.repeat(1025)]],
			['must be text', [true, ['jane'], { name: 'jane' }]],
		],
	],
	[
		'Mode',
		inGroup('threatProtection', 'mode'),
		[['must be one of: off, normal', ['on', 'Off', true, false, ['off']]]],
	],
	[
		'If the Check Fails',
		inGroup('threatProtection', 'failurePolicy'),
		[['must be one of: open, closed', ['Open', 'block', true, {}]]],
	],
	[
		'Risk Score Threshold',
		inGroup('threatProtection', 'riskScoreThreshold'),
		[[SCORE_RULE, [-1, 101, 0.5, 'high', true, [5], {}]]],
	],
	...(
		[
			['Blocked Domains', 'blacklist'],
			['Allowed Domains', 'whitelist'],
		] as const
	).map(([displayName, name]): (typeof FIELDS)[number] => [
		displayName,
		inGroup('threatProtection', name),
		[
			[
				DOMAIN_RULE,
				[
					'https://example.com',
					'example.com/docs',
					'example.com:8080',
					'example.com?x=1',
					'user@example.com',
					'*',
					'*.',
					'*example.com',
					'www.*.example.com',
					'.example.com',
					'example.com.',
					'example..com',
					'two words',
					'["a.example", "b.example"',
					['a.example', 'b.example/x'],
				],
			],
			[
				'must have at most 1,000 entries',
				[TOO_MANY, TOO_MANY.join('\n'), JSON.stringify(TOO_MANY)],
			],
			['must be a list of texts', [true, { a: 'a.example' }, [['a.example', [{}]]]]],
		],
	]),
	[
		'Blocked Top-Level Domains',
		inGroup('threatProtection', 'blockedTlds'),
		[
			[TLD_RULE, ['.zip', 'ZIP', 'Zip', 'co.uk', 'z ip', '*.zip', ['zip', '.mov'], 'zip/']],
			['must have at most 1,000 entries', [TOO_MANY.map((_, index) => `tld${index}`)]],
			['must be a list of texts', [false, { a: 'zip' }]],
		],
	],
];

describe.each(FIELDS)('%s', (displayName, parameters, rules) => {
	test.each(rules)('%s', async (rule, values) => {
		const { service } = await serviceUnderTest();
		const items = values.map((value) => ({ value })) as IDataObject[];
		const result = await map(service, parameters, { items, onError: 'continueRegularOutput' });
		expect(result.items).toEqual(
			values.map((_value, item) => ({
				json: {
					error: `${displayName} ${rule} [item ${item}]`,
					message: expect.stringMatching(/^Found: .* No request was sent\.$/s) as string,
					details: { field: displayName, rule, itemIndex: item },
				},
				pairedItem: { item },
			})),
		);
		expect(service.requests).toEqual([]);
	});
});

test('a bad value in one item keeps all items of the run from being sent', async () => {
	const { service } = await serviceUnderTest();
	const items = [5, 6, 0, 7, -1].map((max) => ({ max }));
	const { error } = await map(service, { maxLinks: '={{ $json.max }}' }, { items });
	expect(error?.message).toBe(`Max Links ${LIMIT_RULE} [item 2]`);
	expect(error?.description).toBe('Found: 0. No request was sent.');
	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect(service.requests).toEqual([]);
});

test('an expression that cannot be evaluated keeps all items of the run from being sent', async () => {
	const { service } = await serviceUnderTest();
	const items = [
		{ url: 'https://a.example' },
		{ url: 'nonsense' },
		{},
		{ url: 'https://b.example' },
	];
	const url = '={{ $json.url || $("No such node").first().json.url }}';
	const { error } = await map(service, { url }, { items });
	expect(error?.message).toBe("Referenced node doesn't exist");
	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect(service.requests).toEqual([]);
});

test('a value too long to read is shortened in the error', async () => {
	const { service } = await serviceUnderTest();
	const { error } = await map(service, { url: `x${'y'.repeat(5000)}` });
	expect(error?.description?.length).toBeLessThan(200);
});

test('under Continue On Fail the other items are mapped all the same', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: linksAnswer(['https://example.com/a']) });
	const items = [5, 0, 6].map((max) => ({ max }));
	const result = await map(
		service,
		{ maxLinks: '={{ $json.max }}' },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(result.items).toEqual([
		{ json: { url: 'https://example.com/a' }, pairedItem: { item: 0 } },
		{
			json: {
				error: `Max Links ${LIMIT_RULE} [item 1]`,
				message: 'Found: 0. No request was sent.',
				details: { field: 'Max Links', rule: LIMIT_RULE, itemIndex: 1 },
			},
			pairedItem: { item: 1 },
		},
		{ json: { url: 'https://example.com/a' }, pairedItem: { item: 2 } },
	]);
	expect(service.requests).toHaveLength(2);
});
