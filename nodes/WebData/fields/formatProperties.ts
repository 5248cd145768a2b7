import type { INodeProperties } from 'n8n-workflow';

import type { FormatType } from '../../contract/requests/formats';
import { resultFormatFields } from './resultFormat';
import { screenshotParameters } from './screenshot';

/** The formats, with what each costs beyond the page itself (service, A2 and K). */
export const formatChoices: Array<{ name: string; value: FormatType; description: string }> = [
	{
		name: 'Answer to a Question',
		value: 'question',
		description: 'What the page says to a question of yours; 4 more credits',
	},
	{
		name: 'Attributes',
		value: 'attributes',
		description: 'Values of HTML attributes, such as the price of every product',
	},
	{
		name: 'Audio',
		value: 'audio',
		description: 'The sound of a video, as a link that lasts an hour; 4 more credits',
	},
	{
		name: 'Branding',
		value: 'branding',
		description: 'Colors, fonts and other traits of the design',
	},
	{
		name: 'Change Tracking',
		value: 'changeTracking',
		description: 'What has changed since the last scrape; needs Markdown',
	},
	{
		name: 'Highlights',
		value: 'highlights',
		description: 'The passages that matter to a search of yours; 4 more credits',
	},
	{ name: 'HTML', value: 'html', description: 'The cleaned HTML' },
	{ name: 'Images', value: 'images', description: 'The addresses of all images' },
	{
		name: 'JSON',
		value: 'json',
		description: 'Data that AI takes from the page in the form you describe; 4 more credits',
	},
	{ name: 'Links', value: 'links', description: 'The addresses that the page links to' },
	{ name: 'Markdown', value: 'markdown', description: 'The text, as language models like it' },
	{ name: 'Menu', value: 'menu', description: 'The menu of a restaurant; not for every account' },
	{
		name: 'Product',
		value: 'product',
		description: 'Price, variants and availability of a product',
	},
	{ name: 'Raw HTML', value: 'rawHtml', description: 'The HTML as the website sent it' },
	{
		name: 'Screenshot',
		value: 'screenshot',
		description: 'A picture of the page, as a link that lasts a day',
	},
	{ name: 'Summary', value: 'summary', description: 'A short text on what the page says' },
	{
		name: 'Video',
		value: 'video',
		description: 'The video of a video page, as a link that lasts an hour; 4 more credits',
	},
];

const MODES = [
	{
		name: 'Field by Field',
		value: 'json',
		description: 'Fields of data that AI takes from the page; the page then costs 5 credits',
	},
	{
		name: 'Line by Line',
		value: 'git-diff',
		description: 'Lines added and removed, as Git shows them',
	},
];

/**
 * The parameters of formats that have some.
 *
 * @param show when the formats are shown at all
 */
export function formatParameters(
	show: Record<string, string[]>,
	allowed: readonly FormatType[],
): INodeProperties[] {
	const of = (format: FormatType) => ({ ...show, formats: [format] });
	const parameters: Array<[FormatType, INodeProperties[]]> = [
		['json', jsonParameters(of('json'))],
		['question', [{ ...question, displayOptions: { show: of('question') } }]],
		['highlights', [{ ...highlightsQuery, displayOptions: { show: of('highlights') } }]],
		['attributes', [{ ...attributes, displayOptions: { show: of('attributes') } }]],
		['screenshot', [{ ...screenshotOptions, displayOptions: { show: of('screenshot') } }]],
		[
			'changeTracking',
			[{ ...changeTrackingOptions, displayOptions: { show: of('changeTracking') } }],
		],
	];
	return parameters.flatMap(([format, fields]) => (allowed.includes(format) ? fields : []));
}

function jsonParameters(show: Record<string, string[]>): INodeProperties[] {
	return [
		{
			displayName: 'JSON Prompt',
			name: 'jsonPrompt',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. The products with their prices in euros',
			description:
				'What to take from the page, in your own words, at most 10,000 characters. May be empty where a result format is described.',
			displayOptions: { show },
		},
		...resultFormatFields(show),
		{
			displayName: 'Check for Prompt Injection',
			name: 'checkPromptInjection',
			type: 'boolean',
			default: false,
			description: 'Whether to fail on a page that tries to give orders to the AI that reads it',
			displayOptions: { show },
		},
	];
}

const question: INodeProperties = {
	displayName: 'Question',
	name: 'question',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. What does the smallest plan cost?',
	description:
		'What the page is to answer, at most 10,000 characters. The answer stands in answer.',
};

const highlightsQuery: INodeProperties = {
	displayName: 'Highlights Query',
	name: 'highlightsQuery',
	type: 'string',
	default: '',
	placeholder: 'e.g. terms of delivery',
	description: 'What the passages are to be about, at most 10,000 characters',
};

const attributes: INodeProperties = {
	displayName: 'Attributes',
	name: 'attributes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Attribute',
	description: 'Which attributes of which elements to return',
	options: [
		{
			displayName: 'Attribute',
			name: 'selector',
			values: [
				{
					displayName: 'Selector',
					name: 'selector',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. .product',
					description: 'CSS selector of the elements',
				},
				{
					displayName: 'Attribute',
					name: 'attribute',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. data-price',
					description: 'Name of the attribute whose values to return',
				},
			],
		},
	],
};

const screenshotOptions: INodeProperties = {
	displayName: 'Screenshot Options',
	name: 'screenshotOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Screenshot Option',
	description: 'How the picture is taken',
	options: screenshotParameters,
};

const changeTrackingOptions: INodeProperties = {
	displayName: 'Change Tracking Options',
	name: 'changeTrackingOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Change Tracking Option',
	description: 'What is compared, and how',
	options: [
		{
			displayName: 'Modes',
			name: 'modes',
			type: 'multiOptions',
			default: [],
			description: 'How changes are told, beyond whether there are any',
			options: MODES,
		},
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Compare the prices',
			description: 'For Field by Field: what to take from the page, at most 10,000 characters',
		},
		{
			displayName: 'Schema',
			name: 'schema',
			type: 'json',
			default: '{}',
			description: 'For Field by Field: JSON Schema of the data to compare',
		},
		{
			displayName: 'Tag',
			name: 'tag',
			type: 'string',
			default: '',
			placeholder: 'e.g. weekly',
			description: 'Name of a history of its own: only scrapes with the same tag are compared',
		},
	],
};
