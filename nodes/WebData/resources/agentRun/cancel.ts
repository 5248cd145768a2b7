import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { flag } from '../../../contract/checks';
import { answerItem } from '../../../run/answerItem';
import { ErrorAnswer } from '../../../transport/failure';
import { begin } from '../../beginItem';
import { jobId, jobIdParameter } from '../../fields/jobId';
import { requestOptions } from '../../fields/requestOptions';
import { forItem, type ItemRequest } from '../../sendItem';
import { aimAtRun, READ } from './requests';

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
		send: { preSend: [begin(prepareCancel, cancelFields)], paginate: true },
		operations: { pagination: forItem(cancelRun) },
		output: { postReceive: [answerItem] },
	},
};

function ignoresFinished(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): boolean {
	return flag('ignoreFinished', item.getNodeParameter('options.ignoreFinished', false));
}

function prepareCancel(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	ignoresFinished(item);
	return aimAtRun()(request, item);
}

async function cancelRun(request: ItemRequest): Promise<INodeExecutionData[]> {
	const id = jobIdParameter(request.item);
	const answer = await request.send(READ).then(
		(items) => items[0]?.json,
		(error: unknown) => refusedCancel(error, ignoresFinished(request.item)),
	);
	return [{ json: { jobId: id, ...answer } }];
}

/**
 * What a refused cancel comes to for the user.
 *
 * @throws the error itself, unless the run is over and the user accepts that
 */
function refusedCancel(error: unknown, ignoreFinished: boolean): IDataObject {
	const isOver = error instanceof ErrorAnswer && error.status === 409;
	if (!isOver) throw error;
	const { attempts, serviceError = '' } = error;
	// A repeated request is refused because the first one, whose answer was lost, did its work.
	if (attempts > 1 && /already cancelled/i.test(serviceError)) return { success: true };
	if (!ignoreFinished) throw error;
	return { success: true, alreadyOver: true, reason: serviceError };
}
