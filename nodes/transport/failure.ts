import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import { findErrorRow, type ErrorRow } from '../contract/errorTable';
import { retryAfterInText, retryAfterMs } from './retryAfter';

/**
 * Whether a request can be repeated after its answer was lost. `billedStart` is work that would be
 * begun, and paid, twice.
 */
export type Repeatable = 'harmless' | 'billedStart';

/** What a user is told of a failure: in the error panel, or as an item under Continue On Fail. */
export interface Explanation {
	/** What happened. */
	message: string;
	/** Why, and what to do. */
	description: string;
	httpCode?: string;
	/** Facts for the branches of a workflow. */
	details: IDataObject;
}

/** Why a request had no usable answer. */
export abstract class RequestFailure extends Error {
	/** How often the request was sent, the failing one included. */
	attempts = 1;

	/** What it would mean to send it again. */
	repeatable: Repeatable = 'harmless';

	/** Whether the service may have done what was asked of it, although no answer says so. */
	abstract readonly mayBeDone: boolean;
}

/** An operation that failed for a reason of its own, although its requests were answered. */
export class ExplainedFailure extends Error {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
	}
}

/** The service answered, but not with success. */
export class RefusedByService extends RequestFailure {
	readonly row: ErrorRow | undefined;

	/** The service's own `error` string. */
	readonly serviceError: string | undefined;

	/** Structured validation errors and the like, whatever the service adds. */
	readonly details: unknown;

	/** Milliseconds that the service asks to wait before the next request. */
	readonly retryAfterMs: number | undefined;

	/** Whether the service itself answers, and not a gateway before it (contract, "Error body"). */
	readonly isFromService: boolean;

	constructor(
		readonly status: number,
		headers: Record<string, unknown>,
		body: unknown,
	) {
		const fields = isRecord(body) ? body : {};
		super(`Status ${status}`);
		this.serviceError = typeof fields.error === 'string' ? fields.error : undefined;
		this.isFromService = fields.success === false && this.serviceError !== undefined;
		this.details = fields.details;
		this.row = findErrorRow(status, this.serviceError);
		this.retryAfterMs =
			retryAfterMs(headers['retry-after'], Date.now()) ?? retryAfterInText(this.serviceError);
	}

	/** A proxy may have given up on a service that goes on. */
	get mayBeDone(): boolean {
		return this.status >= 500 && !this.isFromService;
	}
}

/** The service answered with success, but with something that is not what the contract promises. */
export class UnusableAnswer extends RequestFailure {
	readonly mayBeDone: boolean = true;

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
export class Redirected extends UnusableAnswer {
	override readonly mayBeDone = false;

	constructor(location: unknown) {
		super(
			`The service's address redirects${typeof location === 'string' ? ` to ${location}` : ''}`,
			"Redirects are not followed, so that the API key reaches no other host. Enter the final address as Base URL of this node's credential.",
		);
	}
}

/** Who answers cannot be trusted, so that nothing has been sent. */
export class Untrusted extends UnusableAnswer {
	override readonly mayBeDone = false;

	constructor(code: string) {
		super(
			`No secure connection to the service came about (${code})`,
			"Check that the Base URL of this node's credential begins with the right one of http and https, and that n8n's machine trusts the certificate there.",
		);
	}
}

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
