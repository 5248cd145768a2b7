import type { INodeProperties } from 'n8n-workflow';

import {
	changeTrackingFormat,
	type Format,
	type FormatType,
} from '../../contract/requests/formats';
import type { Input } from '../../operation/input';
import { formatFields, readFormats } from './formats';
import { chosenSchema, resultFormatFields } from './resultFormat';

/** Markdown and change tracking are chosen otherwise; the rest would be gone before a check is read. */
const KEPT_FORMATS: FormatType[] = [
	'attributes',
	'branding',
	'highlights',
	'html',
	'images',
	'links',
	'menu',
	'product',
	'question',
	'rawHtml',
	'screenshot',
	'summary',
];

/**
 * What of a page is compared from check to check (service facts, "G. Monitor").
 *
 * @param show when the fields are shown
 */
export function changeTrackingFields(show: Record<string, string[]>): INodeProperties[] {
	const whereFields = { ...show, changeTracking: ['fields', 'both'] };
	return [
		{
			displayName: 'Compare',
			name: 'changeTracking',
			type: 'options',
			default: 'markdown',
			description: 'What of a page counts as a change, and how it is told',
			displayOptions: { show },
			options: [
				{
					name: 'Fields',
					value: 'fields',
					description: 'Data that AI takes from the page, such as a price; 5 credits a page',
				},
				{
					name: 'Text',
					value: 'markdown',
					description: 'The text of the page, told as lines added and removed',
				},
				{
					name: 'Text and Fields',
					value: 'both',
					description: 'Both of them; 5 credits a page',
				},
			],
		},
		...resultFormatFields(whereFields).map(withoutFreeChoice),
		{
			displayName: 'Prompt for the Fields',
			name: 'changeTrackingPrompt',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Prices are those for new customers',
			description:
				'What the AI that reads the fields should know beyond their descriptions, at most 10,000 characters',
			displayOptions: { show: whereFields },
		},
		...formatFields(show, {
			default: [],
			allowed: KEPT_FORMATS,
			description:
				'What to keep of each page beside its text. Page > Get reads it by the currentScrapeId of a page; the differences come without it.',
		}),
	];
}

/** Fields that may differ from check to check cannot be compared. */
function withoutFreeChoice(field: INodeProperties): INodeProperties {
	if (field.name !== 'schemaMode') return field;
	const options = field.options?.filter(
		(option) => !('value' in option && option.value === 'none'),
	);
	return { ...field, default: 'fields', options };
}

/**
 * The formats by which the service compares pages, with those to keep.
 *
 * @returns an empty list where the service's own choice, the text, will do
 * @throws FieldError
 */
export function readTrackedFormats(input: Input): Format[] {
	const kept = readFormats(input, KEPT_FORMATS);
	const compared = input.oneOf('changeTracking', 'markdown', 'fields', 'both');
	if (compared === 'markdown') return kept.length > 0 ? ['markdown', ...kept] : [];
	const tracking = changeTrackingFormat('changeTracking', {
		modes: compared === 'both' ? ['git-diff', 'json'] : ['json'],
		schema: chosenSchema(input),
		prompt: input.parameter('changeTrackingPrompt', ''),
	});
	return ['markdown', ...kept, tracking];
}
