import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readPageFailures } from '../../../jobs/resultPages';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { batchScrapeId, batchScrapeIdOf } from '../../fields/batchScrapeId';
import { requestOptionsField } from '../../fields/requestOptions';
import { READ, routeOf } from './requests';

const show = { resource: ['batchScrape'], operation: ['getErrors'] };

/** Service, C3. */
export const getErrorsFields: INodeProperties[] = [
	{ ...batchScrapeId, displayOptions: { show } },
	requestOptionsField(show),
];

export const getErrors: INodePropertyOptions = {
	name: 'Get Errors',
	value: 'getErrors',
	action: 'Get the failed pages of a batch scrape',
	description: 'List the pages that a batch scrape could not read, each with the reason',
	routing: operation({ fields: getErrorsFields, read: batchScrapeIdOf, work: listFailures }),
};

async function listFailures(call: Call, jobId: string): Promise<INodeExecutionData[]> {
	const failures = await readPageFailures({ call, kind: READ, path: routeOf(jobId) });
	return failures.map((failure) => ({ json: { ...failure, jobId } }));
}
