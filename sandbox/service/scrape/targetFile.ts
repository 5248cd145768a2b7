import { Agent } from 'node:https';

import axios from 'axios';

import type { ServiceError } from '../http/serviceError.ts';
import { follow, type Hosts } from '../map/fetchPage.ts';
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
	{ hosts, signal }: { hosts: Hosts; signal: AbortSignal },
): Promise<TargetFile> {
	const config = {
		signal,
		validateStatus: () => true,
		headers: {
			'user-agent': options.mobile ? PHONE : BROWSER,
			accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
			...acceptLanguage(options.location?.languages),
			...options.headers,
		},
		httpsAgent: skipsTlsVerification(options) ? trusting : careful,
	};
	try {
		const limits = { hosts, maxRedirects: MAX_REDIRECTS };
		const { response, address } = await follow(url, limits, config);
		return {
			url: address,
			statusCode: response.status,
			contentType: String(response.headers['content-type'] ?? 'text/html'),
			bytes: Buffer.from(response.data),
		};
	} catch (error) {
		signal.throwIfAborted();
		throw failureOf(error, url);
	}
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
