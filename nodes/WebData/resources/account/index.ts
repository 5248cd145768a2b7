import type { INodeProperties } from 'n8n-workflow';

import { getCredits, getCreditsFields } from './getCredits';

export const accountProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'getCredits',
		displayOptions: { show: { resource: ['account'] } },
		options: [getCredits],
	},
	...getCreditsFields,
];
