import { NodeApiError } from 'n8n-workflow';

import { ConnectionBroken, RequestFailure, UntrustedConnection } from './failure';

/** System calls that come before the first byte of a request is sent. */
const BEFORE_SENDING = new Set<unknown>(['connect', 'getaddrinfo']);

/** Codes of errors that come only before the first byte of a request is sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** Codes of errors between the connection and the first byte of a request: OpenSSL's and Node's. */
const UNTRUSTED =
	/^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/**
 * What n8n threw in place of an answer. It wraps what axios throws, with the cause kept; codes are
 * those of Node and axios.
 *
 * @throws the error itself where it tells of no failure of the network
 */
export function requestFailure(error: unknown): RequestFailure {
	if (error instanceof RequestFailure) return error;
	const causes = causesOf(error);
	const codes = causes.map((cause) => ('code' in cause ? cause.code : undefined));
	const code = codes.find((candidate) => typeof candidate === 'string') ?? codeInN8n1(error);
	// Not a failure of the network: n8n itself refused to send, as for a host that is not allowed.
	if (code === undefined) throw error;
	if (UNTRUSTED.test(code)) return new UntrustedConnection(code);
	return new ConnectionBroken(code, NOT_SENT.has(code) || causes.some(isBeforeSending));
}

function causesOf(error: unknown): Error[] {
	const causes: Error[] = [];
	for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
	return causes;
}

/** It drops the cause and keeps its code where other errors have their status. */
function codeInN8n1(error: unknown): string | undefined {
	const code = error instanceof NodeApiError ? (error.httpCode ?? '') : '';
	return /^[A-Z]/.test(code) ? code : undefined;
}

/** Several addresses of a host that were tried in vain come as one error. */
function isBeforeSending(cause: Error): boolean {
	return (
		cause instanceof AggregateError || ('syscall' in cause && BEFORE_SENDING.has(cause.syscall))
	);
}
