import { lookup } from 'node:dns';
import type { Agent } from 'node:https';
import { gunzipSync } from 'node:zlib';

import axios, { type AxiosResponse } from 'axios';

/** What was found at an address, redirects followed. */
export interface FetchedPage {
	/** The address that answered in the end. */
	url: string;
	contentType: string;
	text: string;
}

/** Addresses of websites by the host names that stand for them. */
export type Hosts = Readonly<Record<string, string>>;

const MAX_BYTES = 60 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/**
 * Reads an address; undefined when there is nothing to read (unreachable, not 2xx, too large).
 * Gzipped files, as sitemaps often are, are unpacked. Throws only when aborted.
 */
export async function fetchPage(
	url: string,
	hosts: Hosts,
	signal: AbortSignal,
): Promise<FetchedPage | undefined> {
	try {
		const { response, address } = await follow(
			url,
			{ hosts, maxRedirects: MAX_REDIRECTS },
			{
				signal,
				headers: { 'user-agent': USER_AGENT },
				validateStatus: (status) => status >= 200 && status < 400,
			},
		);
		if (response.status >= 300) return undefined;
		const bytes = Buffer.from(response.data);
		const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
		return {
			url: address,
			contentType: String(response.headers['content-type'] ?? ''),
			text: (isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString(),
		};
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

export const USER_AGENT = 'WebDataSandbox';

export interface FollowOptions {
	signal: AbortSignal;
	headers: Record<string, string>;
	/** Whether an answer of this status is one; of any other, it throws. */
	validateStatus: (status: number) => boolean;
	httpsAgent?: Agent;
}

/**
 * Asks for an address and follows redirects itself, so that each is looked up among the hosts that
 * stand for others.
 */
export async function follow(
	url: string,
	{ hosts, maxRedirects }: { hosts: Hosts; maxRedirects: number },
	config: FollowOptions,
): Promise<{ response: AxiosResponse<Buffer>; address: string }> {
	let address = url;
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		const { host, hostname } = new URL(address);
		const standIn = hosts[hostname];
		const place = standIn === undefined ? address : atHost(address, standIn);
		const response = await axios.get<Buffer>(place, {
			...config,
			responseType: 'arraybuffer',
			maxRedirects: 0,
			maxContentLength: MAX_BYTES,
			headers: { ...config.headers, host },
			lookup: lookupLoopback,
			...(isLoopback(new URL(place).hostname) ? { proxy: false } : {}),
		});
		const location: unknown = response.headers['location'];
		const isRedirect = response.status >= 300 && response.status < 400;
		if (!isRedirect || typeof location !== 'string') return { response, address };
		address = new URL(location, address).href;
	}
	throw new Error(`${url} redirects to nowhere`);
}

function atHost(address: string, standIn: string): string {
	const { pathname, search } = new URL(address);
	return new URL(pathname + search, standIn).href;
}

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
