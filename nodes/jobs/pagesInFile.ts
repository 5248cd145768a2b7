import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { jobItem } from '../operation/jobItem';
import { pageItem } from '../operation/pageItem';
import { ndjsonFiles } from './ndjsonFile';
import { documentsOf, pagesFor, type WantedPages } from './pagesSoFar';
import type { ResultSource } from './resultPages';

/**
 * The pages that a batch or crawl has read, so far or in all, as one item with JSON Lines files. They
 * are written as they come.
 *
 * @param more lines after those of the pages, which are read first
 * @param pages knows afterwards how the job stands
 * @throws RequestFailure
 */
export async function pagesInFile(
	source: ResultSource,
	wanted: WantedPages,
	more: () => Promise<IDataObject[]> = () => Promise.resolve([]),
	pages = pagesFor(wanted),
): Promise<INodeExecutionData> {
	const { noun, jobId } = wanted;
	let read = 0;
	async function* lines(): AsyncGenerator<IDataObject> {
		for await (const document of documentsOf(source, wanted, pages)) {
			read++;
			yield pageItem(document, { jobId });
		}
		yield* await more();
	}
	const name = `${noun.replaceAll(' ', '-')}-${jobId}`;
	const { binary, bytes } = await ndjsonFiles(source.call, lines(), name);
	const { status, ...known } = pages.status;
	return { json: { jobId, jobStatus: status, pages: read, bytes, ...jobItem(known) }, binary };
}
