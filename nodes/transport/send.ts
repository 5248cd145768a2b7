import { NodeApiError } from 'n8n-workflow';

import {
	ConnectionBroken,
	RefusedByService,
	RequestFailure,
	Untrusted,
	type Repeatable,
} from './failure';
import type { Gate, Slots } from './gate';
import { MAX_RETRY_AFTER_MS, retryDelayMs } from './retry';
import { wait } from './wait';

export interface SendOptions {
	gate: Gate;
	slots: Slots;
	maxAttempts: number;
	repeatable: Repeatable;
	signal?: AbortSignal;
	/** When it is too late for another attempt, Unix milliseconds; never where left out. */
	until?: number;
}

/**
 * Sends a request through its gate, and again as long as the contract's error table says that this
 * can help.
 *
 * @param request sends it once; called anew for each attempt
 * @throws RequestFailure when there was no usable answer, with the number of attempts; also unsent,
 * when the service asks others of its gate for a wait that is too long
 * @throws the signal's reason as soon as the execution is cancelled
 */
export async function send<T>(request: () => Promise<T>, options: SendOptions): Promise<T> {
	const { gate, slots, maxAttempts, repeatable, signal, until = Infinity } = options;
	for (let attempt = 1; ; attempt++) {
		let delay: number;
		await gate.enter(slots, attempt > 1, signal);
		try {
			const answer = await request();
			gate.accepted();
			return answer;
		} catch (error) {
			signal?.throwIfAborted();
			const failure = failureOf(error);
			failure.attempts = attempt;
			failure.repeatable = repeatable;
			const retryDelay = retryDelayMs(failure, attempt, maxAttempts, repeatable);
			const isRefusal = failure instanceof RefusedByService && failure.status === 429;
			if (isRefusal) {
				const closedFor = retryDelay ?? failure.retryAfterMs ?? 0;
				if (closedFor > MAX_RETRY_AFTER_MS) gate.turnAway(failure);
				else gate.refused(closedFor);
			}
			if (retryDelay === undefined || Date.now() + retryDelay >= until) throw failure;
			// A refused request waits at the gate, first in line; elsewhere others would overtake it.
			delay = isRefusal ? 0 : retryDelay;
		} finally {
			void gate.leave(slots);
		}
		await wait(delay, signal);
	}
}

/** Codes of errors that come before the first byte of a request is sent. */
const NOT_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'EHOSTDOWN',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
]);

/** Codes of errors between the connection and the first byte of a request: OpenSSL's and Node's. */
const UNTRUSTED =
	/^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** n8n wraps what axios throws, with the cause kept; codes are those of Node and axios. */
function failureOf(error: unknown): RequestFailure {
	if (error instanceof RequestFailure) return error;
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') {
			return failedBy(cause.code, 'syscall' in cause && cause.syscall === 'connect');
		}
	}
	// n8n 1 drops the cause and keeps its code where other errors have their status.
	const code = error instanceof NodeApiError ? (error.httpCode ?? '') : '';
	if (/^[A-Z]/.test(code)) return failedBy(code, false);
	// Not a failure of the network: n8n itself refused to send, as for a host that is not allowed.
	throw error;
}

function failedBy(code: string, duringConnect: boolean): RequestFailure {
	return UNTRUSTED.test(code)
		? new Untrusted(code)
		: new ConnectionBroken(code, duringConnect || NOT_SENT.has(code));
}
