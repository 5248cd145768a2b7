import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Call } from '../../../operation/call';
import { without } from '../../../operation/columns';
import { operation } from '../../../operation/operation';
import { unexpectedAnswer } from '../../../transport/requireField';
import { requestOptionsField } from '../../fields/requestOptions';
import { readAccount } from './requests';

export const getQueueFields: INodeProperties[] = [
	requestOptionsField({ resource: ['account'], operation: ['getQueue'] }),
];

export const getQueue: INodePropertyOptions = {
	name: 'Get Queue',
	value: 'getQueue',
	action: 'Get the queue of an account',
	description:
		'Read how many pages are being worked at, how many wait, and how many the plan allows',
	routing: operation({ fields: getQueueFields, read: () => undefined, work: readQueue }),
};

/** One item: jobs in the queue, active ones, waiting ones, and what the plan allows at once. */
async function readQueue(call: Call): Promise<INodeExecutionData[]> {
	const queue = await readAccount(call, 'queue-status');
	if (typeof queue.jobsInQueue !== 'number') throw unexpectedAnswer('state of the queue');
	return [{ json: without(queue, 'success') }];
}
