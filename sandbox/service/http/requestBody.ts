import type { IncomingMessage } from 'node:http';

import { ServiceError } from './serviceError.ts';

/** The raw body; undefined when it is larger than allowed. Reads to the end in any case. */
export async function readBody(
	request: IncomingMessage,
	maxBytes: number,
): Promise<Buffer | undefined> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of request as AsyncIterable<Buffer>) {
		size += piece.length;
		if (size <= maxBytes) pieces.push(piece);
	}
	return size > maxBytes ? undefined : Buffer.concat(pieces);
}

/** The body as the request log shows it: parsed if it is JSON, else its text. */
export function bodyForLog(raw: Buffer | undefined): unknown {
	if (!raw || raw.length === 0) return undefined;
	try {
		return JSON.parse(raw.toString()) as unknown;
	} catch {
		return raw.toString();
	}
}

/** The body as the routes take it. Throws 413 if too large, 400 if it is not JSON. */
export function parseBody(raw: Buffer | undefined): unknown {
	if (!raw) throw new ServiceError(413, 'Payload Too Large');
	if (raw.length === 0) return undefined;
	try {
		return JSON.parse(raw.toString()) as unknown;
	} catch {
		throw new ServiceError(400, 'Bad Request', {
			details: [{ path: [], message: 'The body is not valid JSON', code: 'invalid_json' }],
			code: 'BAD_REQUEST_INVALID_JSON',
		});
	}
}
