import { FieldError, isRecord } from '../contract/checks';
import {
	ConnectionBroken,
	ErrorAnswer,
	ExplainedFailure,
	NotSent,
	RedirectAnswer,
	RequestFailure,
	UntrustedConnection,
	UnusableAnswer,
	type Explanation,
} from './failure';
import { MAX_RETRY_AFTER_MS } from './retry';

/** n8n takes an execution for a stopped one, not for a failed one, by the word "canceled". */
const STOPPED: Explanation = {
	message: 'The execution was canceled',
	description: 'It was stopped before this node had finished.',
	details: {},
};

/**
 * Explains any error of an operation: a field's, a request's, or one that n8n itself threw.
 *
 * @param itemIndex of the input item, if there is one: named where its content is to blame
 */
export function explain(error: unknown, itemIndex?: number): Explanation {
	if (error instanceof FieldError) return explainField(error, itemIndex);
	if (error instanceof RequestFailure) return explainFailure(error);
	if (error instanceof ExplainedFailure) return error.explanation;
	if ((error as Error).name === 'AbortError') return STOPPED;
	const { message, description } = error as Error & { description?: string };
	return { message, description: description ?? '', details: {} };
}

function explainField({ field, rule, value }: FieldError, itemIndex?: number): Explanation {
	const found = value === undefined ? 'nothing' : shortened(JSON.stringify(value));
	return {
		message: `${field} ${rule}${itemIndex === undefined ? '' : ` [item ${itemIndex}]`}`,
		description: `Found: ${found}. No request was sent.`,
		details: { field, rule, ...(itemIndex !== undefined && { itemIndex }) },
	};
}

function shortened(text: string | undefined): string {
	return text === undefined || text.length <= 120 ? String(text) : `${text.slice(0, 120)}…`;
}

/** Explains why a request had no usable answer, in the words of the contract's error tables. */
function explainFailure(failure: RequestFailure): Explanation {
	const explanation = explained(failure);
	const { attempts } = failure;
	const begun = failure.mayHaveBegun;
	return {
		...explanation,
		description: [
			explanation.description,
			attempts > 1 ? `Tried ${attempts} times.` : '',
			begun
				? 'The work may have begun all the same and was therefore not started again: use Get Many to look for the new run before you start another.'
				: '',
		]
			.filter(Boolean)
			.join(' '),
		details: { ...explanation.details, attempts, ...(begun && { mayHaveBegun: true }) },
	};
}

function explained(failure: RequestFailure): Explanation {
	if (failure instanceof ErrorAnswer) return explainRefusal(failure);
	if (failure instanceof NotSent) return explainRefusal(failure.answer);
	if (failure instanceof RedirectAnswer) return explainRedirect(failure);
	if (failure instanceof UntrustedConnection) return explainUntrusted(failure);
	if (failure instanceof ConnectionBroken) return explainConnection(failure);
	const { problem, advice } = failure as UnusableAnswer;
	return { message: problem, description: advice, details: { retryable: false } };
}

function explainRedirect({ location }: RedirectAnswer): Explanation {
	return {
		message: `The service's address redirects${location === undefined ? '' : ` to ${location}`}`,
		description:
			"Redirects are not followed, so that the API key reaches no other host. Enter the final address as Base URL of this node's credential.",
		details: { retryable: false },
	};
}

function explainUntrusted({ code }: UntrustedConnection): Explanation {
	return {
		message: `No secure connection to the service came about (${code})`,
		description:
			"Check that the Base URL of this node's credential begins with the right one of http and https, and that n8n's machine trusts the certificate there.",
		details: { retryable: false },
	};
}

function explainRefusal(failure: ErrorAnswer): Explanation {
	const { row, status, serviceError, details } = failure;
	const wait = failure.retryAfterMs ?? 0;
	const readable = readableDetails(details);
	const description = [
		row ? `${row.cause} ${row.fix}` : 'The service gave no reason that this node knows.',
		wait > MAX_RETRY_AFTER_MS
			? `The service asks to wait ${readableDuration(wait)}, longer than this node waits.`
			: '',
		serviceError && `Service: "${serviceError}".`,
		readable && `Details: ${readable}.`,
	]
		.filter(Boolean)
		.join(' ');
	return {
		message: row?.message ?? `The service reported a failure (status ${status})`,
		description,
		httpCode: String(status),
		details: {
			httpCode: String(status),
			retryable: row?.retryable === 'yes',
			...(serviceError !== undefined && { serviceError }),
			...(details !== undefined && { details }),
			...(wait > 0 && { retryAfterSeconds: Math.ceil(wait / 1000) }),
		},
	};
}

function explainConnection({ code, nothingSent }: ConnectionBroken): Explanation {
	return nothingSent
		? {
				message: 'The service cannot be reached',
				description: `Nothing accepted a connection at the Base URL (${code}). Check the Base URL of this node's credential, and that the service is running and reachable from n8n.`,
				details: { code, retryable: true },
			}
		: {
				message: 'The connection to the service broke before its answer was complete',
				description: `The answer was lost on the way or took too long (${code}). Try again later.`,
				details: { code, retryable: true },
			};
}

/** `details` as a user reads it: "limit: must be at most 100000; url: is required". */
function readableDetails(details: unknown): string {
	if (details === undefined || details === null) return '';
	if (!Array.isArray(details)) {
		return typeof details === 'string' ? details : JSON.stringify(details);
	}
	return details
		.map((entry: unknown) => {
			if (!isRecord(entry) || typeof entry.message !== 'string') return JSON.stringify(entry);
			const path = [entry.path].flat().join('.');
			return path === '' ? entry.message : `${path}: ${entry.message}`;
		})
		.join('; ');
}

function readableDuration(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** Anything shorter is no key but a slip of the pen, and would be found inside ordinary words. */
const MIN_KEY_LENGTH = 4;

/** The same without the key, in case an answer repeats it. */
export function withoutKey<T>(value: T, apiKey: string): T {
	if (apiKey.length < MIN_KEY_LENGTH) return value;
	if (typeof value === 'string') return value.replaceAll(apiKey, '***') as T;
	if (Array.isArray(value)) return value.map((entry) => withoutKey<unknown>(entry, apiKey)) as T;
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).map(([name, entry]) => [
		withoutKey(name, apiKey),
		withoutKey(entry, apiKey),
	]);
	return Object.fromEntries(entries) as T;
}
