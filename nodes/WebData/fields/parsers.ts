import type { INodeProperties } from 'n8n-workflow';

import { flag, isRecord } from '../../contract/checks';

/** How files are read (service, A1). */
export const parsers: INodeProperties = {
	displayName: 'Parsers',
	name: 'parsers',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Parsers',
	description:
		'How files are turned into text. Without this option the service reads PDF files, and newer servers images too.',
	options: [
		{
			displayName: 'Parsers',
			name: 'value',
			values: [
				{
					displayName: 'Blocks',
					name: 'blocks',
					type: 'boolean',
					default: false,
					description: 'Whether to return where on its page each part of a PDF file stands',
				},
				{
					displayName: 'Image',
					name: 'image',
					type: 'boolean',
					default: true,
					description:
						'Whether to read the text in images. Switch it off where an older server refuses it.',
				},
				{
					displayName: 'Max Pages',
					name: 'maxPages',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 10000, numberPrecision: 0 },
					default: '',
					placeholder: 'e.g. 20',
					description: 'How many pages of a PDF file are read. Left empty, all.',
					hint: 'A PDF file costs one credit a page',
				},
				{
					displayName: 'Mode',
					name: 'mode',
					type: 'options',
					default: 'auto',
					description: 'How the text of a PDF file is found',
					options: [
						{
							name: 'Auto',
							value: 'auto',
							description: 'The text it holds, and text recognition where there is none',
						},
						{ name: 'Fast', value: 'fast', description: 'Only the text it holds' },
						{ name: 'OCR', value: 'ocr', description: 'Text recognition for every page' },
					],
				},
				{
					displayName: 'Page Markers',
					name: 'pageMarkers',
					type: 'boolean',
					default: false,
					description: 'Whether to mark in the Markdown where each page of a PDF file begins',
				},
				{
					displayName: 'Pages',
					name: 'pages',
					type: 'boolean',
					default: false,
					description: 'Whether to return the Markdown of a PDF file also page by page',
				},
				{
					displayName: 'PDF',
					name: 'pdf',
					type: 'boolean',
					default: true,
					description:
						'Whether to read PDF files. With both switches off, files come back as they are, in base64, for one credit.',
				},
			],
		},
	],
};

/**
 * The parsers as a body has them; what an expression gives as a list is one already.
 *
 * @param field path of the option in messages
 * @throws FieldError
 */
export function parsersOf(field: string, value: unknown): unknown {
	if (!isRecord(value)) return value;
	const { pdf = true, image = true, mode, ...details } = value;
	const parameters = Object.fromEntries(
		Object.entries({ ...details, ...(mode !== 'auto' && { mode }) }).filter(
			([, given]) => given !== false && given !== '' && given !== undefined,
		),
	);
	return [
		...(flag(`${field}.pdf`, pdf) ? [{ type: 'pdf', ...parameters }] : []),
		...(flag(`${field}.image`, image) ? ['image'] : []),
	];
}
