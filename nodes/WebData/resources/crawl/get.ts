import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { pagesFor } from '../../../jobs/pagesSoFar';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { crawlId, crawlIdOf } from '../../fields/crawlId';
import { outputField } from '../../fields/jobOptions';
import { limitFields, readLimit } from '../../fields/limit';
import { downloadFilesField } from '../../fields/pageOutput';
import { requestOptionsField } from '../../fields/requestOptions';
import { crawlPages, readCrawlOutput, returnErrors, type CrawlOutput } from './crawlOutput';
import { CRAWL, sourceOf } from './requests';

const show = { resource: ['crawl'], operation: ['get'] };

/** Service, C2. */
export const getFields: INodeProperties[] = [
	{ ...crawlId, displayOptions: { show } },
	// They are paid for: whoever asks for less says so.
	...limitFields(show, true),
	requestOptionsField(show, [downloadFilesField, outputField, returnErrors]),
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get the pages of a crawl',
	description: 'Read how a crawl stands, and the pages that it has read so far',
	routing: operation({ fields: getFields, read: selectionOf, work: getPages }),
};

interface Selection {
	jobId: string;
	most: number;
	output: CrawlOutput;
}

function selectionOf(input: Input): Selection {
	return { jobId: crawlIdOf(input), most: readLimit(input), output: readCrawlOutput(input) };
}

async function getPages(
	call: Call,
	{ jobId, most, output }: Selection,
): Promise<INodeExecutionData[]> {
	const wanted = { noun: CRAWL.noun, jobId, most };
	const reading = { source: sourceOf(call, jobId), wanted, pages: pagesFor(wanted) };
	return await crawlPages(reading, output);
}
