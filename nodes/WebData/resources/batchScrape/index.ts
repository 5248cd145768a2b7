import type { INodeProperties } from 'n8n-workflow';

import { cancel, cancelFields } from './cancel';
import { get, getFields } from './get';
import { getErrors, getErrorsFields } from './getErrors';
import { start, startFields } from './start';

export const batchScrapeProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'start',
		displayOptions: { show: { resource: ['batchScrape'] } },
		options: [cancel, get, getErrors, start],
	},
	...startFields,
	...getFields,
	...cancelFields,
	...getErrorsFields,
];
