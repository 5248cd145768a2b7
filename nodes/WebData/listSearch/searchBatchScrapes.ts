import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { ExplainedFailure } from '../../messages/explanation';
import { CANNOT_LIST_BATCHES } from '../../messages/missingRoutes';
import { ErrorAnswer } from '../../transport/failure';
import { readRoute } from '../../transport/request';
import { harmless } from '../../transport/requestKind';
import { requireField } from '../../transport/requireField';
import { searchResult } from './searchResult';

const ACTIVITY = harmless('account');

const PAGE_SIZE = 100;

/**
 * The list of the last day's batch scrapes behind the field Batch Scrape. The service lists them
 * among the activities of the team alone (service, I).
 *
 * @param filter text that the time or the id has to contain
 * @param paginationToken `cursor` of the page to read
 */
export async function searchBatchScrapes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchResult(this, async () => {
		const page = await readPage(this, paginationToken);
		const wanted = filter.trim().toLowerCase();
		const results = requireField(page, 'data', 'list', 'list of activities')
			.filter(isRecord)
			.map((activity) => listItem(activity, this.getTimezone()))
			.filter(({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(wanted));
		const { cursor, has_more: hasMore } = page;
		const hasNext = typeof cursor === 'string' && hasMore === true;
		return { results, ...(hasNext && { paginationToken: cursor }) };
	});
}

async function readPage(
	context: ILoadOptionsFunctions,
	cursor: string | undefined,
): Promise<Record<string, unknown>> {
	const qs = { endpoint: 'batch_scrape', limit: PAGE_SIZE, ...(cursor && { cursor }) };
	try {
		return await readRoute(context, ACTIVITY, '/v2/team/activity', { qs, maxAttempts: 1 });
	} catch (error) {
		// Servers of one's own have no such list: it is missing, or fails for want of a database.
		const isMissing = error instanceof ErrorAnswer && [404, 500, 501].includes(error.status);
		throw isMissing ? new ExplainedFailure(CANNOT_LIST_BATCHES) : error;
	}
}

/** One as "2026-11-21 14:03: id", which stays true however the job goes on. */
function listItem(activity: Record<string, unknown>, timeZone: string): INodeListSearchItems {
	const id = String(activity.id);
	// Not ISO: with a blank, and hours alone as offset.
	const text = String(activity.created_at)
		.replace(' ', 'T')
		.replace(/([+-]\d\d)$/, '$1:00');
	const time = Date.parse(text);
	const when = Number.isNaN(time) ? '' : `${timeOf(time, timeZone)}: `;
	return { name: `${when}${id}`, value: id };
}

/** As n8n writes times; Swedish comes closest. */
function timeOf(ms: number, timeZone: string): string {
	const format = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
	return new Intl.DateTimeFormat('sv-SE', format).format(ms);
}
