import type { Failure, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { FieldError } from '../contract/checks';
import { CREDENTIAL } from '../transport/account';
import { apiError } from '../transport/apiError';
import { explain, withoutKey } from '../transport/explain';
import { ConnectionBroken, RefusedByService } from '../transport/failure';

/**
 * The error of a failed poll, with the hint by which n8n decides when to poll again (engine facts,
 * "Polling triggers"). Older versions of n8n do not look at it.
 */
export async function pollError(context: IPollFunctions, error: unknown): Promise<NodeApiError> {
	const { apiKey } = await context.getCredentials(CREDENTIAL);
	const explanation = withoutKey(explain(error), typeof apiKey === 'string' ? apiKey : '');
	const thrown = apiError(context.getNode(), explanation);
	const failure = failureHint(error);
	if (failure) thrown.failure = failure;
	return thrown;
}

function failureHint(error: unknown): Failure | undefined {
	if (error instanceof FieldError) return { cause: 'configuration-invalid' };
	if (error instanceof ConnectionBroken) return { cause: 'temporarily-unavailable' };
	if (!(error instanceof RefusedByService)) return undefined;
	const { status, retryAfterMs } = error;
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 402) return { cause: 'quota-exhausted', ...wait };
	if (status === 403 || status === 404) return { cause: 'configuration-invalid' };
	if (status === 429) return { cause: 'rate-limited', ...wait };
	return status >= 500 || status === 408
		? { cause: 'temporarily-unavailable', ...wait }
		: undefined;
}
