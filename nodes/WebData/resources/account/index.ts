import type { INodeProperties } from 'n8n-workflow';

import { getActivity, getActivityFields } from './getActivity';
import { getCreditHistory, getCreditHistoryFields } from './getCreditHistory';
import { getCredits, getCreditsFields } from './getCredits';
import { getQueue, getQueueFields } from './getQueue';

export const accountProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'getCredits',
		displayOptions: { show: { resource: ['account'] } },
		options: [getActivity, getCreditHistory, getCredits, getQueue],
	},
	...getActivityFields,
	...getCreditHistoryFields,
	...getCreditsFields,
	...getQueueFields,
];
