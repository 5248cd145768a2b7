import { isRecord } from './checks';

/** What the service sends to a webhook (service facts, "Webhooks"). */
export interface WebhookCall {
	/** Such as `crawl.page`. */
	type: string;
	/** Of the job, or for events of a monitor, of its check. */
	id: string;
	/** The same for every repeat of one delivery; older servers leave it out. */
	webhookId?: string;
	success: boolean;
	data: Array<Record<string, unknown>>;
	error?: string;
	/** What whoever named the webhook added to it. */
	metadata: Record<string, unknown>;
}

/**
 * A call's body, read.
 *
 * @returns undefined where it is not what the service sends
 */
export function webhookCall(body: string): WebhookCall | undefined {
	const sent = parsed(body);
	if (!isRecord(sent) || typeof sent.type !== 'string' || typeof sent.id !== 'string') {
		return undefined;
	}
	const { type, id, webhookId, error, metadata } = sent;
	const data: unknown[] = Array.isArray(sent.data) ? sent.data : [sent.data];
	return {
		type,
		id,
		...(typeof webhookId === 'string' && { webhookId }),
		success: sent.success !== false,
		data: data.filter(isRecord),
		...(typeof error === 'string' && { error }),
		metadata: isRecord(metadata) ? metadata : {},
	};
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
