import type { IDataObject } from 'n8n-workflow';

import { runEnd } from '../contract/agentOutcome';
import { isRecord } from '../contract/checks';
import type { WebhookCall } from '../contract/webhookCall';
import { agentEvent } from './agentEvent';
import { monitorPage } from './monitorPage';

/** How the status of an agent run is called whose end an event tells. */
const STATUS_OF_END: Record<string, string> = {
	'agent.completed': 'completed',
	'agent.failed': 'failed',
	'agent.cancelled': 'cancelled',
};

/** Whether an event tells the end of an agent run. */
export function isRunEnd({ type }: WebhookCall): boolean {
	return Object.hasOwn(STATUS_OF_END, type);
}

/**
 * The json of the item for a call, from what the call itself holds. Fields have the names of the
 * polling trigger and of the operations.
 */
export function eventOfCall(call: WebhookCall, includeData = true): IDataObject {
	const { type, id, error, data, metadata } = call;
	const [first = {}] = data;
	const about = isRunEnd(call)
		? endOfRun(call)
		: type.startsWith('monitor.')
			? eventOfMonitor(call, includeData)
			: type.endsWith('.page')
				? { event: type, jobId: id, url: addressOf(first), ...first }
				: { event: type, jobId: id, ...first };
	return {
		...about,
		...(error !== undefined && { error }),
		...withMetadata(metadata),
	} as IDataObject;
}

function eventOfMonitor({ type, id, data }: WebhookCall, includeData: boolean): IDataObject {
	const { monitorId, checkId = id, ...about } = data[0] ?? {};
	if (type !== 'monitor.page') return { event: type, monitorId, checkId, ...about } as IDataObject;
	const ids = { monitorId: String(monitorId), checkId: String(checkId) };
	// The judgment says the same, and more.
	const page = { ...about };
	delete page.isMeaningful;
	return monitorPage({ ...ids, page }, { includeData });
}

/** What whoever named the webhook added to it, for an item. */
export function withMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
	// A page has metadata of its own, which a workflow reads far more often.
	return Object.keys(metadata).length > 0 ? { webhookMetadata: metadata } : {};
}

function endOfRun({ type, id, data, error }: WebhookCall): IDataObject {
	const [sent = {}] = data;
	const status = { ...sent, status: STATUS_OF_END[type], ...(error !== undefined && { error }) };
	return agentEvent({ jobId: id, status, end: runEnd(status) }, { includeData: false });
}

function addressOf({ metadata }: Record<string, unknown>): unknown {
	const { sourceURL, url } = isRecord(metadata) ? metadata : {};
	return sourceURL ?? url;
}
