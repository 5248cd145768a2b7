import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { cancelPageJob } from '../../../jobs/cancelPageJob';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { crawlId, crawlIdOf } from '../../fields/crawlId';
import { ignoreFinished } from '../../fields/jobOptions';
import { requestOptionsField } from '../../fields/requestOptions';
import { sourceOf } from './requests';

const displayOptions = { show: { resource: ['crawl'], operation: ['cancel'] } };

/** Service, C3. */
export const cancelFields: INodeProperties[] = [
	{ ...crawlId, displayOptions },
	requestOptionsField(displayOptions.show, [ignoreFinished]),
];

export const cancel: INodePropertyOptions = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a crawl',
	description: 'End a crawl early; the pages that it has read are kept',
	routing: operation({
		fields: cancelFields,
		read: (input) => ({
			jobId: crawlIdOf(input),
			isEndAccepted: input.flag('options.ignoreFinished', false),
		}),
		work: cancelCrawl,
	}),
};

async function cancelCrawl(
	call: Call,
	{ jobId, isEndAccepted }: { jobId: string; isEndAccepted: boolean },
): Promise<INodeExecutionData[]> {
	const state = await cancelPageJob(sourceOf(call, jobId), isEndAccepted);
	return [{ json: { jobId, ...state } }];
}
