import { faultMatrix } from '../faults/matrix.ts';
import type { SubjectColumn } from '../faults/cell.ts';

/** An operation of Account, which has nothing to be asked for but once. */
function reading(operation: string, path: string, told: object): SubjectColumn {
	return {
		subject: () => ({
			parameters: { resource: 'account', operation },
			items: 1,
			hitItem: 0,
			hit: { method: 'GET', path: `/v2/team/${path}` },
			answer: { status: 200, json: { success: true, ...told } },
		}),
	};
}

faultMatrix(import.meta.url, {
	getCredits: reading('getCredits', 'credit-usage', { data: { remainingCredits: 1 } }),
	getCreditHistory: reading('getCreditHistory', 'credit-usage/historical', {
		periods: [{ creditsUsed: 1 }],
	}),
	getQueue: reading('getQueue', 'queue-status', { jobsInQueue: 0 }),
	getActivity: reading('getActivity', 'activity', { data: [{ id: 'one' }] }),
});
