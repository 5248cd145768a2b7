import type { ErrorRow } from './errorRow';

/**
 * Both error tables of the contract ("Errors" and "Agent-specific errors"). The first row of a
 * status also serves for strings that the tables do not know, as for a validation message.
 */
export const ERROR_TABLE: readonly ErrorRow[] = [
	{
		status: 400,
		error: 'Bad Request',
		retryable: 'no',
	},
	{
		status: 400,
		error: 'Invalid URL',
		retryable: 'no',
	},
	{
		status: 401,
		error: 'Unauthorized: Invalid token',
		retryable: 'no',
	},
	{
		status: 402,
		error: 'Payment Required: Insufficient credits',
		retryable: 'no',
	},
	{
		status: 403,
		error: 'Forbidden',
		retryable: 'no',
	},
	{
		status: 403,
		error: 'SCRAPE_PROMPT_INJECTION_DETECTED',
		retryable: 'no',
	},
	{
		status: 404,
		error: 'Not Found',
		retryable: 'no',
	},
	{
		status: 408,
		error: 'Request Timeout',
		retryable: 'yes',
	},
	{
		status: 409,
		error: 'Conflict',
		retryable: 'no',
	},
	{
		status: 413,
		error: 'Payload Too Large',
		retryable: 'no',
	},
	{
		status: 422,
		error: 'Unprocessable Entity',
		retryable: 'sometimes',
	},
	{
		status: 429,
		error: 'Rate limit exceeded',
		retryable: 'yes',
	},
	{
		status: 429,
		error: 'Concurrency limit reached',
		retryable: 'yes',
	},
	{
		status: 500,
		error: 'Internal Server Error',
		retryable: 'yes',
	},
	{
		status: 500,
		error: 'Failed to passthrough agent request.',
		retryable: 'yes',
	},
	{
		status: 502,
		error: 'Bad Gateway',
		retryable: 'yes',
	},
	{
		status: 503,
		error: 'Service Unavailable',
		retryable: 'yes',
	},
	{
		status: 504,
		error: 'Gateway Timeout',
		retryable: 'yes',
	},
	{
		status: 400,
		error: 'Invalid job ID format. Job ID must be a valid UUID.',
		retryable: 'no',
	},
	{
		status: 400,
		error: 'Invalid snapshot ID',
		retryable: 'no',
	},
	{
		status: 400,
		error: 'Trace is only available for Spark 2 extracts',
		retryable: 'no',
	},
	{
		status: 400,
		error: 'Snapshots are only available for Spark 2 extracts',
		retryable: 'no',
	},
	{
		status: 400,
		error: 'Your team has zero data retention enabled. This is not supported on extract.',
		retryable: 'no',
	},
	{
		status: 404,
		error: 'Agent job not found',
		retryable: 'no',
	},
	{
		status: 404,
		error: 'Snapshot not found',
		retryable: 'no',
	},
	{
		status: 409,
		error: 'Agent already finished',
		retryable: 'no',
	},
	{
		status: 409,
		error: 'Agent is already cancelled',
		retryable: 'no',
	},
];
