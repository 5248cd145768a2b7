import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { ExplainedFailure } from '../../messages/explanation';
import { CANNOT_LIST_CRAWLS } from '../../messages/missingRoutes';
import { isMissingRoute } from '../../transport/missingRoute';
import { readRoute } from '../../transport/request';
import { harmless } from '../../transport/requestKind';
import { requireField } from '../../transport/requireField';
import { searchResult } from './searchResult';

const LIST = harmless('jobRead');

/**
 * The list of crawls behind the field Crawl. The service lists those at work alone (service, C3).
 *
 * @param filter text that the address or the id has to contain
 */
export async function searchCrawls(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await searchResult(this, async () => {
		const wanted = filter.trim().toLowerCase();
		const results = requireField(await readList(this), 'crawls', 'list', 'list of crawls')
			.filter(isRecord)
			.map(listItem)
			.filter(({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(wanted));
		return { results };
	});
}

async function readList(context: ILoadOptionsFunctions): Promise<Record<string, unknown>> {
	try {
		return await readRoute(context, LIST, '/v2/crawl/active', { maxAttempts: 1 });
	} catch (error) {
		throw isMissingRoute(error) ? new ExplainedFailure(CANNOT_LIST_CRAWLS) : error;
	}
}

/** One as "https://example.com/ (0190c6f1)": several may read the same website. */
function listItem({ id, url }: Record<string, unknown>): INodeListSearchItems {
	const value = String(id);
	return { name: `${String(url)} (${value.slice(-8)})`, value };
}
