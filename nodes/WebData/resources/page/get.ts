import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { uuidOf } from '../../../contract/uuid';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import {
	downloadFilesField,
	onPageError,
	pageOutput,
	readPageOutput,
	type PageOutput,
} from '../../fields/pageOutput';
import { requestOptionsField } from '../../fields/requestOptions';
import { documentOf, READ } from './requests';

const displayOptions = { show: { resource: ['page'], operation: ['get'] } };

/** Service, A5. */
export const getFields: INodeProperties[] = [
	{
		displayName: 'Scrape ID',
		name: 'scrapeId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00',
		description:
			'Which scrape to read again, by the jobId that Scrape returned or the metadata.scrapeId of any page',
		hint: 'Costs nothing. Results are kept for about a day; servers of your own often keep none.',
		displayOptions,
	},
	requestOptionsField(displayOptions.show, [downloadFilesField, onPageError]),
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a scraped page',
	description: 'Read the result of an earlier scrape again, at no cost',
	routing: operation({ fields: getFields, read: selectionOf, work: getPage }),
};

interface Selection {
	scrapeId: string;
	output: PageOutput;
}

function selectionOf(input: Input): Selection {
	return {
		scrapeId: uuidOf(input.parameter('scrapeId', ''), 'scrapeId', 'a scrape'),
		output: readPageOutput(input),
	};
}

async function getPage(call: Call, { scrapeId, output }: Selection): Promise<INodeExecutionData[]> {
	const path = `/v2/scrape/${encodeURIComponent(scrapeId)}`;
	const document = documentOf(await call.send(READ, { method: 'GET', path }));
	return [await pageOutput(call, document, output, { jobId: scrapeId })];
}
