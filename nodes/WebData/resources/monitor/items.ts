import type { IDataObject } from 'n8n-workflow';

import { withIsoTimes } from '../../../contract/monitorCheck';
import { inReadingOrder } from '../../../operation/columns';

/** A monitor as an item, what people look for in front. */
export function monitorItem(monitor: IDataObject): IDataObject {
	return inReadingOrder(
		{ ...withIsoTimes(monitor), monitorId: monitor.id },
		['name', 'status', 'nextRunAt', 'lastRunAt', 'estimatedCreditsPerMonth', 'lastCheckSummary'],
		['id', 'monitorId'],
	);
}

/** A check as an item. */
export function checkItem(check: IDataObject, monitorId: string): IDataObject {
	return inReadingOrder(
		{ ...withIsoTimes(check), monitorId, checkId: check.id },
		['status', 'summary', 'startedAt', 'finishedAt', 'actualCredits', 'error'],
		['id', 'monitorId', 'checkId'],
	);
}

/** A page of a check as an item. */
export function pageItem(
	page: Record<string, unknown>,
	check: IDataObject,
	monitorId: string,
): IDataObject {
	return inReadingOrder(
		{ ...withIsoTimes(page), checkStatus: check.status, monitorId, checkId: check.id },
		['url', 'status', 'judgment', 'diff', 'snapshot', 'error'],
		['id', 'targetId', 'checkStatus', 'monitorId', 'checkId'],
	);
}
