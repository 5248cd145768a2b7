import type { Webhooks } from '../webhooks/webhooks.ts';
import type { PageJobEvent } from './pageJob.ts';

/**
 * Sends what happens in a crawl or batch to its webhook. As recorded: an end is always `completed`,
 * and a job that was cancelled tells none.
 *
 * @param hasEnded whether the job's status says so
 */
export function tellOfPageJob(
	event: PageJobEvent,
	webhooks: Webhooks,
	hasEnded: () => boolean,
): void {
	const { job } = event;
	const { id, kind, webhook } = job;
	const type = `${kind}.${event.type}`;
	if (event.type === 'cancelled') return;
	if (event.type === 'completed') {
		webhooks.tellWhen(webhook, hasEnded, () => ({ type, id, success: true, data: [] }));
	} else if (event.type === 'started') {
		webhooks.tell(webhook, { type, id, success: true, data: [] });
	} else if ('failure' in event) {
		const { url, error } = event.failure;
		const data = [{ metadata: { sourceURL: url } }];
		webhooks.tell(webhook, { type, id, success: false, data, error });
	} else if ('document' in event) {
		webhooks.tell(webhook, { type, id, success: true, data: [event.document] });
	}
}
