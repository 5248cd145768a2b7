import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { pagesInFile } from '../../../jobs/pagesInFile';
import { pagesSoFar } from '../../../jobs/pagesSoFar';
import { failedPages, type FailedPage } from '../../../messages/batch';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { addressOf } from '../../../operation/pageItem';
import { batchScrapeId, batchScrapeIdOf } from '../../fields/batchScrapeId';
import { outputField } from '../../fields/jobOptions';
import { limitFields, readLimit } from '../../fields/limit';
import {
	downloadFilesField,
	onPageError,
	pageFailure,
	pageOutput,
	readOutputForm,
	readPageOutput,
	type PageOutput,
} from '../../fields/pageOutput';
import { requestOptionsField } from '../../fields/requestOptions';
import { withFailedPages } from './failedPageItems';
import { BATCH_SCRAPE, READ, routeOf } from './requests';

const show = { resource: ['batchScrape'], operation: ['get'] };

/** Service, C2. */
export const getFields: INodeProperties[] = [
	{ ...batchScrapeId, displayOptions: { show } },
	// They are paid for: whoever asks for less says so.
	...limitFields(show, true),
	requestOptionsField(show, [downloadFilesField, onPageError, outputField]),
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
	isFile: boolean;
}

function selectionOf(input: Input): Selection {
	const output = readPageOutput(input);
	return {
		jobId: batchScrapeIdOf(input),
		most: readLimit(input),
		output,
		isFile: readOutputForm(input, output) === 'file',
	};
}

async function getPages(
	call: Call,
	{ jobId, most, output, isFile }: Selection,
): Promise<INodeExecutionData[]> {
	const source = { call, kind: READ, path: routeOf(jobId) };
	const wanted = { noun: BATCH_SCRAPE.noun, jobId, most };
	if (isFile) return [await pagesInFile(source, wanted)];
	const failed: FailedPage[] = [];
	let total = 0;
	const items = await pagesSoFar(source, wanted, async (document) => {
		total++;
		const explanation = pageFailure(document, output, { jobId });
		if (!explanation) return [await pageOutput(call, document, output, { jobId })];
		const url = addressOf(document) ?? '';
		failed.push({ url, explanation, itemIndex: call.item.getItemIndex() });
		return [];
	});
	return await withFailedPages(call, items, failed, () => failedPages(failed, total, [jobId]));
}
