import type { IncomingMessage } from 'node:http';

import type { Dialect } from './dialect.ts';

/** The raw body; undefined when it is larger than allowed. Reads to the end in any case. */
export async function receiveBody(
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

/**
 * The body as the routes take it; undefined without one, or when it is not to be read as JSON.
 * Throws an error answer if it is too large or not JSON.
 */
export function parseBody(
	raw: Buffer | undefined,
	contentType: string | undefined,
	dialect: Dialect,
): unknown {
	if (!raw) throw dialect.tooLarge();
	if (raw.length === 0 || !dialect.readsAsJson(contentType ?? '')) return undefined;
	try {
		return JSON.parse(raw.toString()) as unknown;
	} catch {
		throw dialect.invalidJson();
	}
}
