import type { INodeProperties } from 'n8n-workflow';

import { get, getFields } from './get';
import { scrape, scrapeFields } from './scrape';

export const pageProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'scrape',
		displayOptions: { show: { resource: ['page'] } },
		options: [get, scrape],
	},
	...scrapeFields,
	...getFields,
];
