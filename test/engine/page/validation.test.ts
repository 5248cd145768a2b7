/** What Scrape refuses before any request, and how it says so. */
import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { scrape, serviceUnderTest, shown } from './pageUnderTest.ts';

const action = (...list: INodeParameters[]) => ({ scrapeOptions: { actions: { action: list } } });
const LONG = 'x'.repeat(10_001);

const WRONG: Array<[string, INodeParameters]> = [
	['URL is required', { url: '={{ "" }}' }],
	[
		'URL must be an absolute URL that begins with http:// or https://: write https://example.com/a',
		{ url: 'example.com/a' },
	],
	['Formats must be one of: attributes, audio', { formats: ['query'] }],
	['Formats must include Markdown for change tracking', { formats: ['changeTracking'] }],
	['JSON Prompt is required where no result format is described', { formats: ['json'] }],
	['JSON Prompt must have at most 10,000 characters', { formats: ['json'], jsonPrompt: LONG }],
	[
		'Fields of the Result must have at least one field',
		{ formats: ['json'], schemaMode: 'fields' },
	],
	['Question is required', { formats: ['question'] }],
	['Highlights Query is required', { formats: ['highlights'] }],
	['Attributes must have at least one entry', { formats: ['attributes'] }],
	[
		'Attributes must have a selector and an attribute in every entry',
		{
			formats: ['attributes'],
			attributes: { selector: [{ selector: 'a', attribute: '={{ "" }}' }] },
		},
	],
	[
		'Quality must be a whole number from 1 to 100',
		{ formats: ['screenshot'], screenshotOptions: { quality: 101 } },
	],
	[
		'Schema must be a JSON object',
		{ formats: ['markdown', 'changeTracking'], changeTrackingOptions: { schema: '[]' } },
	],
	[
		'Modes must be one of: git-diff, json',
		{ formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['x'] } },
	],
	['Wait For must be a whole number from 0 to 60,000', { scrapeOptions: { waitFor: 60_001 } }],
	[
		'Wait For must not be more than half of Timeout',
		{ scrapeOptions: { waitFor: 1001, timeout: 2000 } },
	],
	['Timeout must be a whole number from 1000 to 300,000', { scrapeOptions: { timeout: 999 } }],
	[
		'Country must be two letters',
		{ scrapeOptions: { location: { value: { country: 'Germany' } } } },
	],
	[
		'Headers must have names that HTTP allows',
		{ scrapeOptions: { headers: { header: [{ name: 'My Header', value: '1' }] } } },
	],
	[
		'Headers must have values of one line',
		{ scrapeOptions: { headers: { header: [{ name: 'X', value: 'a\r\nHost: b' }] } } },
	],
	['Name is required', { scrapeOptions: { profile: { value: { name: ' ' } } } }],
	[
		'Clean Up with AI cannot be combined with Zero Data Retention',
		{ scrapeOptions: { onlyCleanContent: true, zeroDataRetention: true } },
	],
	[
		'Actions: action 1 must have either milliseconds or a selector to wait for',
		action({ type: 'wait' }),
	],
	[
		'Actions: action 2 must have either milliseconds or a selector to wait for',
		action({ type: 'scrape' }, { type: 'wait', milliseconds: 5, selector: 'a' }),
	],
	['Actions: action 1, selector is required', action({ type: 'click' })],
	['Actions: action 1, text is required', action({ type: 'write' })],
	['Actions: action 1, key is required', action({ type: 'press' })],
	['Actions: action 1, script is required', action({ type: 'executeJavascript' })],
	['Actions: action 1, scale must be a number above zero', action({ type: 'pdf', scale: -1 })],
	['Actions: action 1 must have one of these types', action({ type: 'dance' })],
	[
		'Actions must wait at most 60,000 milliseconds in all, together with Wait For',
		action(...Array.from({ length: 3 }, () => ({ type: 'wait', milliseconds: 20_001 }))),
	],
	[
		'Actions must have at most 50 actions',
		action(...Array.from({ length: 51 }, () => ({ type: 'scrape' }))),
	],
];

test.each(WRONG)('%s', async (says, parameters) => {
	const { service } = await serviceUnderTest();
	const result = await scrape(service, { url: 'https://example.com', ...parameters });
	expect(shown(result).message).toContain(says);
	expect(shown(result).description).toContain('No request was sent.');
	expect(service.requests).toEqual([]);
});
