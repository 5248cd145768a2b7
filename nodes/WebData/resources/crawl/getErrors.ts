import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readPageFailures } from '../../../jobs/resultPages';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { crawlId, crawlIdOf } from '../../fields/crawlId';
import { requestOptionsField } from '../../fields/requestOptions';
import { sourceOf } from './requests';

const show = { resource: ['crawl'], operation: ['getErrors'] };

/** Service, C3. */
export const getErrorsFields: INodeProperties[] = [
	{ ...crawlId, displayOptions: { show } },
	requestOptionsField(show),
];

export const getErrors: INodePropertyOptions = {
	name: 'Get Errors',
	value: 'getErrors',
	action: 'Get the failed pages of a crawl',
	description: 'List the pages that a crawl could not read, each with the reason',
	routing: operation({ fields: getErrorsFields, read: crawlIdOf, work: listFailures }),
};

async function listFailures(call: Call, jobId: string): Promise<INodeExecutionData[]> {
	const failures = await readPageFailures(sourceOf(call, jobId));
	return failures.map((failure) => ({ json: { ...failure, jobId } }));
}
