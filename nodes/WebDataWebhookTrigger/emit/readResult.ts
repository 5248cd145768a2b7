import type { IDataObject } from 'n8n-workflow';

import { hasEnded, runEnd } from '../../contract/agentOutcome';
import { isRecord } from '../../contract/checks';
import { eventsOf } from '../../contract/trace';
import type { WebhookCall } from '../../contract/webhookCall';
import { agentEvent } from '../../events/agentEvent';
import { eventOfCall, isRunEnd, withMetadata } from '../../events/jobEvent';
import { RequestFailure } from '../../transport/failure';
import { Lane } from '../../transport/lane';
import { readRoute, type RequestContext, type RequestLimits } from '../../transport/request';
import { harmless } from '../../transport/requestKind';
import { requireField } from '../../transport/requireField';

const RUN = harmless('agentRead');

const PAGES = harmless('jobRead');

/** Routes of the jobs whose result is pages, by the event of their end. */
const PAGE_ROUTES = new Map([
	['crawl.completed', '/v2/crawl'],
	['crawl.failed', '/v2/crawl'],
	['crawl.cancelled', '/v2/crawl'],
	['batch_scrape.completed', '/v2/batch/scrape'],
	['batch_scrape.failed', '/v2/batch/scrape'],
]);

/** Pages that an event carries at most: the service's own first page of results. */
const MAX_PAGES = 100;

/**
 * The json of a call's item, with the result that the service keeps where the call does not hold it.
 *
 * @throws RequestFailure when that cannot be read
 */
export async function readResult(context: RequestContext, call: WebhookCall): Promise<IDataObject> {
	const route = PAGE_ROUTES.get(call.type);
	// All reads of one event go one after the other.
	const limits = { lane: new Lane(1), maxAttempts: 5 };
	if (isRunEnd(call)) return await runOf(context, call, limits);
	return route === undefined ? eventOfCall(call) : await pagesOf(context, call, route, limits);
}

/** As the polling trigger would emit the end of the run. */
async function runOf(
	context: RequestContext,
	call: WebhookCall,
	limits: RequestLimits,
): Promise<IDataObject> {
	const { id } = call;
	const path = `/v2/agent/${encodeURIComponent(id)}`;
	const read = await readRoute(context, RUN, path, limits);
	requireField(read, 'status', 'text', 'status of an agent run');
	// The event may be faster than the status of the run.
	const status = hasEnded(read.status) ? read : { ...read, ...statusOfCall(call) };
	const trace = status.status === 'completed' ? [] : await traceOf(context, path, limits);
	const event = agentEvent(
		{ jobId: id, status, end: runEnd(status, trace) },
		{ includeData: true },
	);
	return { ...event, ...withMetadata(call.metadata) } as IDataObject;
}

function statusOfCall({ type, data, error }: WebhookCall): Record<string, unknown> {
	return { ...data[0], status: type.replace('agent.', ''), ...(error !== undefined && { error }) };
}

/** Runs of older models have no trace, and without one the status still tells most. */
async function traceOf(
	context: RequestContext,
	path: string,
	limits: RequestLimits,
): Promise<unknown[]> {
	return await readRoute(context, RUN, `${path}/trace`, limits).then(eventsOf, (error: unknown) => {
		if (error instanceof RequestFailure) return [];
		throw error;
	});
}

/** The status of a job with the first of its pages; the others can be read with Get. */
async function pagesOf(
	context: RequestContext,
	call: WebhookCall,
	route: string,
	limits: RequestLimits,
): Promise<IDataObject> {
	const path = `${route}/${encodeURIComponent(call.id)}`;
	const qs = { limit: MAX_PAGES };
	const { success, next, data, ...status } = await readRoute(context, PAGES, path, {
		...limits,
		qs,
	});
	requireField(status, 'status', 'text', 'status of a job');
	const pages = (Array.isArray(data) ? data : []).filter(isRecord).map(pageOf);
	const total = Number(status.completed ?? pages.length);
	return {
		...eventOfCall(call),
		...(success === false && { success }),
		...status,
		data: pages,
		...((pages.length < total || (next !== undefined && pages.length === MAX_PAGES)) && {
			dataTruncated: true,
		}),
	};
}

/** A page with its address before its document, as the operations return pages. */
function pageOf(document: Record<string, unknown>): Record<string, unknown> {
	const { sourceURL, url } = isRecord(document.metadata) ? document.metadata : {};
	return { url: sourceURL ?? url, ...document };
}
