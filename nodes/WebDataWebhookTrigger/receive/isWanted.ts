import type { WebhookCall } from '../../contract/webhookCall';
import { isUnimportant } from '../../events/monitorPage';
import { choiceOf } from '../../events/webhookEvents';
import { readEvents, readPageFilter, type PageFilter, type Parameters } from '../settings';

/** Whether a call tells what the user has chosen. @throws FieldError */
export function isWanted(call: WebhookCall, parameters: Parameters): boolean {
	const events = readEvents(parameters);
	const filter = readPageFilter(parameters);
	const choice = choiceOf(call.type);
	if (choice === undefined) return false;
	if (choice === 'checkCompleted' && removedPages(call, events, filter) > 0) return true;
	if (!events.includes(choice)) return false;
	const [page = {}] = call.data;
	return choice !== 'monitorPage' || !filter || passes(page, filter);
}

/** Whether a page of a monitor is one that the user wants. */
export function passes(page: Record<string, unknown>, filter: PageFilter): boolean {
	if (!filter.statuses.includes(String(page.status))) return false;
	return !filter.onlyMeaningful || !(isUnimportant(page) || page.isMeaningful === false);
}

/** How many wanted pages a check has that are gone: no call of their own tells them. */
export function removedPages(
	{ data }: WebhookCall,
	events: readonly string[],
	filter: PageFilter | undefined,
): number {
	if (!events.includes('monitorPage') || !filter?.statuses.includes('removed')) return 0;
	const { removed } = (data[0]?.summary ?? {}) as { removed?: unknown };
	return Number(removed ?? 0);
}
