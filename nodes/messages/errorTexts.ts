import type { ErrorAnswer } from '../transport/failure';

/** What happened in the user's words, and why and what to do. */
export function textOfError({ row, status }: ErrorAnswer): { message: string; advice: string } {
	return row
		? { message: row.message, advice: `${row.cause} ${row.fix}` }
		: {
				message: `The service reported a failure (status ${status})`,
				advice: 'It gave no reason that this node knows.',
			};
}
