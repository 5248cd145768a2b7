/** Parse held against a client that nobody here wrote: the vendor's own. */
import { Firecrawl, type ParseOptions } from 'firecrawl';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { pdfOf } from '../../sandbox/scrapeSite.ts';
import { filesOf, formOf, jsonOf, KEY, PAGE, parse } from './fileUnderTest.ts';

const PDF = { content: pdfOf('One', 'Two'), name: 'two.pdf', type: 'application/pdf' };

const INPUTS: Array<[file: typeof PDF, options: ParseOptions]> = [
	[PAGE as typeof PDF, { formats: ['markdown'] }],
	[PAGE as typeof PDF, { formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] }],
	[PAGE as typeof PDF, { formats: ['summary'] }],
	[PAGE as typeof PDF, { formats: [{ type: 'json', prompt: 'The number of chairs' }] }],
	[PAGE as typeof PDF, { formats: ['markdown'], onlyMainContent: false, excludeTags: ['h1'] }],
	[PAGE as typeof PDF, { formats: ['markdown'], includeTags: ['p', '.price'] }],
	[PAGE as typeof PDF, { formats: ['markdown'], timeout: 60_000, proxy: 'basic' }],
	[PAGE as typeof PDF, { formats: ['markdown'], removeBase64Images: false, blockAds: false }],
	[PDF, { formats: ['markdown'] }],
	[PDF, { formats: ['markdown'], parsers: [{ type: 'pdf', maxPages: 1 }] }],
];

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(async () => {
	await service.stop();
});

test.each(INPUTS.map((input) => [JSON.stringify(input[1]).slice(0, 100), ...input] as const))(
	'Parse and the vendor’s SDK send the same and get the same: %s',
	async (_title, file, options) => {
		service.requests.length = 0;
		const sdk = new Firecrawl({ apiKey: KEY, apiUrl: service.url, maxRetries: 1 });

		const { items, error } = await parse(service, parametersFor(options), await filesOf([file]));
		const document = await sdk.parse(
			{ data: file.content, filename: file.name, contentType: file.type },
			options,
		);

		expect(error).toBeUndefined();
		const [ofNode, ofSdk] = service.requests.map((request) => formOf(request));
		const { origin, ...optionsOfSdk } = ofSdk?.options as Record<string, unknown>;
		expect(origin).toMatch(/^js-sdk/);
		expect(ofNode).toEqual({ options: optionsOfSdk, file: ofSdk?.file });
		const [{ fileName, jobId, metadata, ...fields } = {}] = jsonOf(items);
		expect([fileName, jobId]).toEqual([file.name, (metadata as { scrapeId: string }).scrapeId]);
		const { metadata: metadataOfSdk, ...fieldsOfSdk } = document;
		expect(fields).toEqual(fieldsOfSdk);
		expect({ ...(metadata as object), scrapeId: '' }).toEqual({ ...metadataOfSdk, scrapeId: '' });
	},
);

/** The parameters by which a user asks for the same. */
function parametersFor({ formats = [], parsers, ...options }: ParseOptions): INodeParameters {
	const [parser] = (parsers ?? []) as Array<{ maxPages?: number }>;
	const [first] = formats;
	const prompt = typeof first === 'object' && 'prompt' in first ? first.prompt : undefined;
	return {
		formats: formats.map((format) => (typeof format === 'string' ? format : format.type)),
		...(typeof prompt === 'string' && { jsonPrompt: prompt }),
		scrapeOptions: {
			...(options as INodeParameters),
			...(parser && { parsers: { value: { image: false, maxPages: parser.maxPages ?? '' } } }),
		},
	};
}
