import { ERROR_TABLE } from '../../../nodes/contract/errorTable.ts';
import { errorAnswer } from '../../../sandbox/service/index.ts';
import { SECRET } from './cell.ts';
import type { Row, Verdict } from './row.ts';

const details = [{ path: ['field'], message: `refused ${SECRET}` }];

/** Each row of both error tables of the contract, as an answer to every request of the pack. */
export const ERROR_ROWS: Row[] = ERROR_TABLE.map(({ status, error, retryable }): Row => ({
	name: `${status} ${error}`,
	fault: { answer: errorAnswer(status, error, { details }) },
	verdict: retryable === 'yes' ? 'retried' : 'fails',
	ofStart: verdictOfStart(status, error),
	isWaitedFor: status === 429,
}));

/** A start is only repeated where the answer says that nothing was begun. */
function verdictOfStart(status: number, error: string): Verdict {
	if (status === 429 || error.startsWith('Failed to passthrough')) return 'retried';
	return status === 408 || status >= 500 ? 'lost' : 'fails';
}
