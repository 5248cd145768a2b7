import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** One input of Start, and what a program that uses the vendor's SDK would write for it. */
export interface StartCase {
	title: string;
	parameters: INodeParameters;
	sdk: Omit<SdkRequest, 'prompt'> & { prompt?: string };
	/** The json of the input item, for expressions. */
	item?: IDataObject;
}

type SdkRequest = Parameters<import('firecrawl').Firecrawl['startAgent']>[0];

const field = (...rows: INodeParameters[]): INodeParameters => ({
	schemaMode: 'fields',
	schemaFields: { field: rows },
});
const example = (value: unknown): INodeParameters => ({
	schemaMode: 'example',
	schemaExample: typeof value === 'string' ? value : JSON.stringify(value),
});
const object = (properties: IDataObject, required?: string[]): Record<string, unknown> => ({
	type: 'object',
	properties,
	...(required && { required }),
});
const threat = (value: INodeParameters): INodeParameters => ({
	options: { threatProtection: { value } },
});

const basics: StartCase[] = [
	{ title: 'a prompt alone', parameters: {}, sdk: {} },
	{
		title: 'a prompt with line breaks, quotes and other scripts',
		parameters: { prompt: '  Who said\n"Grüß Gott"?\t日本語 🦊  ' },
		sdk: { prompt: '  Who said\n"Grüß Gott"?\t日本語 🦊  ' },
	},
	{
		title: 'a prompt of 10,000 characters',
		parameters: { prompt: 'x'.repeat(10_000) },
		sdk: { prompt: 'x'.repeat(10_000) },
	},
	{
		title: 'a prompt from an expression',
		parameters: { prompt: '=Find {{ $json.topic }}' },
		item: { topic: 'chairs' },
		sdk: { prompt: 'Find chairs' },
	},
	{
		title: 'one URL',
		parameters: { urls: ['https://example.com'] },
		sdk: { urls: ['https://example.com'] },
	},
	{
		title: 'several URLs, in their order',
		parameters: { urls: ['https://b.example/x?y=1,2#z', 'http://a.example:8080'] },
		sdk: { urls: ['https://b.example/x?y=1,2#z', 'http://a.example:8080'] },
	},
	{
		title: 'URLs with blanks, empty entries and duplicates',
		parameters: { urls: [' https://a.example ', '', 'https://b.example', 'https://a.example'] },
		sdk: { urls: ['https://a.example', 'https://b.example'] },
	},
	{
		title: 'URLs from an expression that gives an array',
		parameters: { urls: '={{ $json.pages }}' },
		item: { pages: ['https://a.example', 'https://b.example'] },
		sdk: { urls: ['https://a.example', 'https://b.example'] },
	},
	{
		title: 'URLs from a JSON array as text',
		parameters: { urls: ['["https://a.example", "https://b.example"]'] },
		sdk: { urls: ['https://a.example', 'https://b.example'] },
	},
	{
		title: 'URLs as text with one a line, not split at commas',
		parameters: { urls: '={{ $json.text }}' },
		item: { text: 'https://a.example/1,2\r\nhttps://b.example\n' },
		sdk: { urls: ['https://a.example/1,2', 'https://b.example'] },
	},
	{ title: 'an empty list of URLs', parameters: { urls: [] }, sdk: {} },
];

const options: StartCase[] = [
	{ title: 'Max Credits', parameters: { options: { maxCredits: 1 } }, sdk: { maxCredits: 1 } },
	{
		title: 'Max Credits with a fraction',
		parameters: { options: { maxCredits: 0.5 } },
		sdk: { maxCredits: 0.5 },
	},
	{
		title: 'Max Credits as digits from an expression',
		parameters: { options: { maxCredits: '={{ $json.cap }}' } },
		item: { cap: '250' },
		sdk: { maxCredits: 250 },
	},
	{
		title: 'Stay on URLs',
		parameters: { urls: ['https://a.example'], options: { strictConstrainToURLs: true } },
		sdk: { urls: ['https://a.example'], strictConstrainToURLs: true },
	},
	{
		title: 'Stay on URLs turned off',
		parameters: { options: { strictConstrainToURLs: false } },
		sdk: { strictConstrainToURLs: false },
	},
	{
		title: 'Stay on URLs as the text of a spreadsheet',
		parameters: {
			urls: ['https://a.example'],
			options: { strictConstrainToURLs: '={{ "true" }}' },
		},
		sdk: { urls: ['https://a.example'], strictConstrainToURLs: true },
	},
	...(['spark-2', 'spark-1-mini', 'spark-1-pro'] as const).map((model) => ({
		title: `the model ${model}`,
		parameters: { options: { model } },
		sdk: { model },
	})),
	{ title: "the service's default model", parameters: { options: { model: '' } }, sdk: {} },
	...(['low', 'medium', 'high'] as const).map((effort) => ({
		title: `${effort} effort`,
		parameters: { options: { effort } },
		sdk: { effort },
	})),
	...(['extract', 'chat'] as const).map((mode) => ({
		title: `the mode ${mode}`,
		parameters: { options: { mode } },
		sdk: { mode },
	})),
	{
		title: 'a webhook',
		parameters: { options: { webhookUrl: 'https://n8n.example/webhook/1' } },
		sdk: { webhook: 'https://n8n.example/webhook/1' },
	},
	{
		title: 'audit metadata',
		parameters: { options: { auditMetadata: { value: { username: 'jane.doe' } } } },
		sdk: { auditMetadata: { username: 'jane.doe' } },
	},
	{
		title: 'every field of threat protection',
		parameters: threat({
			mode: 'normal',
			blacklist: ['*.bad.example', 'worse.example'],
			whitelist: ['good.example'],
			blockedTlds: ['zip, mov'],
			failurePolicy: 'closed',
			riskScoreThreshold: 70,
		}),
		sdk: {
			threatProtection: {
				mode: 'normal',
				blacklist: ['*.bad.example', 'worse.example'],
				whitelist: ['good.example'],
				blockedTlds: ['zip', 'mov'],
				failurePolicy: 'closed',
				riskScoreThreshold: 70,
			},
		},
	},
	{
		title: 'a risk score threshold of 0',
		parameters: threat({ riskScoreThreshold: 0 }),
		sdk: { threatProtection: { riskScoreThreshold: 0 } },
	},
	{ title: 'threat protection left empty', parameters: threat({}), sdk: {} },
	{
		title: 'options that only this node knows',
		parameters: {
			options: {
				maxAttempts: 2,
				maxConcurrency: 3,
				waitTimeout: 60,
				onWaitTimeout: 'returnStatus',
				onFailedRun: 'returnStatus',
			},
		},
		sdk: {},
	},
	{
		title: 'many fields at once',
		parameters: {
			urls: ['https://a.example'],
			...field({ name: 'price', type: 'number', description: 'In euros', required: true }),
			options: { maxCredits: 99, model: 'spark-2', effort: 'high', mode: 'extract' },
		},
		sdk: {
			urls: ['https://a.example'],
			schema: object({ price: { type: 'number', description: 'In euros' } }, ['price']),
			maxCredits: 99,
			model: 'spark-2',
			effort: 'high',
			mode: 'extract',
		},
	},
];

const schemas: StartCase[] = [
	{ title: 'the form of the result left open', parameters: { schemaMode: 'none' }, sdk: {} },
	...Object.entries({
		string: { type: 'string' },
		number: { type: 'number' },
		boolean: { type: 'boolean' },
		stringArray: { type: 'array', items: { type: 'string' } },
		objectArray: { type: 'array', items: { type: 'object' } },
	}).map(([type, schema]) => ({
		title: `a field of type ${type}`,
		parameters: field({ name: 'it', type, description: '', required: false }),
		sdk: { schema: object({ it: schema }) },
	})),
	{
		title: 'fields with names, descriptions and what is required',
		parameters: field(
			{ name: ' name ', type: 'string', description: ' Full name ', required: true },
			{ name: 'Größe (cm)', type: 'number', description: '', required: '={{ "false" }}' },
			{ name: 'tags', type: 'stringArray', description: '', required: '={{ "true" }}' },
		),
		sdk: {
			schema: object(
				{
					name: { type: 'string', description: 'Full name' },
					'Größe (cm)': { type: 'number' },
					tags: { type: 'array', items: { type: 'string' } },
				},
				['name', 'tags'],
			),
		},
	},
	{
		title: 'an example with every kind of value',
		parameters: example({ title: 'Chair', price: 49.9, stock: true, note: null, tags: ['wood'] }),
		sdk: {
			schema: object({
				title: { type: 'string' },
				price: { type: 'number' },
				stock: { type: 'boolean' },
				note: {},
				tags: { type: 'array', items: { type: 'string' } },
			}),
		},
	},
	{
		title: 'an example with records, lists of unlike records and an empty list',
		parameters: example({
			maker: { name: 'A' },
			sizes: [{ w: 1 }, { h: 2 }],
			rest: [],
			mix: [1, 'a'],
		}),
		sdk: {
			schema: object({
				maker: object({ name: { type: 'string' } }),
				sizes: { type: 'array', items: object({ w: { type: 'number' }, h: { type: 'number' } }) },
				rest: { type: 'array' },
				mix: { type: 'array', items: {} },
			}),
		},
	},
	{
		title: 'an example from an expression that gives an object',
		parameters: { schemaMode: 'example', schemaExample: '={{ $json.sample }}' },
		item: { sample: { name: 'A', children: [{ age: 3 }] } },
		sdk: {
			schema: object({
				name: { type: 'string' },
				children: { type: 'array', items: object({ age: { type: 'number' } }) },
			}),
		},
	},
	{
		title: 'a JSON Schema as text',
		parameters: {
			schemaMode: 'json',
			schemaJson: '{"type":"object","properties":{"a":{"enum":["x",null]}},"required":["a"]}',
		},
		sdk: { schema: object({ a: { enum: ['x', null] } }, ['a']) },
	},
	{
		title: 'a JSON Schema from an expression that gives an object',
		parameters: { schemaMode: 'json', schemaJson: '={{ $json.schema }}' },
		item: {
			schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, $defs: {} },
		},
		sdk: { schema: { ...object({ a: { type: ['string', 'null'] } }), $defs: {} } },
	},
	{
		title: 'a JSON Schema without a type, but with properties',
		parameters: { schemaMode: 'json', schemaJson: '{"properties":{"a":{}}}' },
		sdk: { schema: { properties: { a: {} } } },
	},
	{
		title: 'fields of a mode that is not chosen',
		parameters: { ...example({ a: 1 }), schemaMode: 'none' },
		sdk: {},
	},
];

export const startCases: StartCase[] = [...basics, ...options, ...schemas];
