import type { Webhooks } from '../webhooks/webhooks.ts';
import type { WebhookEvent } from '../webhooks/delivery.ts';
import { creditsUsed, endingOf, hasEnded, resultOf, type AgentRun } from './agentRun.ts';

/** Sends the events of a run that has just been started to its webhook (service facts, "Webhooks"). */
export function tellOfRun(run: AgentRun, webhooks: Webhooks, now: () => number): void {
	const { webhook } = run.request;
	const { id } = run;
	const halfTime = run.createdAt + run.script.lasts / 2;
	webhooks.tell(webhook, { type: 'agent.started', id, success: true, data: [] });
	webhooks.tellWhen(
		webhook,
		() => now() >= halfTime || hasEnded(run, now()),
		() => ({
			type: 'agent.action',
			id,
			success: true,
			data: [
				{ creditsUsed: creditsUsed(run, now()), action: 'search', input: { query: 'sandbox' } },
			],
		}),
	);
	webhooks.tellWhen(
		webhook,
		() => hasEnded(run, now()),
		() => endEvent(run, now()),
	);
}

function endEvent(run: AgentRun, now: number): WebhookEvent {
	const { id } = run;
	const { outcome, error } = endingOf(run);
	const credits = { creditsUsed: creditsUsed(run, now) };
	if (outcome === 'succeeded') {
		const data = [{ ...credits, data: resultOf(run) }];
		return { type: 'agent.completed', id, success: true, data };
	}
	const type = outcome === 'cancelled' ? 'agent.cancelled' : 'agent.failed';
	const reason = type === 'agent.failed' && { error: error?.message };
	return { type, id, success: false, data: [credits], ...reason };
}
