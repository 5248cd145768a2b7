import type { INodeCredentialTestResult } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import type { Account } from '../../transport/account';
import { withoutKey } from '../../messages/withoutKey';

/** An answer to a probe, as n8n's request helper gives it. */
export interface ProbeAnswer {
	statusCode: number;
	headers?: Record<string, unknown>;
	/** Parsed where it is JSON. */
	body: unknown;
	/** Node's ClientRequest; n8n does not promise it. */
	request?: unknown;
}

/** What an answer proves of the key, where it proves anything. */
export function proofIn({ statusCode, body }: ProbeAnswer): INodeCredentialTestResult | undefined {
	if (!isFromService(body) || statusCode >= 500) return undefined;
	switch (statusCode) {
		case 401:
			return failure('The service rejected the API key. Copy it anew from its dashboard.');
		case 402:
			return accepted('The account has no credits left.');
		case 403:
		case 404:
		case 405:
		case 429:
			return undefined;
		default:
			return accepted();
	}
}

/**
 * What an answer without proof tells about what is in the way; undefined for a route that does not
 * exist there, or an answer of something else than the service.
 */
export function troubleIn(
	{ statusCode, headers, body, request }: ProbeAnswer,
	{ baseURL, apiKey }: Account,
): INodeCredentialTestResult | undefined {
	if (isFromService(body)) {
		if (statusCode === 403) {
			const reason = typeof body.error === 'string' ? withoutKey(body.error, apiKey) : 'Forbidden';
			return failure(`The service knows the API key, but denies it access: "${reason}"`);
		}
		// The service counts requests by team, so that it knows whose key this is.
		if (statusCode === 429) return accepted('Its rate limit is used up for the moment.');
		return statusCode >= 500
			? failure(`The service answered, but is failing (status ${statusCode}). Try again later.`)
			: undefined;
	}
	if (statusCode === 407) {
		return failure(
			`The proxy through which n8n reaches ${baseURL} demands a login of its own (status 407). Put its user and password into n8n's HTTP_PROXY or HTTPS_PROXY.`,
		);
	}
	if (statusCode === 403) {
		const who = passedProxy(request, baseURL)
			? 'The proxy that n8n is set to use (HTTP_PROXY or HTTPS_PROXY)'
			: 'Something before the service, such as a proxy or a firewall,';
		return failure(`${who} refuses requests to ${baseURL} (status 403).`);
	}
	if (statusCode === 429) {
		return failure(
			`Something before the service at ${baseURL} limits requests (status 429). Try again in a minute.`,
		);
	}
	const { location } = headers ?? {};
	if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
		const [target] = location.split(/[?#]/);
		return failure(`${baseURL} redirects to ${target}. Enter the final address as Base URL.`);
	}
	return undefined;
}

export function failure(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

function accepted(more?: string): INodeCredentialTestResult {
	const message = ['The service accepted the API key.', more].filter(Boolean).join(' ');
	return { status: 'OK', message };
}

/** All of the service's own answers say so (contract, "Errors"). */
function isFromService(body: unknown): body is Record<string, unknown> {
	return isRecord(body) && typeof body.success === 'boolean';
}

/**
 * Whether a request went to a proxy, by its traces: over http a proxy is asked for a whole address;
 * over https an answer that came without encryption is the proxy's own.
 */
function passedProxy(request: unknown, baseURL: string): boolean {
	if (!isRecord(request)) return false;
	const { path, socket } = request;
	return /^https:/i.test(baseURL)
		? isRecord(socket) && socket.encrypted !== true
		: typeof path === 'string' && /^http:/i.test(path);
}
