import type { IDataObject } from 'n8n-workflow';

import type { RunEnd } from '../contract/agentOutcome';
import type { Explanation } from './explanation';
import { sentence } from './sentence';

/** An agent run that ended without success. */
export function failedRun(jobId: string, status: IDataObject, end: RunEnd): Explanation {
	const { outcome, message, advice, reason, errorCode, retryable } = end;
	const credits = typeof status.creditsUsed === 'number' ? status.creditsUsed : undefined;
	return {
		message,
		description: [
			reason && sentence(`Reason: ${reason}`),
			advice,
			retryable === true ? 'The same task may well succeed in a new run.' : '',
			credits !== undefined && `Credits used: ${credits}.`,
			`Job id: ${jobId}.`,
		]
			.filter(Boolean)
			.join(' '),
		details: {
			jobId,
			status: status.status,
			outcome,
			...(reason !== undefined && { reason }),
			...(errorCode !== undefined && { errorCode }),
			...(retryable !== undefined && { retryable }),
			...(credits !== undefined && { creditsUsed: credits }),
		},
	};
}
