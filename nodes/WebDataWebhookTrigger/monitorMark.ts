import type { IHookFunctions } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import type { WebhookCall } from '../contract/webhookCall';

const NAME = 'n8nTrigger';

/**
 * What tells a trigger's own monitor from one that a user made, which may call the same address: an
 * entry of `webhook.metadata` at the service (service facts, "J. Webhooks").
 */
export function monitorMark(context: IHookFunctions): Record<string, string> {
	return { [NAME]: `${context.getWorkflow().id ?? ''}/${context.getNode().id}` };
}

/** Whether a monitor, as the service shows it, has the mark. */
export function hasMark(
	{ webhook }: Record<string, unknown>,
	mark: Record<string, string>,
): boolean {
	const metadata = isRecord(webhook) ? webhook.metadata : undefined;
	return isRecord(metadata) && metadata[NAME] === mark[NAME];
}

/** The same call without the mark, which each call of the monitor repeats. */
export function withoutMark(call: WebhookCall): WebhookCall {
	const others = Object.entries(call.metadata).filter(([name]) => name !== NAME);
	return { ...call, metadata: Object.fromEntries(others) };
}
