import type { RequestCase } from './requestCases.ts';

const SCHEMA = {
	type: 'object',
	properties: { title: { type: 'string' }, price: { type: 'number' } },
	required: ['title'],
};

const PLAIN = [
	'markdown',
	'html',
	'rawHtml',
	'links',
	'images',
	'summary',
	'branding',
	'product',
	'menu',
	'audio',
	'video',
] as const;

/** Each format, with its parameters where it has some. */
export const FORMAT_CASES: RequestCase[] = [
	...PLAIN.map((format) => ({
		title: `the format ${format}`,
		sdk: { formats: [format] },
		parameters: { formats: [format] },
	})),
	{
		title: 'no format at all',
		sdk: { formats: [] },
		parameters: { formats: [] },
	},
	{
		title: 'JSON by a prompt',
		sdk: { formats: [{ type: 'json', prompt: 'The price' }] },
		parameters: { formats: ['json'], jsonPrompt: 'The price' },
	},
	{
		title: 'JSON by a schema, checked for prompt injection',
		sdk: {
			formats: [{ type: 'json', schema: SCHEMA, checkPromptInjection: true }],
		},
		parameters: {
			formats: ['json'],
			schemaMode: 'json',
			schemaJson: JSON.stringify(SCHEMA),
			checkPromptInjection: true,
		},
	},
	{
		title: 'JSON by fields that are named one by one',
		sdk: { formats: [{ type: 'json', prompt: 'Chairs', schema: SCHEMA }] },
		parameters: {
			formats: ['json'],
			jsonPrompt: 'Chairs',
			schemaMode: 'fields',
			schemaFields: {
				field: [
					{ name: 'title', type: 'string', required: true },
					{ name: 'price', type: 'number' },
				],
			},
		},
	},
	{
		title: 'a screenshot, with parameters',
		sdk: {
			formats: [
				{ type: 'screenshot', fullPage: true, quality: 50, viewport: { width: 640, height: 480 } },
			],
		},
		parameters: {
			formats: ['screenshot'],
			screenshotOptions: {
				fullPage: true,
				quality: 50,
				viewport: { value: { width: 640, height: 480 } },
			},
		},
	},
	{
		title: 'a screenshot, without any',
		sdk: { formats: ['screenshot'] },
		parameters: { formats: ['screenshot'] },
	},
	{
		title: 'tracked changes',
		sdk: {
			formats: [
				'markdown',
				{
					type: 'changeTracking',
					modes: ['git-diff', 'json'],
					tag: 'weekly',
					prompt: 'Prices',
					schema: SCHEMA,
				},
			],
		},
		parameters: {
			formats: ['markdown', 'changeTracking'],
			changeTrackingOptions: {
				modes: ['git-diff', 'json'],
				tag: 'weekly',
				prompt: 'Prices',
				schema: JSON.stringify(SCHEMA),
			},
		},
	},
	{
		title: 'a question and highlights',
		sdk: {
			formats: [
				{ type: 'question', question: 'What does it cost?' },
				{ type: 'highlights', query: 'delivery' },
			],
		},
		parameters: {
			formats: ['question', 'highlights'],
			question: 'What does it cost?',
			highlightsQuery: 'delivery',
		},
	},
	{
		title: 'attributes',
		sdk: {
			formats: [
				{ type: 'attributes', selectors: [{ selector: '.product', attribute: 'data-price' }] },
			],
		},
		parameters: {
			formats: ['attributes'],
			attributes: { selector: [{ selector: '.product', attribute: 'data-price' }] },
		},
	},
];
