import type { INodeProperties } from 'n8n-workflow';

import { parse, parseFields } from './parse';

export const fileProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'parse',
		displayOptions: { show: { resource: ['file'] } },
		options: [parse],
	},
	...parseFields,
];
