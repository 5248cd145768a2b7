import type { INodeProperties } from 'n8n-workflow';

import {
	schemaFromExample,
	schemaFromFields,
	schemaFromJson,
	schemaFromTable,
	type JsonSchema,
} from '../../contract/resultSchema';
import type { Input } from '../../operation/input';

/**
 * The schema of the result as one of the fields below describes it.
 *
 * @returns undefined where nothing is to be described
 * @throws FieldError
 */
export function chosenSchema(input: Input): JsonSchema | undefined {
	const mode = input.oneOf('schemaMode', 'none', 'fields', 'table', 'example', 'json');
	if (mode === 'none') return undefined;
	if (mode === 'fields') return schemaFromFields('schemaFields', input.parameter('schemaFields'));
	if (mode === 'table') return schemaFromTable('schemaFields', input.parameter('schemaFields'));
	return mode === 'example'
		? schemaFromExample('schemaExample', input.parameter('schemaExample'))
		: schemaFromJson('schemaJson', input.parameter('schemaJson'));
}

/**
 * The ways to describe what AI is to return, of an agent run (supplement, "Start request body") or
 * from a page (service, A2), all of which become its `schema`.
 *
 * @param show when the fields are shown at all
 */
export function resultFormatFields(show: Record<string, string[]>): INodeProperties[] {
	return [
		{
			displayName: 'Result Format',
			name: 'schemaMode',
			type: 'options',
			default: 'none',
			description: 'Who decides which fields the result has',
			displayOptions: { show },
			options: [
				{
					name: 'Chosen by the AI',
					value: 'none',
					description: 'It picks what suits the prompt; this may differ from time to time',
				},
				{
					name: 'JSON Schema',
					value: 'json',
					description: 'The result conforms to your JSON Schema',
				},
				{
					name: 'Like an Example',
					value: 'example',
					description: 'The result has the fields of a JSON example that you give',
				},
				{
					name: 'One Record with These Fields',
					value: 'fields',
					description: 'The result has the fields that you name one by one',
				},
				{
					name: 'Table with These Columns',
					value: 'table',
					description: 'The result is a list of records, such as one for each product',
				},
			],
		},
		{
			displayName: 'Fields of the Result',
			name: 'schemaFields',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Field',
			description:
				'What the result, or each record of a table, is made of: a field for each fact to find',
			displayOptions: { show: { ...show, schemaMode: ['fields', 'table'] } },
			options: [
				{
					displayName: 'Field',
					name: 'field',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. price',
							description: 'Name of the field in the result',
						},
						{
							displayName: 'Type',
							name: 'type',
							type: 'options',
							default: 'string',
							description: 'What kind of value the field holds',
							options: [
								{ name: 'List of Records', value: 'objectArray' },
								{ name: 'List of Texts', value: 'stringArray' },
								{ name: 'Number', value: 'number' },
								{ name: 'Text', value: 'string' },
								{ name: 'Yes or No', value: 'boolean' },
							],
						},
						{
							displayName: 'Description',
							name: 'description',
							type: 'string',
							default: '',
							placeholder: 'e.g. Price in euros without tax',
							description: 'What is to be put into the field',
						},
						{
							displayName: 'Required',
							name: 'required',
							type: 'boolean',
							default: false,
							description: 'Whether a result without this field counts as a failure',
						},
					],
				},
			],
		},
		{
			displayName: 'Example of the Result',
			name: 'schemaExample',
			type: 'json',
			default: '{\n  "title": "Blue chair",\n  "price": 49.9,\n  "tags": ["wood"]\n}',
			description:
				'A JSON object with values like those that you want. Its field names and kinds of values are taken over, and no field is mandatory.',
			displayOptions: { show: { ...show, schemaMode: ['example'] } },
		},
		{
			displayName: 'JSON Schema',
			name: 'schemaJson',
			type: 'json',
			default:
				'{\n  "type": "object",\n  "properties": {\n    "title": { "type": "string" }\n  },\n  "required": ["title"]\n}',
			description: 'JSON Schema of an object, as text or, from an expression, as object',
			displayOptions: { show: { ...show, schemaMode: ['json'] } },
		},
	];
}
