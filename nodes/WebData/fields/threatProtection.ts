import type { INodeProperties } from 'n8n-workflow';

/** Contract, "threatProtection object". A field left empty keeps the organization's own policy. */
export const threatProtection: INodeProperties = {
	displayName: 'Threat Protection',
	name: 'threatProtection',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Threat Protection',
	description:
		"Override of the organization's threat protection for this request only. An enterprise feature: on other plans the service refuses the request.",
	options: [
		{
			displayName: 'Threat Protection',
			name: 'value',
			values: [
				{
					displayName: 'Allowed Domains',
					name: 'whitelist',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
					default: [],
					placeholder: 'e.g. docs.example.com',
					description:
						'Domains that are always allowed, at most 1,000, written like blocked ones. They win over every other rule.',
				},
				{
					displayName: 'Blocked Domains',
					name: 'blacklist',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
					default: [],
					placeholder: 'e.g. *.example.com',
					description:
						'Domains that are always blocked, at most 1,000, without protocol, path or port; a leading asterisk stands for all subdomains',
				},
				{
					displayName: 'Blocked Top-Level Domains',
					name: 'blockedTlds',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Top-Level Domain' },
					default: [],
					placeholder: 'e.g. zip',
					description:
						'Endings of addresses that are always blocked, at most 1,000, in lower case and without the leading dot',
				},
				{
					displayName: 'If the Check Fails',
					name: 'failurePolicy',
					type: 'options',
					default: '',
					description:
						'What happens to the request when the service that rates URLs cannot be reached',
					options: [
						{
							name: 'Allow the Request',
							value: 'open',
							description: 'The URL is opened without having been checked',
						},
						{
							name: 'Block the Request',
							value: 'closed',
							description: 'The request fails rather than open an unchecked URL',
						},
						{
							name: "Organization's Setting",
							value: '',
							description: "The organization's policy decides",
						},
					],
				},
				{
					displayName: 'Mode',
					name: 'mode',
					type: 'options',
					default: '',
					description: 'Whether URLs are checked before they are opened',
					hint: 'An enterprise feature: on other plans the service refuses the request',
					options: [
						{
							name: 'Normal',
							value: 'normal',
							description:
								'Each URL is rated by a URL risk service, which costs 2 more credits a URL',
						},
						{
							name: 'Off',
							value: 'off',
							description: 'No check; refused where the team has to use threat protection',
						},
						{
							name: "Organization's Setting",
							value: '',
							description: "The organization's policy decides",
						},
					],
				},
				{
					displayName: 'Risk Score Threshold',
					name: 'riskScoreThreshold',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
					default: '',
					placeholder: 'e.g. 70',
					description:
						'Risk score from 0 to 100 at which a URL is blocked; a lower one is stricter. Left empty, the organization decides.',
				},
			],
		},
	],
};
