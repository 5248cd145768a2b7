import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ExplainedFailure } from '../messages/explanation';
import { tooManyPages } from '../messages/pageJobs';
import { jobItem } from '../operation/jobItem';
import { PageBudget } from './pageBudget';
import { ResultPages, resultPages, type ResultSource } from './resultPages';

/** The largest page of results that every server gives, in documents. */
const MAX_PAGE = 100;

/** A job, and how many of its pages are wanted. */
export interface WantedPages {
	/** What users call the job, such as "crawl". */
	noun: string;
	jobId: string;
	/** Infinity for all of them. */
	most: number;
}

/** For reading as many results as are wanted, and no more. */
export function pagesFor({ most }: Pick<WantedPages, 'most'>): ResultPages {
	return new ResultPages(most < MAX_PAGE ? most : undefined);
}

/**
 * The pages that a batch or crawl has read, so far or in all. Each item says how the job stands; one
 * that has read none is an item of its own.
 *
 * @param output makes items of a document
 * @param pages knows afterwards how the job stands
 * @throws RequestFailure
 * @throws ExplainedFailure where n8n could not keep the items
 */
export async function pagesSoFar(
	source: ResultSource,
	wanted: WantedPages,
	output: (document: IDataObject) => Promise<INodeExecutionData[]>,
	pages = pagesFor(wanted),
): Promise<INodeExecutionData[]> {
	const { noun, jobId } = wanted;
	const budget = PageBudget.of(source.call);
	const items: INodeExecutionData[] = [];
	const read: IDataObject[] = [];
	const readAll = async () => {
		for await (const document of documentsOf(source, wanted, pages)) {
			read.push(document);
			const hasRoom = budget.take([document]);
			if (!hasRoom) throw new ExplainedFailure(tooManyPages(noun, jobId, read.length));
			items.push(...(await output(document)));
		}
	};
	await readAll().catch((error: unknown) => {
		budget.giveBack(read);
		throw error;
	});
	const { status, ...known } = pages.status;
	for (const { json } of items) json.jobStatus = status;
	return read.length > 0 ? items : [{ json: { jobId, jobStatus: status, ...jobItem(known) } }];
}

/**
 * The wanted documents of a job, one by one, first those that looks at the job have read.
 *
 * @throws RequestFailure
 */
export async function* documentsOf(
	source: ResultSource,
	{ most }: Pick<WantedPages, 'most'>,
	pages: ResultPages,
): AsyncGenerator<IDataObject> {
	let left = most;
	yield* pages.documents;
	for await (const documents of resultPages(source, pages)) {
		yield* documents.slice(0, left);
		left -= documents.length;
		if (left <= 0) return;
	}
}
