import type { ServerResponse } from 'node:http';

/** An HTTP answer as data, so that it can be logged, replaced and distorted before it is sent. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	json?: unknown;
	/** Sent as it is, in place of `json`. */
	body?: string | Buffer;
}

export function answerHeaders(answer: Answer): Record<string, string> {
	return {
		...(answer.json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
		...lowerCaseNames(answer.headers ?? {}),
	};
}

export function answerBody(answer: Answer): Buffer {
	if (answer.body !== undefined) return Buffer.from(answer.body);
	return Buffer.from(answer.json === undefined ? '' : JSON.stringify(answer.json));
}

export function sendAnswer(response: ServerResponse, answer: Answer): void {
	const body = answerBody(answer);
	response.writeHead(answer.status, {
		...answerHeaders(answer),
		'content-length': String(body.length),
	});
	response.end(body);
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
}
