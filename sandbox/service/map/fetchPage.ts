import { lookup } from 'node:dns';
import { gunzipSync } from 'node:zlib';

import axios from 'axios';

/** What was found at an address, redirects followed. */
export interface FetchedPage {
	/** The address that answered in the end. */
	url: string;
	contentType: string;
	text: string;
}

const MAX_BYTES = 60 * 1024 * 1024;

/**
 * Reads an address; undefined when there is nothing to read (unreachable, not 2xx, too large).
 * Gzipped files, as sitemaps often are, are unpacked. Throws only when aborted.
 */
export async function fetchPage(
	url: string,
	signal: AbortSignal,
): Promise<FetchedPage | undefined> {
	try {
		const response = await axios.get<Buffer>(url, {
			signal,
			responseType: 'arraybuffer',
			maxRedirects: 5,
			maxContentLength: MAX_BYTES,
			headers: { 'user-agent': USER_AGENT },
			lookup: lookupLoopback,
			...(isLoopback(new URL(url).hostname) ? { proxy: false } : {}),
		});
		const bytes = Buffer.from(response.data);
		const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
		const request = response.request as { res?: { responseUrl?: string } } | undefined;
		return {
			url: request?.res?.responseUrl ?? url,
			contentType: String(response.headers['content-type'] ?? ''),
			text: (isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString(),
		};
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

export const USER_AGENT = 'WebDataSandbox';

export function isLoopback(hostname: string): boolean {
	return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}

type Found = (error: Error | null, address: string, family?: 4 | 6) => void;

/** Names under localhost are this machine (RFC 6761), though not every resolver knows them. */
export function lookupLoopback(hostname: string, _options: object, found: Found): void {
	if (isLoopback(hostname)) {
		found(null, '127.0.0.1', 4);
		return;
	}
	lookup(hostname, (error, address, family) => found(error, address, family === 6 ? 6 : 4));
}
