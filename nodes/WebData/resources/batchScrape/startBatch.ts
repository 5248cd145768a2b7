import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FieldError } from '../../../contract/checks';
import { batchRequest, batchUrls, MAX_URLS, sameAddress } from '../../../contract/requests/batch';
import { readWaiting } from '../../../jobs/waiting';
import { failedPages, type FailedPage } from '../../../messages/batch';
import { explain } from '../../../messages/explain';
import type { Explanation } from '../../../messages/explanation';
import { failedPage, invalidAddress, missingPage } from '../../../messages/page';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { readFormats } from '../../fields/formats';
import { DEFAULT_WAIT_SECONDS } from '../../fields/jobOptions';
import { pageFailure, pageOutput, readPageOutput, type PageOutput } from '../../fields/pageOutput';
import { readScrapeOptions } from '../../fields/scrapeOptions';
import type { BatchEnd, BatchTask } from './batchJob';
import { withFailedPages } from './failedPageItems';
import { Gathering, type Batch, type Member } from './gathering';

interface Selection {
	urls: string[];
	isShared: boolean;
	task: BatchTask;
	output: PageOutput;
	/** As a member of a batch has it. */
	batchOf?: number;
}

/** @throws FieldError */
export function startSelection(input: Input): Selection {
	const urlsFrom = input.oneOf('urlsFrom', 'items', 'list');
	const field = urlsFrom === 'items' ? 'url' : 'urls';
	const own = {
		webhookUrl: input.parameter('options.webhookUrl', ''),
		maxPagesAtOnce: input.parameter('options.maxPagesAtOnce', ''),
		appendToId: input.parameter('options.appendToId', ''),
	};
	const body = batchRequest(readFormats(input), readScrapeOptions(input), own);
	const waiting = readWaiting(input, DEFAULT_WAIT_SECONDS);
	const onFailedJob = input.oneOf('options.onFailedJob', 'error', 'returnPages');
	const urls = batchUrls(field, input.parameter(field, ''));
	if (waiting?.by === 'webhook') demandOneJob(field, urls);
	return {
		urls,
		isShared: urlsFrom === 'items',
		// A job that pages are added to may count as ended long before they are read.
		task: { body, waiting: 'appendToId' in body ? undefined : waiting, onFailedJob },
		output: readPageOutput(input),
	};
}

/**
 * Has the pages of all items read in as few jobs as possible.
 *
 * @returns an item for each page of this input item; or, where the end of a job is not known, one
 * with its status at the first of its input items
 */
export async function startBatch(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const remember = (batchOf: number) => {
		selection.batchOf = batchOf;
	};
	const member: Member = { call, ...selection, remember };
	const batches = await Gathering.of(call).join(member);
	const items: INodeExecutionData[] = [];
	const failed: FailedPage[] = [];
	const own = batches.filter(({ members }) => members.has(member));
	for (const [batch, end] of await endsOf(own, call)) {
		if (end instanceof Error) {
			const explanation = explain(end);
			const itemIndex = indexOf(member);
			for (const { url } of batch.addressesOf(member)) failed.push({ url, explanation, itemIndex });
			continue;
		}
		items.push(...statusItem(member, batch, end));
		for (const { url, document, explanation } of pagesOf(member, batch, end)) {
			if (explanation) failed.push({ url, explanation, itemIndex: indexOf(member) });
			if (!document) continue;
			items.push(await pageOutput(call, document, selection.output, { url, jobId: end.jobId }));
		}
	}
	return await withFailedPages(call, items, failed, async () => await allFailures(batches));
}

/** What is waited for in sleep has one job. @throws FieldError */
function demandOneJob(field: string, urls: string[]): void {
	const { size } = new Set(urls.map(sameAddress));
	if (size <= MAX_URLS) return;
	const rule = `must have at most ${MAX_URLS.toLocaleString('en-US')} entries for Wait By Webhook`;
	throw new FieldError(field, rule, urls, `${size.toLocaleString('en-US')} entries`);
}

/**
 * How the jobs of an item have ended. None is left alone before all have.
 *
 * @returns an error for a job that failed as a whole while others have pages to go on with
 * @throws it otherwise
 */
async function endsOf(batches: Batch[], call: Call): Promise<Array<[Batch, BatchEnd | Error]>> {
	const results = await Promise.allSettled(batches.map(async (batch) => await batch.run()));
	const failures = results.filter((result) => result.status === 'rejected');
	const [first] = failures;
	const isAllLost = failures.length === batches.length || !call.item.continueOnFail();
	if (first && isAllLost) throw first.reason as Error;
	return results.map((result, index) => [
		batches[index] as Batch,
		result.status === 'fulfilled' ? result.value : (result.reason as Error),
	]);
}

function indexOf({ call }: Member): number {
	return call.item.getItemIndex();
}

/** The one item of a job whose end is not known, linked to all items that it works for. */
function statusItem(
	member: Member,
	{ members }: Batch,
	{ status }: BatchEnd,
): INodeExecutionData[] {
	const [first, ...others] = members;
	if (!status || first !== member) return [];
	const pairedItem = [first, ...others].map((each) => ({ item: indexOf(each) }));
	return [{ json: status, pairedItem: others.length === 0 ? pairedItem[0] : pairedItem }];
}

/** A page of an input item, or why there is none. */
interface Page {
	url: string;
	document?: IDataObject;
	explanation?: Explanation;
}

/** What has become of the pages of an input item that a job has read. */
function pagesOf(
	member: Member,
	batch: Batch,
	{ status, results, jobId = '', unread }: BatchEnd,
): Page[] {
	if (status) return [];
	return batch.addressesOf(member).map(({ url, sent }) => {
		const result = results.get(sent);
		if (!result || 'isMissing' in result) {
			return { url, explanation: missingPage(url, jobId, unread) };
		}
		if ('isInvalid' in result) return { url, explanation: invalidAddress(url, jobId) };
		if ('failure' in result) {
			return { url, explanation: failedPage({ ...result.failure, url }, jobId) };
		}
		const { document } = result;
		const explanation = pageFailure(document, member.output, { url, jobId });
		return explanation ? { url, explanation } : { url, document };
	});
}

/** What has failed in all jobs of the node execution, for the one error that the node ends with. */
async function allFailures(batches: Batch[]): Promise<Explanation> {
	const failed: FailedPage[] = [];
	const jobIds: string[] = [];
	let total = 0;
	for (const batch of batches) {
		// A job that failed as a whole is the error of its own items.
		const end = await batch.run().catch(() => undefined);
		if (!end) continue;
		if (end.jobId !== undefined) jobIds.push(end.jobId);
		for (const member of batch.members) {
			for (const { url, explanation } of pagesOf(member, batch, end)) {
				total++;
				if (explanation) failed.push({ url, explanation, itemIndex: indexOf(member) });
			}
		}
	}
	return failedPages(failed, total, jobIds);
}
