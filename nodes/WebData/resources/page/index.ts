import type { INodeProperties } from 'n8n-workflow';

import { get, getFields } from './get';
import { interact, interactFields } from './interact';
import { scrape, scrapeFields } from './scrape';
import { stopInteraction, stopInteractionFields } from './stopInteraction';

export const pageProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'scrape',
		displayOptions: { show: { resource: ['page'] } },
		options: [get, interact, scrape, stopInteraction],
	},
	...scrapeFields,
	...getFields,
	...interactFields,
	...stopInteractionFields,
];
