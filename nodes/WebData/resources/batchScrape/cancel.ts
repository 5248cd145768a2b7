import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { jobState } from '../../../contract/jobPages';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { ErrorAnswer } from '../../../transport/failure';
import { batchScrapeId, batchScrapeIdOf } from '../../fields/batchScrapeId';
import { requestOptions } from '../../fields/requestOptions';
import { READ, routeOf } from './requests';

const displayOptions = { show: { resource: ['batchScrape'], operation: ['cancel'] } };

export const cancelFields: INodeProperties[] = [
	{ ...batchScrapeId, displayOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions,
		options: [
			{
				displayName: 'Ignore Finished Jobs',
				name: 'ignoreFinished',
				type: 'boolean',
				default: false,
				description: 'Whether a job that is already over counts as done rather than as an error',
			},
			...requestOptions,
		],
	},
];

export const cancel: INodePropertyOptions = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a batch scrape',
	description: 'End a batch scrape early; the pages that it has read are kept',
	routing: operation({
		fields: cancelFields,
		read: (input) => ({
			jobId: batchScrapeIdOf(input),
			ignoreFinished: input.flag('options.ignoreFinished', false),
		}),
		work: cancelBatch,
	}),
};

async function cancelBatch(
	call: Call,
	{ jobId, ignoreFinished }: { jobId: string; ignoreFinished: boolean },
): Promise<INodeExecutionData[]> {
	const answer = await call
		.send(READ, { method: 'DELETE', path: routeOf(jobId) })
		.catch((error: unknown): IDataObject => {
			const isOver = error instanceof ErrorAnswer && error.status === 409;
			if (!isOver || !ignoreFinished) throw error;
			return { status: 'completed', alreadyOver: true, reason: error.serviceError };
		});
	return [{ json: { jobId, ...jobState(answer) } }];
}
