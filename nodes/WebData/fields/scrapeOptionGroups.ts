import type { INodeProperties } from 'n8n-workflow';

/** What the website is sent along with the request for the page. */
export const headers: INodeProperties = {
	displayName: 'Headers',
	name: 'headers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Header',
	description:
		'HTTP headers for the website, such as cookies. With them, no copy of the page is used or kept.',
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Cookie',
					description: 'Name of the header',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. session=1a2b3c',
					description: 'What the header says',
				},
			],
		},
	],
};

/** Browser storage that lasts from one scrape to the next. */
export const profile: INodeProperties = {
	displayName: 'Profile',
	name: 'profile',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Profile',
	description:
		'Cookies and storage of a browser that are kept under a name, for instance of one that is logged in',
	options: [
		{
			displayName: 'Profile',
			name: 'value',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. shop-login',
					description: 'Name of the profile, at most 128 characters; a new one begins empty',
				},
				{
					displayName: 'Save Changes',
					name: 'saveChanges',
					type: 'boolean',
					default: true,
					description:
						'Whether to keep what changes. Only one at a time can: switch it off to use a profile several times at once.',
				},
			],
		},
	],
};

/** Personal data that is not to leave the service. */
export const redactPII: INodeProperties = {
	displayName: 'Redact PII',
	name: 'redactPII',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Redaction',
	description: 'Removes personal data from the text of the page',
	options: [
		{
			displayName: 'Redaction',
			name: 'value',
			values: [
				{
					displayName: 'Entities',
					name: 'entities',
					type: 'multiOptions',
					default: [],
					description: 'What counts as personal. Left empty, all of these.',
					// The editor shows no hint of a group.
					hint: 'Costs 4 more credits a page, of PDF files for every page',
					options: [
						{ name: 'Email', value: 'EMAIL' },
						{ name: 'Financial', value: 'FINANCIAL' },
						{ name: 'Location', value: 'LOCATION' },
						{ name: 'Person', value: 'PERSON' },
						{ name: 'Phone', value: 'PHONE' },
						{ name: 'Secret', value: 'SECRET' },
					],
				},
				{
					displayName: 'Mode',
					name: 'mode',
					type: 'options',
					default: 'accurate',
					description: 'How personal data is recognized',
					options: [
						{ name: 'Accurate', value: 'accurate', description: 'Little is removed in error' },
						{
							name: 'Aggressive',
							value: 'aggressive',
							description: 'Little is left in error',
						},
						{ name: 'Fast', value: 'fast', description: 'Quick and less thorough' },
					],
				},
				{
					displayName: 'Replace With',
					name: 'replaceStyle',
					type: 'options',
					default: 'tag',
					description: 'What stands in the place of personal data',
					options: [
						{ name: 'A Mask', value: 'mask', description: 'Signs that hide it' },
						{ name: 'Its Kind', value: 'tag', description: 'A word for what it was' },
						{ name: 'Nothing', value: 'remove', description: 'It is left out' },
					],
				},
			],
		},
	],
};
