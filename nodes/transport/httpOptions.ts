import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../contract/checks';

/**
 * How every request is sent. Statuses are judged by `readAnswer`, which needs the headers; the body
 * comes as a stream, because only so can its size be bounded; redirects are not followed, because
 * n8n would send the key along to the other host.
 */
export const HTTP_OPTIONS = {
	json: true,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} satisfies Partial<IHttpRequestOptions>;

/**
 * A request whose body is JSON text already. Given an object, axios leaves out fields that are named
 * `constructor`, `prototype` or `__proto__`, as those of a schema may be.
 */
export function withJsonText<Options extends Pick<IHttpRequestOptions, 'body' | 'headers'>>(
	options: Options,
): Options {
	const { body, headers } = options;
	if (!isRecord(body) || Object.keys(body).length === 0) return options;
	return {
		...options,
		body: JSON.stringify(body),
		headers: { ...headers, 'Content-Type': 'application/json' },
	};
}

/** Time that the service's own answer to a time-out is given to arrive first, in milliseconds. */
export const TIMEOUT_MARGIN_MS = 5_000;

/** The agent routes answer at once: the work goes on after the answer. */
export const AGENT_REQUEST_TIMEOUT_MS = 60_000;
