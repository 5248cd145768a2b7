import type { INodeProperties } from 'n8n-workflow';

/** Contract, "auditMetadata object". */
export const auditMetadata: INodeProperties = {
	displayName: 'Audit Metadata',
	name: 'auditMetadata',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Audit Metadata',
	description: "Whom the organization's security log names for this request",
	options: [
		{
			displayName: 'Audit Metadata',
			name: 'value',
			values: [
				{
					displayName: 'Username',
					name: 'username',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. jane.doe',
					description:
						'Name of the user on whose behalf the request is made, at most 1,024 characters. It is written to the security log where the organization has one.',
				},
			],
		},
	],
};
