import type { INodeProperties } from 'n8n-workflow';

/** Contract, "location object". */
export const location: INodeProperties = {
	displayName: 'Location',
	name: 'location',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Location',
	description:
		'Where the website is visited from: the service uses a proxy there if it has one, and its languages and time zone',
	options: [
		{
			displayName: 'Location',
			name: 'value',
			values: [
				{
					displayName: 'Country',
					name: 'country',
					type: 'string',
					default: 'US',
					placeholder: 'e.g. DE',
					description: 'Two letters that stand for the country (ISO 3166-1 alpha-2)',
				},
				{
					displayName: 'Languages',
					name: 'languages',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Language' },
					default: [],
					placeholder: 'e.g. de-DE',
					description: "Preferred languages, the most wanted first. Left empty, the country's own.",
				},
			],
		},
	],
};
