import type { INodeProperties } from 'n8n-workflow';

import { search, searchFields } from './search';

export const webSearchProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'search',
		displayOptions: { show: { resource: ['webSearch'] } },
		options: [search],
	},
	...searchFields,
];
