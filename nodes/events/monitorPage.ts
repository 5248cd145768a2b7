import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import { withIsoTimes } from '../contract/monitorCheck';

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
