import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { readRoute } from '../../transport/request';
import { requireField } from '../../transport/requireField';
import { READ } from '../resources/browserSession/requests';
import { searchResult } from './searchResult';

/**
 * The list of sessions behind the field Browser Session: those that have not ended.
 *
 * @param filter text that the time of opening or the id has to contain
 */
export async function searchBrowserSessions(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await searchResult(this, async () => {
		const qs = { status: 'active' };
		const answer = await readRoute(this, READ, '/v2/interact', { qs });
		const sessions = requireField(answer, 'sessions', 'list', 'list of browser sessions');
		const wanted = filter.trim().toLowerCase();
		const results = sessions
			.filter(isRecord)
			.filter(({ id }) => typeof id === 'string')
			.map(({ id, createdAt }) => ({ name: nameOf(id as string, createdAt), value: id as string }))
			.filter(({ name }) => name.toLowerCase().includes(wanted));
		return { results };
	});
}

/** As "2026-11-21T14:03:00.000Z: the id": n8n keeps this text in the workflow. */
function nameOf(id: string, createdAt: unknown): string {
	return typeof createdAt === 'string' ? `${createdAt}: ${id}` : id;
}
