import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { nextSkip, pagesOf } from '../../contract/monitorCheck';
import type { WebhookCall } from '../../contract/webhookCall';
import { monitorPage } from '../../events/monitorPage';
import { Lane } from '../../transport/lane';
import { readRoute, type RequestContext } from '../../transport/request';
import { unexpectedAnswer } from '../../transport/requireField';
import { READ, routeOf } from '../../WebData/resources/monitor/requests';

const PAGE_SIZE = 100;

/**
 * The pages that a check has found gone, which no call of their own tells.
 *
 * @throws RequestFailure when the check cannot be read
 */
export async function removedPagesOf(
	context: RequestContext,
	call: WebhookCall,
	includeData: boolean,
): Promise<IDataObject[]> {
	const { monitorId: monitor, checkId: check = call.id } = call.data[0] ?? {};
	const [monitorId, checkId] = [String(monitor), String(check)];
	const path = routeOf(monitorId, `/checks/${encodeURIComponent(checkId)}`);
	const lane = new Lane(1);
	const pages: IDataObject[] = [];
	for (let skip: number | undefined = 0; skip !== undefined;) {
		const qs = { status: 'removed', limit: PAGE_SIZE, skip };
		const answer: Record<string, unknown> = await readRoute(context, READ, path, { lane, qs });
		const { data } = answer;
		if (!isRecord(data) || !Array.isArray(data.pages)) throw unexpectedAnswer('pages of a check');
		// A server that does not know the filter gives all pages.
		const removed = pagesOf(data).filter(({ status }) => status === 'removed');
		pages.push(
			...removed.map((page) => monitorPage({ monitorId, checkId, page }, { includeData })),
		);
		skip = nextSkip(answer, skip);
	}
	return pages;
}
