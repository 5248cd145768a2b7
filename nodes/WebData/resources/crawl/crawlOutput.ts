import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { pagesInFile } from '../../../jobs/pagesInFile';
import { pagesSoFar, type WantedPages } from '../../../jobs/pagesSoFar';
import type { KnownFailures, ResultPages, ResultSource } from '../../../jobs/resultPages';
import { failuresUnknown } from '../../../messages/crawl';
import type { Input } from '../../../operation/input';
import { pageOutput, readOutputForm, type PageOutput } from '../../fields/pageOutput';
import { crawlFacts, type KnownCrawl } from './crawlFacts';

export const returnErrors: INodeProperties = {
	displayName: 'Return Errors',
	name: 'returnErrors',
	type: 'boolean',
	default: false,
	description:
		'Whether pages that failed, or that robots.txt forbids, are returned too, each with its URL, the error and its code',
};

/** How the pages of a crawl leave the node. */
export interface CrawlOutput {
	output: 'items' | 'file';
	returnErrors: boolean;
	page: PageOutput;
}

/** @throws FieldError */
export function readCrawlOutput(input: Input): CrawlOutput {
	const page: PageOutput = {
		onPageError: 'returnPage',
		downloadFiles: input.flag('options.downloadFiles', false),
	};
	return {
		output: readOutputForm(input, page),
		returnErrors: input.flag('options.returnErrors', false),
		page,
	};
}

/** A crawl, what is wanted of it, and what was read of it. */
export interface CrawlReading {
	source: ResultSource;
	wanted: WantedPages;
	pages: ResultPages;
	/** What is known of its start. */
	known?: Omit<KnownCrawl, 'status'>;
}

/**
 * The pages of a crawl as the user wants them, each with what became of the crawl as a whole.
 *
 * @throws RequestFailure
 * @throws ExplainedFailure where n8n could not keep the items
 */
export async function crawlPages(
	reading: CrawlReading,
	output: CrawlOutput,
): Promise<INodeExecutionData[]> {
	return output.output === 'file'
		? [await inFile(reading, output)]
		: await asItems(reading, output);
}

async function asItems(
	{ source, wanted, pages, known }: CrawlReading,
	{ returnErrors: withErrors, page }: CrawlOutput,
): Promise<INodeExecutionData[]> {
	const { jobId } = wanted;
	const items = await pagesSoFar(
		source,
		wanted,
		async (document) => [await pageOutput(source.call, document, page, { jobId })],
		pages,
	);
	const facts = await crawlFacts(source, { ...known, status: pages.status });
	const failed = withErrors ? failureLines(facts, jobId).map((json) => ({ json })) : [];
	for (const { json } of [...items, ...failed]) {
		json.jobStatus = pages.status.status;
		json.crawl = facts.crawl;
	}
	return [...items, ...failed];
}

async function inFile(
	{ source, wanted, pages, known }: CrawlReading,
	{ returnErrors: withErrors }: CrawlOutput,
): Promise<INodeExecutionData> {
	const { jobId } = wanted;
	let found: ReturnType<typeof crawlFacts> | undefined;
	const facts = () => (found ??= crawlFacts(source, { ...known, status: pages.status }));
	const failed = async () => (withErrors ? failureLines(await facts(), jobId) : []);
	const { json, binary } = await pagesInFile(source, wanted, failed, pages);
	return { json: { ...json, ...(await facts()).crawl }, binary };
}

/** A line for each page that could not be read; for a list of them that could not, one that says so. */
function failureLines({ failures, unread }: KnownFailures, jobId: string): IDataObject[] {
	if (unread) return [{ error: failuresUnknown(unread), jobId }];
	return failures.map((failure) => ({ ...failure, jobId }));
}
