/** Each row of both error tables of the contract, as an answer to every request of the pack. */
import { ERROR_TABLE } from '../../../nodes/contract/errorTable.ts';
import { errorAnswer } from '../../../sandbox/service/index.ts';
import { SECRET } from './cell.ts';
import { matrix, type Row } from './matrix.ts';

const details = [{ path: ['field'], message: `refused ${SECRET}` }];

matrix(
	'error tables',
	ERROR_TABLE.map(({ status, error, retryable }): Row => ({
		name: `${status} ${error}`,
		fault: { answer: errorAnswer(status, error, { details }) },
		verdict: retryable === 'yes' ? 'retried' : 'fails',
		except: status === 404 ? { status: 'works' } : {},
	})),
);
