import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { pagesSoFar } from '../../../jobs/pagesSoFar';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { batchScrapeId, batchScrapeIdOf } from '../../fields/batchScrapeId';
import { limitFields, readLimit } from '../../fields/limit';
import {
	downloadFilesField,
	onPageError,
	pageOutput,
	readPageOutput,
	type PageOutput,
} from '../../fields/pageOutput';
import { requestOptions } from '../../fields/requestOptions';
import { BATCH_SCRAPE, READ, routeOf } from './requests';

const show = { resource: ['batchScrape'], operation: ['get'] };

/** Service, C2. */
export const getFields: INodeProperties[] = [
	{ ...batchScrapeId, displayOptions: { show } },
	...limitFields(show),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show },
		options: [downloadFilesField, onPageError, ...requestOptions],
	},
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get the pages of a batch scrape',
	description: 'Read how a batch scrape stands, and the pages that it has read so far',
	routing: operation({ fields: getFields, read: selectionOf, work: getPages }),
};

interface Selection {
	jobId: string;
	most: number;
	output: PageOutput;
}

function selectionOf(input: Input): Selection {
	return { jobId: batchScrapeIdOf(input), most: readLimit(input), output: readPageOutput(input) };
}

async function getPages(
	call: Call,
	{ jobId, most, output }: Selection,
): Promise<INodeExecutionData[]> {
	const source = { call, kind: READ, path: routeOf(jobId) };
	return await pagesSoFar(
		source,
		{ noun: BATCH_SCRAPE.noun, jobId, most },
		async (document) => await pageOutput(call, document, output, { jobId }),
	);
}
