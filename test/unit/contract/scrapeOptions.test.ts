import { describe, expect, test } from 'vitest';

import { longestScrapeMs, scrapeOptions } from '../../../nodes/contract/requests/scrapeOptions.ts';

const check = (options: Record<string, unknown>) => scrapeOptions('scrapeOptions', options);

describe('The options of a scrape', () => {
	test.each([
		['nothing where nothing was given', { headers: undefined, includeTags: ' ', timeout: '' }, {}],
		[
			'lists in any form',
			{ includeTags: 'main\n#price, .old', excludeTags: ['nav', 'nav'] },
			undefined,
		],
		['headers', { headers: { 'X-Own': 1 } }, { headers: { 'X-Own': '1' } }],
		[
			'parsers',
			{ parsers: ['image', { type: 'pdf', mode: 'ocr', maxPages: '3' }, { type: 'pdf' }] },
			undefined,
		],
		['no parsers on purpose', { parsers: [] }, { parsers: [] }],
		['personal data as a whole', { redactPII: 'true' }, { redactPII: true }],
		[
			'personal data in detail',
			{ redactPII: { mode: 'fast', entities: 'EMAIL, PHONE' } },
			undefined,
		],
		['personal data with nothing chosen', { redactPII: {} }, { redactPII: true }],
		['a profile', { profile: { name: 'shop', saveChanges: 'false' } }, undefined],
		['waits', { waitFor: 100, timeout: 5_000 }, { waitFor: 100, timeout: 5_000 }],
		['a place', { location: { country: 'de', languages: 'de-DE' } }, undefined],
	])('are %s', (_title, given, expected) => {
		const options = check(given);
		if (expected) expect(options).toEqual(expected);
		else expect(Object.keys(options).sort()).toEqual(Object.keys(given).sort());
	});

	test.each<[rule: string, given: Record<string, unknown>]>([
		['scrapeOptions must not hold foo', { foo: 1 }],
		['scrapeOptions.headers must be an object', { headers: 'X-Own: 1' }],
		['scrapeOptions.headers must have names that HTTP allows', { headers: { 'a b': '1' } }],
		['scrapeOptions.headers must have values of one line', { headers: { a: '1\n2' } }],
		['scrapeOptions.headers must be text', { headers: { a: {} } }],
		['scrapeOptions.parsers must be a list', { parsers: 'pdf' }],
		['scrapeOptions.parsers must be one of: image, pdf', { parsers: ['word'] }],
		['scrapeOptions.profile.name is required', { profile: { saveChanges: true } }],
		['scrapeOptions.profile.name is required', { profile: 'shop' }],
		['scrapeOptions.redactPII.entities must be one of', { redactPII: { entities: 'NAME' } }],
		['scrapeOptions.redactPII must be true or false', { redactPII: 'perhaps' }],
		['scrapeOptions.timeout must be a whole number from 1000 to 300,000', { timeout: 1.5 }],
		['scrapeOptions.maxAge must be a whole number of at least 0', { maxAge: -1 }],
		[
			'scrapeOptions.waitFor must not be more than half of Timeout',
			{ waitFor: 3_000, timeout: 5_000 },
		],
		[
			'scrapeOptions.onlyCleanContent cannot be combined',
			{ onlyCleanContent: true, zeroDataRetention: true },
		],
		['scrapeOptions.location.country must be two letters', { location: { country: 'Germany' } }],
		['scrapeOptions.location.languages must hold locales', { location: { languages: 'de_DE!' } }],
		['scrapeOptions.auditMetadata.username is required', { auditMetadata: {} }],
		[
			'scrapeOptions.auditMetadata.username must have at most',
			{ auditMetadata: { username: 'x'.repeat(2_000) } },
		],
		[
			'scrapeOptions.threatProtection.blacklist must hold domains',
			{ threatProtection: { blacklist: 'https://a.example' } },
		],
		['scrapeOptions.proxy must be one of', { proxy: 'none' }],
		['scrapeOptions.includeTags must be a list of texts', { includeTags: [{}] }],
	])('say so: %s', (rule, given) => {
		expect(() => check(given)).toThrow(rule);
	});
});

describe('Browser actions', () => {
	const actions = (...list: unknown[]) => check({ actions: list }).actions;

	test.each([
		['keep blanks that are typed', { type: 'write', text: ' ' }],
		['take numbers as text', { type: 'write', text: 5 }, { type: 'write', text: '5' }],
		['leave out what a type does not have', { type: 'scrape', selector: 'a' }, { type: 'scrape' }],
		[
			'wait for a time',
			{ type: 'wait', milliseconds: 20, selector: '' },
			{ type: 'wait', milliseconds: 20 },
		],
		['wait for an element', { type: 'wait', selector: '#a' }],
		['print', { type: 'pdf', format: 'A4', landscape: true, scale: 0.5 }],
		['take pictures', { type: 'screenshot', quality: 80, viewport: { width: 800, height: 600 } }],
		['scroll', { type: 'scroll', direction: 'up' }],
		[
			'click all',
			{ type: 'click', selector: 'a', all: 'true' },
			{ type: 'click', selector: 'a', all: true },
		],
	])('%s', (_title, action, expected: object = action) => {
		expect(actions(action)).toEqual([expected]);
	});

	test.each<[rule: string, action: unknown]>([
		['action 1 must have one of these types', 'click'],
		['action 1 must have one of these types', { type: 'toString' }],
		['action 1, selector is required', { type: 'click', selector: ' ' }],
		['action 1, text is required', { type: 'write', text: '' }],
		['action 1, script is required', { type: 'executeJavascript', script: null }],
		['action 1, script must be text', { type: 'executeJavascript', script: {} }],
		['action 1 must have either milliseconds or a selector', { type: 'wait' }],
		[
			'action 1 must have either milliseconds or a selector',
			{ type: 'wait', milliseconds: 1, selector: 'a' },
		],
		['action 1, scale must be a number above zero', { type: 'pdf', scale: 0 }],
		['action 1, viewport.height is required', { type: 'screenshot', viewport: { width: 1 } }],
		['action 1, viewport must be an object', { type: 'screenshot', viewport: 5 }],
	])('say so: %s', (rule, action) => {
		expect(() => actions(action)).toThrow(rule);
	});

	test('are at most 50, and wait a minute at most in all', () => {
		expect(() => check({ actions: 'click' })).toThrow('must be a list of actions');
		expect(() => actions(...Array.from({ length: 51 }, () => ({ type: 'scrape' })))).toThrow(
			'at most 50 actions',
		);
		const wait = { type: 'wait', milliseconds: 30_000 };
		expect(actions(wait, wait)).toHaveLength(2);
		expect(() => actions(wait, wait, { type: 'wait', selector: 'a' })).toThrow(
			'must wait at most 60,000 milliseconds',
		);
	});
});

describe('The longest time that the service takes', () => {
	test.each([
		[{}, 60_000],
		[{ timeout: 10_000 }, 10_000],
		[{ timeout: 10_000, waitFor: 5_000 }, 15_000],
		[
			{
				actions: [
					{ type: 'wait', milliseconds: 2_000 },
					{ type: 'wait', selector: 'a' },
				],
			},
			63_000,
		],
		// The service raises a timeout of exactly half a minute.
		[{ timeout: 30_000 }, 120_000],
	])('of %j is %i ms', (options, ms) => {
		expect(longestScrapeMs(options)).toBe(ms);
	});
});
