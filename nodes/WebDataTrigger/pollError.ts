import type { Failure, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { FieldError } from '../contract/checks';
import { apiKeyOf, CREDENTIAL } from '../transport/account';
import { apiError } from '../transport/apiError';
import { explain, withoutKey } from '../transport/explain';
import type { Explanation } from '../transport/failure';
import {
	ConnectionBroken,
	ErrorAnswer,
	ExplainedFailure,
	NotSent,
	RedirectAnswer,
	UntrustedConnection,
	UnusableAnswer,
} from '../transport/failure';

/**
 * The error of a failed poll, with the hint by which n8n decides when to poll again (engine facts,
 * "Polling triggers"). Older versions of n8n do not look at it.
 */
export async function pollError(context: IPollFunctions, error: unknown): Promise<NodeApiError> {
	const thrown = apiError(context.getNode(), await explainPoll(context, error));
	const failure = failureHint(error);
	if (failure) thrown.failure = failure;
	return thrown;
}

/** What a user is told of a failure in a poll. */
export async function explainPoll(context: IPollFunctions, error: unknown): Promise<Explanation> {
	const apiKey = apiKeyOf(await context.getCredentials(CREDENTIAL));
	const explanation = isOutOfTime(error) ? OUT_OF_TIME : explain(error);
	return withoutKey(explanation, apiKey);
}

const OUT_OF_TIME: Explanation = {
	message: 'The service did not answer in the time that n8n gives a poll',
	description: 'Nothing is lost: the next poll begins where this one did.',
	details: { retryable: true },
};

/** Whether the signal that ends a poll has broken off what it was waiting for. */
function isOutOfTime(error: unknown): boolean {
	return error instanceof Error && error.name === 'TimeoutError';
}

function failureHint(error: unknown): Failure | undefined {
	if (
		error instanceof FieldError ||
		error instanceof ExplainedFailure ||
		error instanceof RedirectAnswer ||
		error instanceof UntrustedConnection ||
		error instanceof UnusableAnswer
	) {
		return { cause: 'configuration-invalid' };
	}
	if (error instanceof ConnectionBroken || isOutOfTime(error)) {
		return { cause: 'temporarily-unavailable' };
	}
	const answer = error instanceof NotSent ? error.answer : error;
	if (!(answer instanceof ErrorAnswer)) return undefined;
	const { status, retryAfterMs } = answer;
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 402) return { cause: 'quota-exhausted', ...wait };
	if (status === 429) return { cause: 'rate-limited', ...wait };
	return status >= 500 || status === 408
		? { cause: 'temporarily-unavailable', ...wait }
		: { cause: 'configuration-invalid' };
}
