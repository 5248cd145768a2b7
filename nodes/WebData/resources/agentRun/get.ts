import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { answerItem } from '../../../run/answerItem';
import { promised } from '../../../transport/promised';
import { begin } from '../../beginItem';
import { jobId, jobIdParameter } from '../../fields/jobId';
import { requestOptions } from '../../fields/requestOptions';
import { forItem } from '../../sendItem';
import { aimAtRun, READ } from './requests';

const displayOptions = { show: { resource: ['agentRun'], operation: ['get'] } };

export const getFields: INodeProperties[] = [
	{ ...jobId, displayOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions,
		options: requestOptions,
	},
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get the status and result of an agent run',
	description: 'Read the status of an agent run and, once it has completed, its result',
	routing: {
		request: { method: 'GET' },
		send: { preSend: [begin(aimAtRun(), getFields)], paginate: true },
		operations: {
			pagination: forItem(async (request) => {
				const items = await request.send(READ);
				return items.map(({ json }) => ({
					json: {
						jobId: jobIdParameter(request.item),
						...promised(json, 'status', 'text', 'status of an agent run'),
					},
				}));
			}),
		},
		output: { postReceive: [answerItem] },
	},
};
