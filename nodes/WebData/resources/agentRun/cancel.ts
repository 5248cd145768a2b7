import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { answerItem } from '../../../run/answerItem';
import { RefusedByService } from '../../../transport/failure';
import { begin } from '../../beginItem';
import { aimAtRun, jobId, jobIdParameter } from '../../fields/jobId';
import { requestOptions } from '../../fields/requestOptions';
import { forItem, type ItemRequest } from '../../sendItem';
import { READ } from './requests';

const displayOptions = { show: { resource: ['agentRun'], operation: ['cancel'] } };

export const cancelFields: INodeProperties[] = [
	{ ...jobId, displayOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions,
		options: [
			{
				displayName: 'Ignore Finished Runs',
				name: 'ignoreFinished',
				type: 'boolean',
				default: false,
				description:
					'Whether a run that is already over or already being cancelled counts as done rather than as an error',
			},
			...requestOptions,
		],
	},
];

export const cancel: INodePropertyOptions = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel an agent run',
	description: 'End an agent run early; the step that it is in is still finished',
	routing: {
		request: { method: 'DELETE' },
		send: { preSend: [begin(aimAtRun(), cancelFields)], paginate: true },
		operations: { pagination: forItem(cancelRun) },
		output: { postReceive: [answerItem] },
	},
};

async function cancelRun(request: ItemRequest): Promise<INodeExecutionData[]> {
	const { item } = request;
	const id = jobIdParameter(item);
	try {
		const [answer] = await request.send(READ);
		return [{ json: { jobId: id, ...answer?.json } }];
	} catch (error) {
		const isOver = error instanceof RefusedByService && error.status === 409;
		// A repeated request is refused because the first one, whose answer was lost, did its work.
		const isOwnDoing =
			isOver && error.attempts > 1 && /already cancelled/i.test(error.serviceError ?? '');
		if (isOwnDoing) return [{ json: { jobId: id, success: true } }];
		if (!isOver || !item.getNodeParameter('options.ignoreFinished', false)) throw error;
		return [{ json: { jobId: id, success: true, alreadyOver: true, reason: error.serviceError } }];
	}
}
