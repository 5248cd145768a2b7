import { isRecord } from '../contract/checks';
import { isPlanFull } from '../contract/errorRow';
import {
	ConnectionBroken,
	CUT_SHORT,
	ErrorAnswer,
	NotSent,
	RedirectAnswer,
	UntrustedConnection,
	UnusableAnswer,
	type RequestFailure,
} from '../transport/failure';
import { MAX_RETRY_AFTER_MS } from '../transport/retry';
import { textOfError } from './errorTexts';
import { STOPPED, type Explanation } from './explanation';
import { sentence, shortened } from './sentence';

const CHECK_BASE_URL = "Check the Base URL of this node's credential.";

/** Longest part of an answer that an error shows, in characters. */
const MAX_SHOWN = 2_000;

/** Explains why a request had no usable answer, and what that means for work that it was to begin. */
export function explainRequestFailure(failure: RequestFailure): Explanation {
	const explanation = explained(failure);
	const { attempts, mayHaveBegun, howToLook } = failure;
	return {
		...explanation,
		description: [
			explanation.description,
			attempts > 1 ? `Tried ${attempts} times.` : '',
			mayHaveBegun
				? `The work may have begun all the same and was therefore not started again. ${howToLook ?? ''} Running this node again, also by n8n's Retry, may pay for it twice.`
				: '',
		]
			.filter(Boolean)
			.join(' '),
		details: { ...explanation.details, attempts, ...(mayHaveBegun && { mayHaveBegun: true }) },
	};
}

function explained(failure: RequestFailure): Explanation {
	if (failure instanceof ErrorAnswer) return explainErrorAnswer(failure);
	if (failure instanceof ConnectionBroken) return explainConnection(failure);
	if (failure instanceof NotSent) return explainUnsent(failure);
	if (failure instanceof RedirectAnswer) return explainRedirect(failure);
	if (failure instanceof UntrustedConnection) return explainUntrusted(failure);
	const { problem, advice } = failure as UnusableAnswer;
	return { message: problem, description: advice, details: { retryable: false } };
}

function explainErrorAnswer(failure: ErrorAnswer): Explanation {
	const { status, code, serviceError, details, isFromService } = failure;
	const { message, cause, fix } = textOfError(failure);
	const pause = failure.retryAfterMs ?? 0;
	const readable = readableDetails(details);
	const said = [
		serviceError !== undefined && sentence(`Service: "${shortened(serviceError, MAX_SHOWN)}"`),
		readable && sentence(`Details: ${readable}`),
	];
	const advice = [
		!isFromService &&
			'The answer has not the form of the service: something before it may have answered, such as a proxy or a firewall.',
		cause,
		fix,
		pause > MAX_RETRY_AFTER_MS &&
			`The service asks to wait ${readableDuration(pause)}, longer than this node waits.`,
	];
	return {
		message,
		// The service's own words lead where they say more than the error tables know.
		description: (saysMore(failure) ? [...said, ...advice] : [...advice, ...said])
			.filter(Boolean)
			.join(' '),
		httpCode: String(status),
		details: {
			httpCode: String(status),
			retryable: failure.row?.retryable === 'yes',
			...(code !== undefined && { code }),
			...(serviceError !== undefined && { serviceError }),
			...(details !== undefined && { details }),
			...(pause > 0 && { retryAfterSeconds: Math.ceil(pause / 1000) }),
		},
	};
}

/** Whether the service has told something of its own, and not the mere name of the error. */
function saysMore({ serviceError = '', row }: ErrorAnswer): boolean {
	return row?.error.toLowerCase() !== serviceError.trim().toLowerCase();
}

function explainConnection({ code, nothingSent }: ConnectionBroken): Explanation {
	if (code === CUT_SHORT) return STOPPED;
	return nothingSent
		? {
				message: 'The service cannot be reached',
				description: `Nothing accepted a connection at the Base URL, or at the proxy that n8n uses (${code}). ${CHECK_BASE_URL} Check also that the service is running and reachable from n8n.`,
				details: { code, retryable: true },
			}
		: {
				message: 'The connection to the service broke before its answer was complete',
				description: `The answer was lost on the way or took too long (${code}). Try again later.`,
				details: { code, retryable: true },
			};
}

function explainUnsent({ answer: { retryAfterMs = 0, row } }: NotSent): Explanation {
	if (isPlanFull(row)) return UNSENT_TO_FULL_PLAN;
	return {
		message: 'The request was not sent, because the service allows no more for a while',
		description: `To another request of this account the service answered that it wants a pause of ${readableDuration(retryAfterMs)}, longer than this node waits. Try again after that.`,
		details: { retryable: true, retryAfterSeconds: Math.ceil(retryAfterMs / 1000) },
	};
}

const UNSENT_TO_FULL_PLAN: Explanation = {
	message: 'The request was not sent, because the plan allows no more work at the same time',
	description:
		'The service refused another request of this account for that reason, and no room came while this one waited. Try again when other work of the account has ended.',
	details: { retryable: true },
};

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
		details: { code, retryable: false },
	};
}

/** `details` as a user reads it: "limit: must be at most 100000; url: is required". */
function readableDetails(details: unknown): string {
	if (details === undefined || details === null) return '';
	const entries = Array.isArray(details) ? details : [details];
	return shortened(entries.map(readableDetail).join('; '), MAX_SHOWN);
}

function readableDetail(entry: unknown): string {
	if (typeof entry === 'string') return entry;
	if (!isRecord(entry) || typeof entry.message !== 'string') return JSON.stringify(entry);
	const path = (Array.isArray(entry.path) ? entry.path : [entry.path ?? '']).map(String).join('.');
	const keys = Array.isArray(entry.keys) ? ` (${entry.keys.join(', ')})` : '';
	return `${path === '' ? '' : `${path}: `}${entry.message}${keys}`;
}

function readableDuration(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
