import type { IDataObject } from 'n8n-workflow';

import type { Explanation } from './explanation';
import { sentence } from './sentence';

/** A check of a monitor that failed before it had read a page. */
export function failedCheck(check: IDataObject, monitorId: string): Explanation {
	const { id: checkId, error } = check;
	const reason = typeof error === 'string' ? error : undefined;
	return {
		message: 'The check failed and has no pages',
		description: [
			reason && sentence(`Reason: ${reason}`),
			'The monitor goes on: its next check may succeed. If all of them fail, look at the options for its pages, which the service does not check when a monitor is created.',
		]
			.filter(Boolean)
			.join(' '),
		details: { monitorId, checkId, status: 'failed', ...(reason !== undefined && { reason }) },
	};
}

/** A monitor that a trigger watches and the service does not know. */
export function unknownMonitor(monitorId: string): Explanation {
	return {
		message: `There is no monitor ${monitorId}`,
		description:
			'It was deleted, or it belongs to another team. Choose another one under Monitor, or use an API key of the team that it belongs to.',
		details: { monitorId },
	};
}

/** A check whose removed pages are counted, but not listed. */
export function removedPagesMissing(check: {
	monitorId: string;
	checkId: string;
	expected: number;
	listed: number;
}): Explanation {
	const { expected, listed, ...ids } = check;
	return {
		message: 'The service does not list all removed pages of a check',
		description: `It counts ${expected} and lists ${listed}. Retry this execution later: none of them was passed on yet.`,
		details: { ...ids, expected, listed, retryable: true },
	};
}
