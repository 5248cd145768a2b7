import { randomUUID } from 'node:crypto';

/** What the service answers when it cannot do what was asked: a row of the contract's error tables. */
export class ServiceError extends Error {
	readonly status: number;
	readonly body: ErrorBody;
	readonly headers: Record<string, string>;

	constructor(
		status: number,
		error: string,
		more: Omit<Partial<ErrorBody>, 'error'> = {},
		headers: Record<string, string> = {},
	) {
		super(error);
		this.name = 'ServiceError';
		this.status = status;
		this.body = { success: false, error, ...more };
		this.headers = headers;
	}
}

export interface ErrorBody {
	/** Always false; left out where the service forwards another service's error (trace, snapshot). */
	success?: false;
	error: string;
	details?: unknown;
	code?: string;
}

/** An error of the agent service that the trace and snapshot routes forward unchanged. */
export function forwardedError(status: number, error: string): ServiceError {
	return new ServiceError(status, error, { success: undefined });
}

/** What the open servers answer when something in them breaks. */
export function unknownError(): ServiceError {
	const id = randomUUID().replaceAll('-', '');
	return new ServiceError(
		500,
		`An unexpected error occurred. Please contact help@firecrawl.com for help. Your exception ID is ${id}`,
		{ code: 'UNKNOWN_ERROR' },
	);
}
