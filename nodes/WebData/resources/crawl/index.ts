import type { INodeProperties } from 'n8n-workflow';

import { cancel, cancelFields } from './cancel';
import { get, getFields } from './get';
import { getAll, getAllFields } from './getAll';
import { getErrors, getErrorsFields } from './getErrors';
import { preview, previewFields } from './preview';
import { start, startFields } from './start';

export const crawlProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'start',
		displayOptions: { show: { resource: ['crawl'] } },
		options: [cancel, get, getErrors, getAll, preview, start],
	},
	...startFields,
	...getFields,
	...getAllFields,
	...cancelFields,
	...getErrorsFields,
	...previewFields,
];
