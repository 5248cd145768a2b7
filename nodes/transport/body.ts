import type { IHttpRequestOptions } from 'n8n-workflow';

/**
 * A request whose body is JSON text already. Given an object, axios leaves out fields that are named
 * `constructor`, `prototype` or `__proto__`, as those of a schema may be. A form is left as it is.
 */
export function withJsonText<Options extends Pick<IHttpRequestOptions, 'body' | 'headers'>>(
	options: Options,
): Options {
	const { body, headers } = options;
	if (!isPlainObject(body) || Object.keys(body).length === 0) return options;
	return {
		...options,
		body: JSON.stringify(body),
		headers: { ...headers, 'Content-Type': 'application/json' },
	};
}

function isPlainObject(body: unknown): body is object {
	return (
		typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
	);
}
