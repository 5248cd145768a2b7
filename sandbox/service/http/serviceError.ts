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

/** What an open server answers when something in it breaks; without a database in other words. */
export function unknownError(isSelfHosted: boolean): ServiceError {
	const id = randomUUID().replaceAll('-', '');
	const text = isSelfHosted
		? 'An error occurred. Please check your logs for more details. Error ID:'
		: 'An unexpected error occurred. Please contact help@firecrawl.com for help. Your exception ID is';
	return new ServiceError(500, `${text} ${id}`, { code: 'UNKNOWN_ERROR' });
}
