import type { IDataObject } from 'n8n-workflow';

import { FieldError, isRecord, oneOf, textList } from '../contract/checks';
import { PAGE_STATUSES, withIsoTimes, type PageStatus } from '../contract/monitorCheck';

/** Statuses of pages that can start a workflow. */
const EVENT_STATUSES = PAGE_STATUSES.filter((status) => status !== 'same');

/** The statuses that the user has chosen under Page Statuses. @throws FieldError */
export function chosenStatuses(given: unknown): PageStatus[] {
	const statuses = textList('Page Statuses', given, { commas: true });
	if (statuses.length === 0) throw new FieldError('Page Statuses', 'must name at least one', given);
	return statuses.map((status) => oneOf(...EVENT_STATUSES)('Page Statuses', status));
}

/** A page of a check, from whatever source. */
export interface CheckedPage {
	monitorId: string;
	checkId: string;
	/** The page as the service describes it. */
	page: Record<string, unknown>;
}

/** Whether the judge has called a page's change unimportant; without a judgment it has not. */
export function isUnimportant({ judgment }: Record<string, unknown>): boolean {
	return isRecord(judgment) && judgment.meaningful === false;
}

/** The json of a trigger's item: what both triggers emit for a page of a check. */
export function monitorPage(
	{ monitorId, checkId, page }: CheckedPage,
	{ includeData }: { includeData: boolean },
): IDataObject {
	const { url, status, diff, judgment, snapshot, ...others } = page as IDataObject;
	return {
		event: 'monitor.page',
		monitorId,
		checkId,
		url: url ?? null,
		status,
		...(includeData && { diff: diff ?? null }),
		judgment: judgment ?? null,
		...(includeData && snapshot !== undefined && { snapshot }),
		...withIsoTimes(others),
	};
}
