import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { cancelPageJob } from '../../../jobs/cancelPageJob';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { batchScrapeId, batchScrapeIdOf } from '../../fields/batchScrapeId';
import { ignoreFinished } from '../../fields/jobOptions';
import { requestOptionsField } from '../../fields/requestOptions';
import { READ, routeOf } from './requests';

const displayOptions = { show: { resource: ['batchScrape'], operation: ['cancel'] } };

/** Service, C3. */
export const cancelFields: INodeProperties[] = [
	{ ...batchScrapeId, displayOptions },
	requestOptionsField(displayOptions.show, [ignoreFinished]),
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
			isEndAccepted: input.flag('options.ignoreFinished', false),
		}),
		work: cancelBatch,
	}),
};

async function cancelBatch(
	call: Call,
	{ jobId, isEndAccepted }: { jobId: string; isEndAccepted: boolean },
): Promise<INodeExecutionData[]> {
	const state = await cancelPageJob({ call, kind: READ, path: routeOf(jobId) }, isEndAccepted);
	return [{ json: { jobId, ...state } }];
}
