import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pageItem } from '../operation/pageItem';
import { ResultPages, resultPages, type ResultSource } from './resultPages';

/** The largest page of results that every server gives, in documents. */
const MAX_PAGE = 100;

/**
 * The pages that a batch or crawl has read, so far or in all. Each item says how the job stands; one
 * that has read none is an item of its own.
 *
 * @param most how many pages to return
 * @param output makes an item of a document
 * @throws RequestFailure
 */
export async function pagesSoFar(
	source: ResultSource,
	{ jobId, most }: { jobId: string; most: number },
	output: (document: IDataObject) => Promise<INodeExecutionData> = (document) =>
		Promise.resolve({ json: pageItem(document, { jobId }) }),
): Promise<INodeExecutionData[]> {
	const pages = new ResultPages(most < MAX_PAGE ? most : undefined);
	const items: INodeExecutionData[] = [];
	for await (const documents of resultPages(source, pages)) {
		for (const document of documents.slice(0, most - items.length)) {
			items.push(await output(document));
		}
		if (items.length >= most) break;
	}
	const { status, ...known } = pages.status;
	for (const { json } of items) json.jobStatus = status;
	return items.length > 0 ? items : [{ json: { jobId, jobStatus: status, ...known } }];
}
