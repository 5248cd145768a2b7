import type { INodeParameters } from 'n8n-workflow';
import type { ScrapeOptions } from 'firecrawl';

import { FORMAT_CASES } from './formatCases.ts';

/** What the vendor's SDK is asked for, and the parameters by which a user of the node asks for it. */
export interface RequestCase {
	title: string;
	sdk: ScrapeOptions & { zeroDataRetention?: boolean; onlyCleanContent?: boolean };
	parameters: INodeParameters;
}

/** Each option by itself, as the body and the editor have it where the two differ. */
const OPTIONS: Array<[NonNullable<RequestCase['sdk']>, INodeParameters?]> = [
	[{ onlyMainContent: false }],
	[{ onlyCleanContent: true }],
	[{ includeTags: ['article', 'h1, h2'] }],
	[{ excludeTags: ['.ad', '#menu'] }],
	[{ maxAge: 0 }],
	[{ minAge: 1 }],
	[
		{ headers: { Cookie: 'a=b', 'X-Own': '1' } },
		{
			headers: {
				header: [
					{ name: 'Cookie', value: 'a=b' },
					{ name: 'X-Own', value: '1' },
					{ name: '', value: '' },
				],
			},
		},
	],
	[{ waitFor: 500 }],
	[{ waitFor: 1_000, timeout: 2_000 }],
	[{ mobile: true }],
	[{ skipTlsVerification: false }],
	[{ timeout: 30_000 }],
	[{ timeout: 300_000 }],
	[{ parsers: ['pdf'] }, { parsers: { value: { image: false } } }],
	[{ parsers: [] }, { parsers: { value: { image: false, pdf: false } } }],
	[
		{ parsers: [{ type: 'pdf', mode: 'ocr', maxPages: 3 }] },
		{ parsers: { value: { image: false, mode: 'ocr', maxPages: 3 } } },
	],
	[
		{ location: { country: 'DE', languages: ['de-DE'] } },
		{ location: { value: { country: 'de', languages: ['de-DE'] } } },
	],
	[{ removeBase64Images: false }],
	[{ blockAds: false }],
	[{ proxy: 'enhanced' }],
	[{ storeInCache: false }],
	[{ lockdown: false }],
	// Within a group the editor fills in the fields that were left alone: the service's own defaults.
	[
		{ redactPII: { mode: 'accurate', replaceStyle: 'tag' } },
		{ redactPII: { value: { entities: [] } } },
	],
	[
		{ redactPII: { mode: 'fast', entities: ['EMAIL', 'PHONE'], replaceStyle: 'mask' } },
		{
			redactPII: {
				value: { mode: 'fast', entities: ['EMAIL', 'PHONE'], replaceStyle: 'mask' },
			},
		},
	],
	[
		{ profile: { name: 'shop', saveChanges: false } },
		{ profile: { value: { name: 'shop', saveChanges: false } } },
	],
	[
		{ threatProtection: { mode: 'normal', riskScoreThreshold: 70 } },
		{ threatProtection: { value: { mode: 'normal', riskScoreThreshold: 70 } } },
	],
	[
		{ auditMetadata: { username: 'jane.doe' } },
		{ auditMetadata: { value: { username: 'jane.doe' } } },
	],
	[{ fastMode: true }],
	[
		{
			actions: [
				{ type: 'wait', milliseconds: 200 },
				{ type: 'click', selector: '#accept', all: false },
				{ type: 'click', selector: 'li', all: true },
				{ type: 'write', text: ' blue chair ' },
				{ type: 'press', key: 'Enter' },
				{ type: 'wait', selector: '.result' },
				{ type: 'scroll', direction: 'down' },
				{ type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } },
				{ type: 'scrape' },
				{ type: 'executeJavascript', script: 'document.title' },
				{ type: 'pdf', format: 'A4', landscape: true, scale: 0.5 },
			],
		} as RequestCase['sdk'],
		{
			actions: {
				action: [
					{ type: 'wait', milliseconds: 200 },
					{ type: 'click', selector: '#accept' },
					{ type: 'click', selector: 'li', all: true },
					{ type: 'write', text: ' blue chair ' },
					{ type: 'press', key: 'Enter' },
					{ type: 'wait', selector: '.result' },
					{ type: 'scroll', direction: 'down' },
					{
						type: 'screenshot',
						fullPage: true,
						quality: 80,
						viewport: { value: { width: 800, height: 600 } },
					},
					{ type: 'scrape' },
					{ type: 'executeJavascript', script: 'document.title' },
					{ type: 'pdf', format: 'A4', landscape: true, scale: 0.5 },
				],
			},
		},
	],
];

export const REQUEST_CASES: RequestCase[] = [
	...FORMAT_CASES,
	...OPTIONS.map(([sdk, group]): RequestCase => ({
		title: JSON.stringify(sdk).slice(0, 70),
		sdk: { formats: ['markdown'], ...sdk },
		parameters: { scrapeOptions: group ?? (sdk as INodeParameters) },
	})),
];
