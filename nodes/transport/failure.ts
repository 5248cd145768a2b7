import { isRecord } from '../contract/checks';
import { certainlyNotBegun } from '../contract/notBegun';
import { findErrorRow, type ErrorRow } from '../contract/errorRow';
import { boundedCopy, boundedText } from './bounded';
import { retryAfterInText, retryAfterMs } from './retryAfter';

/**
 * What it means to send a request again whose answer was lost. `billedStart`: work would begin, and be
 * paid, twice. `costsAgain`: a small price would be paid twice.
 */
export type Repeatable = 'harmless' | 'costsAgain' | 'billedStart';

/** Why a request had no usable answer. Each belongs to one request alone. */
export abstract class RequestFailure extends Error {
	/** How often the request was sent, the failing one included. */
	attempts = 1;

	/** What it would mean to send it again. */
	repeatable: Repeatable = 'harmless';

	/** For billed work: how a user finds what may have begun. */
	howToLook?: string;

	/** Whether the service may have done what was asked of it, although no answer says so. */
	abstract readonly mayBeDone: boolean;

	/** Whether billed work may be under way at the service, although no answer says so. */
	get mayHaveBegun(): boolean {
		return this.repeatable === 'billedStart' && this.mayBeDone;
	}
}

/** The service, or something before it, answered, but not with success. */
export class ErrorAnswer extends RequestFailure {
	readonly row: ErrorRow | undefined;

	/** The body's `code`, by which the service tells errors of one status apart. */
	readonly code: string | undefined;

	/** The service's own `error` string, bounded. */
	readonly serviceError: string | undefined;

	/** Structured validation errors and the like, whatever the service adds, bounded. */
	readonly details: unknown;

	/** Milliseconds that the service asks to wait before the next request. */
	readonly retryAfterMs: number | undefined;

	/** Whether the service itself answered. A proxy before it has errors of its own, JSON ones too. */
	readonly isFromService: boolean;

	constructor(
		readonly status: number,
		headers: Record<string, unknown>,
		body: unknown,
	) {
		super(`Status ${status}`);
		const fields = isRecord(body) ? body : {};
		this.serviceError = boundedText(fields.error);
		this.code = boundedText(fields.code);
		this.details = boundedCopy(fields.details);
		this.isFromService = fields.success === false && this.serviceError !== undefined;
		this.row = findErrorRow(status, this.serviceError, this.code);
		this.retryAfterMs =
			retryAfterMs(headers['retry-after'], Date.now()) || retryAfterInText(this.serviceError);
	}

	get mayBeDone(): boolean {
		return !certainlyNotBegun(this);
	}
}

/** The service answered with success, but with something that is not what the contract promises. */
export class UnusableAnswer extends RequestFailure {
	readonly mayBeDone = true;

	/** @param problem what is wrong, as a sentence for the user */
	constructor(
		readonly problem: string,
		readonly advice: string,
		/** Whether the answer had to be broken off for its size, as it will have to be again. */
		readonly isTooLarge = false,
	) {
		super(problem);
	}
}

/** The address of the service leads elsewhere, so that nothing has been done. */
export class RedirectAnswer extends RequestFailure {
	readonly mayBeDone = false;

	/** @param location as the header gives it */
	constructor(readonly location: string | undefined) {
		super('Redirected');
	}
}

/** Who answers cannot be trusted, so that nothing has been sent. */
export class UntrustedConnection extends RequestFailure {
	readonly mayBeDone = false;

	/** @param code OpenSSL's or Node's */
	constructor(readonly code: string) {
		super(`No secure connection (${code})`);
	}
}

/** Code of a connection that this node has closed itself, because its execution ended. */
export const CUT_SHORT = 'ERR_CANCELED';

/** No complete answer arrived. */
export class ConnectionBroken extends RequestFailure {
	constructor(
		/** Node's or axios's code, such as ECONNREFUSED. */
		readonly code: string,
		/** Whether the connection never came about, so that the service cannot have begun anything. */
		readonly nothingSent: boolean,
	) {
		super(`Connection broken (${code})`);
	}

	get mayBeDone(): boolean {
		return !this.nothingSent;
	}
}

/** The request was not sent, or not once more: the service has refused others of the same kind. */
export class NotSent extends RequestFailure {
	readonly mayBeDone = false;

	override attempts = 0;

	/** @param answer what the service said to the others */
	constructor(readonly answer: ErrorAnswer) {
		super('Not sent');
	}
}
