import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request that reached the API, as tests and the command line see it. Times are wall clock. */
export interface LoggedRequest {
	method: string;
	/** Path without the query, as sent. */
	path: string;
	query: Record<string, string>;
	/** As sent, but `authorization` tells only whether the key was `valid`, `invalid` or `absent`. */
	headers: Record<string, string | string[] | undefined>;
	/** The parsed JSON body, the text of a body that is not JSON, or undefined without a body. */
	body: unknown;
	/** Status answered, also by a fault; undefined when the connection was dropped before it. */
	status?: number;
	/** Unix milliseconds at which the request's head had arrived. */
	receivedAt: number;
	/** Unix milliseconds at which the answer was handed over or the connection closed. */
	endedAt?: number;
	/** Whether the connection closed before the answer was complete. */
	aborted: boolean;
	/** Whether an ordered fault was applied to this request. */
	faulty: boolean;
}

/** Begins the log entry of a request; it completes itself when the answer ends. */
export function logRequest(
	request: IncomingMessage,
	response: ServerResponse,
	{ path, query, keyIsValid }: { path: string; query: URLSearchParams; keyIsValid: boolean },
): LoggedRequest {
	const { authorization, ...headers } = request.headers;
	const entry: LoggedRequest = {
		method: request.method ?? '',
		path,
		query: Object.fromEntries(query),
		headers: {
			...headers,
			authorization: authorization === undefined ? 'absent' : keyIsValid ? 'valid' : 'invalid',
		},
		body: undefined,
		receivedAt: Date.now(),
		aborted: false,
		faulty: false,
	};
	const end = (): void => {
		entry.endedAt ??= Date.now();
		if (response.headersSent) entry.status = response.statusCode;
	};
	response.once('finish', end);
	response.once('close', () => {
		entry.aborted = !response.writableFinished;
		end();
	});
	return entry;
}
