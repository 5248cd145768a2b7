import type { Failure, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { FieldError } from '../../contract/checks';
import { explain } from '../../messages/explain';
import { ExplainedFailure, type Explanation } from '../../messages/explanation';
import { withoutKey } from '../../messages/withoutKey';
import { apiError } from '../../operation/apiError';
import { isTimeout } from '../../transport/abort';
import { apiKeyOf, CREDENTIAL } from '../../transport/account';
import { ErrorAnswer, RequestFailure, UntrustedConnection } from '../../transport/failure';
import { CredentialUnreadable } from './credential';
import { UnreadableRun } from './runSource';

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
	// Without a credential no key was sent that could be repeated.
	const apiKey = await context.getCredentials(CREDENTIAL).then(apiKeyOf, () => '');
	return withoutKey(explanationOf(error), apiKey);
}

function explanationOf(error: unknown): Explanation {
	if (isTimeout(error)) return OUT_OF_TIME;
	if (error instanceof CredentialUnreadable) return error.explanation;
	if (error instanceof UnreadableRun) return explain(error.failure);
	const explanation = explain(error instanceof Error ? error : new Error(String(error)));
	return explanation.message === '' ? { ...explanation, message: 'The poll failed' } : explanation;
}

const OUT_OF_TIME: Explanation = {
	message: 'The service did not answer in the time that n8n gives a poll',
	description: 'Nothing is lost: the next poll begins where this one did.',
	details: { retryable: true },
};

/**
 * For causes that somebody has to remove, n8n pauses for half an hour. So only what the service itself
 * says, or what was found before a request, is one: whatever else answers may be gone in a minute.
 */
function failureHint(error: unknown): Failure | undefined {
	if (error instanceof CredentialUnreadable) return { cause: 'credential-invalid' };
	if (error instanceof FieldError || error instanceof UntrustedConnection) {
		return { cause: 'configuration-invalid' };
	}
	if (error instanceof ExplainedFailure) {
		const isPassing = error.explanation.details.retryable === true;
		return { cause: isPassing ? 'temporarily-unavailable' : 'configuration-invalid' };
	}
	if (error instanceof ErrorAnswer) return hintOfAnswer(error);
	// What concerns one run alone is given up after some polls, whatever it is.
	const isOfOneRun = error instanceof UnreadableRun;
	if (isOfOneRun || error instanceof RequestFailure || isTimeout(error)) {
		return { cause: 'temporarily-unavailable' };
	}
	return undefined;
}

function hintOfAnswer({ status, retryAfterMs, isFromService }: ErrorAnswer): Failure {
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (status === 429) return { cause: 'rate-limited', ...wait };
	if (!isFromService || status >= 500 || status === 408) {
		return { cause: 'temporarily-unavailable', ...wait };
	}
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 402) return { cause: 'quota-exhausted', ...wait };
	return { cause: 'configuration-invalid' };
}
