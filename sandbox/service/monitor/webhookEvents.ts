import type { Webhooks } from '../webhooks/webhooks.ts';
import { summaryOf } from './answers.ts';
import type { MonitorEvent } from './monitor.ts';

/**
 * Sends what happens in a check to the monitor's webhook. Pages that are gone are told by the check
 * alone (service facts, "Contradictions").
 */
export function tellOfCheck(event: MonitorEvent, webhooks: Webhooks): void {
	const { monitor, check, type } = event;
	const about = { monitorId: monitor.id, checkId: check.id };
	if (type === 'monitor.check.completed') {
		const { status } = check;
		const summary = summaryOf(check);
		const success = status !== 'partial' && status !== 'failed';
		const data = [{ ...about, status, summary }];
		webhooks.tell(monitor.webhook, { type, id: check.id, success, data });
		return;
	}
	const { url, status, previousScrapeId, currentScrapeId, error, judgment, diff } = event.page;
	if (status === 'removed') return;
	const scrapes = { previousScrapeId, currentScrapeId };
	const isMeaningful = judgment?.meaningful ?? null;
	const data = [{ ...about, url, status, ...scrapes, error, isMeaningful, judgment, diff }];
	webhooks.tell(monitor.webhook, { type, id: check.id, success: status !== 'error', data });
}
