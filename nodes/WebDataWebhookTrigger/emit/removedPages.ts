import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { nextSkip, pagesOf } from '../../contract/monitorCheck';
import type { WebhookCall } from '../../contract/webhookCall';
import { monitorPage } from '../../events/monitorPage';
import { ExplainedFailure } from '../../messages/explanation';
import { removedPagesMissing } from '../../messages/monitor';
import { Lane } from '../../transport/lane';
import { readRoute, type RequestContext } from '../../transport/request';
import { unexpectedAnswer } from '../../transport/requireField';
import { wait } from '../../transport/wait';
import { READ, routeOf } from '../../WebData/resources/monitor/requests';

const PAGE_SIZE = 100;

/** Before the check is read again; the call was answered long ago. */
const PAUSES_MS = [1_000, 2_000, 4_000];

/**
 * The pages that a check has found gone, which no call of their own tells. The service may count them
 * before it lists them.
 *
 * @param expected how many they are, as the call says
 * @throws RequestFailure when the check cannot be read
 * @throws ExplainedFailure when fewer are listed for too long
 */
export async function removedPagesOf(
	context: IExecuteFunctions,
	call: WebhookCall,
	{ expected, includeData }: { expected: number; includeData: boolean },
): Promise<IDataObject[]> {
	const { monitorId: monitor, checkId: check = call.id } = call.data[0] ?? {};
	const [monitorId, checkId] = [String(monitor), String(check)];
	const path = routeOf(monitorId, `/checks/${encodeURIComponent(checkId)}`);
	let pages = await listedPages(context, path);
	for (const pauseMs of PAUSES_MS) {
		if (pages.length >= expected) break;
		await wait(pauseMs, context.getExecutionCancelSignal());
		pages = await listedPages(context, path);
	}
	if (pages.length < expected) {
		const about = { monitorId, checkId, expected, listed: pages.length };
		throw new ExplainedFailure(removedPagesMissing(about));
	}
	return pages.map((page) => monitorPage({ monitorId, checkId, page }, { includeData }));
}

/** The removed pages that a check lists at the moment. */
async function listedPages(
	context: RequestContext,
	path: string,
): Promise<Array<Record<string, unknown>>> {
	const lane = new Lane(1);
	const known = new Set<string>();
	const pages: Array<Record<string, unknown>> = [];
	for (let skip: number | undefined = 0; skip !== undefined;) {
		const qs = { status: 'removed', limit: PAGE_SIZE, skip };
		const answer: Record<string, unknown> = await readRoute(context, READ, path, { lane, qs });
		const { data } = answer;
		if (!isRecord(data) || !Array.isArray(data.pages)) throw unexpectedAnswer('pages of a check');
		const before = known.size;
		for (const page of pagesOf(data)) {
			const name = nameOf(page);
			// A server that does not know the filter gives all pages.
			if (page.status === 'removed' && !known.has(name)) pages.push(page);
			known.add(name);
		}
		// A part without anything new is the last one, whatever the service says.
		skip = known.size > before ? nextSkip(answer, skip) : undefined;
	}
	return pages;
}

/** Tells the pages of a check apart. */
function nameOf({ id, targetId, url }: Record<string, unknown>): string {
	return JSON.stringify([id, targetId, url]);
}
