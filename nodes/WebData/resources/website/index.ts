import type { INodeProperties } from 'n8n-workflow';

import { map, mapFields } from './map';

export const websiteProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'map',
		displayOptions: { show: { resource: ['website'] } },
		options: [map],
	},
	...mapFields,
];
