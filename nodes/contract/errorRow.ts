import { BROWSER_TABLE } from './browserErrors';
import { CODE_TABLE } from './errorCodes';
import { ERROR_TABLE } from './errorTable';

/** Whether repeating the very same request can help (contract, column "Retryable", which is authoritative). */
export type Retryable = 'yes' | 'no' | 'sometimes';

export interface ErrorRow {
	status: number;
	/** The service's own `error` string, by which a row is found. */
	error: string;
	/** The service's `code`, which tells more than the text; `*` at its end stands for any rest. */
	code?: string;
	retryable: Retryable;
}

/** As long as much work is under way as the plan allows at once, no more is taken. */
const PLAN_IS_FULL = 'Concurrency limit reached';

/**
 * The row of an error answer: by `code`, else by status and `error` string (capital letters and
 * blanks around it aside; the service's own texts often go on), else by status alone.
 *
 * @param error the body's `error`, of whatever type
 * @returns undefined for a status that the tables do not list
 */
export function findErrorRow(status: number, error: unknown, code?: string): ErrorRow | undefined {
	const known = ERROR_TABLE.filter((row) => row.status === status);
	const rows = [...known, ...BROWSER_TABLE.filter((row) => row.status === status)];
	const wanted = typeof error === 'string' ? error.trim().toLowerCase() : '';
	return (
		CODE_TABLE.find((row) => hasCode(row, code)) ??
		rows.find((row) => row.error.toLowerCase() === wanted) ??
		rows.find((row) => wanted.startsWith(row.error.toLowerCase())) ??
		known[0]
	);
}

function hasCode(row: ErrorRow, code: string | undefined): boolean {
	if (code === undefined || row.code === undefined) return false;
	return row.code.endsWith('*') ? code.startsWith(row.code.slice(0, -1)) : code === row.code;
}

/** Whether a request was refused because too much is under way, not because of how often one asks. */
export function isPlanFull(row: ErrorRow | undefined): boolean {
	return row?.error === PLAN_IS_FULL;
}
