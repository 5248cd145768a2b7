import { Agent } from 'node:https';

import axios, { type AxiosResponse } from 'axios';

import type { ServiceError } from '../http/serviceError.ts';
import { isLoopback, lookupLoopback } from '../map/fetchPage.ts';
import { allEnginesFailed, badCertificate, noSuchHost, unsupportedFile } from './failures.ts';
import type { ScrapeOptions } from './scrapeRequest.ts';

/** A file as a website gave it. */
export interface TargetFile {
	/** Where it came from in the end, redirects followed. */
	url: string;
	statusCode: number;
	contentType: string;
	bytes: Buffer;
}

const MAX_BYTES = 60 * 1024 * 1024;
const MAX_REDIRECTS = 20;

const BROWSER =
	'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PHONE =
	'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const trusting = new Agent({ rejectUnauthorized: false });
const careful = new Agent();

/**
 * Fetches an address as a scrape does. Throws `ServiceError` when nothing comes that could be a
 * page; any status of the website is an answer. `signal` ends it at once.
 */
export async function fetchTarget(
	url: string,
	options: ScrapeOptions,
	signal: AbortSignal,
): Promise<TargetFile> {
	let response: AxiosResponse<Buffer>;
	try {
		response = await axios.get<Buffer>(url, {
			signal,
			responseType: 'arraybuffer',
			maxRedirects: MAX_REDIRECTS,
			maxContentLength: MAX_BYTES,
			validateStatus: () => true,
			headers: {
				'user-agent': options.mobile ? PHONE : BROWSER,
				accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
				...acceptLanguage(options.location?.languages),
				...options.headers,
			},
			lookup: lookupLoopback,
			httpsAgent: skipsTlsVerification(options) ? trusting : careful,
			...(isLoopback(new URL(url).hostname) ? { proxy: false } : {}),
		});
	} catch (error) {
		signal.throwIfAborted();
		throw failureOf(error, url);
	}
	const request = response.request as { res?: { responseUrl?: string } } | undefined;
	const bytes = Buffer.from(response.data);
	if (bytes.length === 0) throw allEnginesFailed('fetch');
	return {
		url: request?.res?.responseUrl ?? url,
		statusCode: response.status,
		contentType: String(response.headers['content-type'] ?? 'text/html'),
		bytes,
	};
}

/** Own headers and actions make the service careful (section A1). */
function skipsTlsVerification(options: ScrapeOptions): boolean {
	return options.skipTlsVerification ?? !(options.headers ?? options.actions);
}

function acceptLanguage(languages: string[] | undefined): Record<string, string> {
	return languages?.length ? { 'accept-language': languages.join(',') } : {};
}

function failureOf(error: unknown, url: string): ServiceError {
	const code = axios.isAxiosError(error) ? (error.code ?? '') : '';
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return noSuchHost(new URL(url).hostname);
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return badCertificate();
	return allEnginesFailed('fetch');
}

/** The text of a file, in the encoding that its type names. */
export function textOf({ bytes, contentType }: Pick<TargetFile, 'bytes' | 'contentType'>): string {
	const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		throw unsupportedFile(contentType);
	}
}
