/** Whether repeating the very same request can help (contract, column "Retryable", which is authoritative). */
export type Retryable = 'yes' | 'no' | 'sometimes';

export interface ErrorRow {
	status: number;
	/** The service's own `error` string, by which a row is found. */
	error: string;
	retryable: Retryable;
	/** What happened, in the user's words. */
	message: string;
	cause: string;
	fix: string;
}

/**
 * Both error tables of the contract ("Errors" and "Agent-specific errors"). The first row of a
 * status also serves for strings that the tables do not know, as for a validation message.
 */
export const ERROR_TABLE: readonly ErrorRow[] = [
	{
		status: 400,
		error: 'Bad Request',
		retryable: 'no',
		message: 'The service did not accept the request',
		cause: 'A field is missing or has a value that the service does not allow.',
		fix: 'Correct the fields named in the details below.',
	},
	{
		status: 400,
		error: 'Invalid URL',
		retryable: 'no',
		message: 'The service did not accept the URL',
		cause: 'The URL is missing, malformed or of a kind that the service cannot open.',
		fix: 'Give an absolute URL that begins with http:// or https://.',
	},
	{
		status: 401,
		error: 'Unauthorized: Invalid token',
		retryable: 'no',
		message: 'The service rejected the API key',
		cause: 'The key is missing, mistyped or revoked.',
		fix: "Open this node's credential and enter a valid API key from the service's dashboard.",
	},
	{
		status: 402,
		error: 'Payment Required: Insufficient credits',
		retryable: 'no',
		message: 'The account has no credits left',
		cause: "The plan's credits are used up, or billing is not set up.",
		fix: "Turn on pay-as-you-go or upgrade the plan in the service's dashboard.",
	},
	{
		status: 403,
		error: 'Forbidden',
		retryable: 'no',
		message: 'The API key may not do this',
		cause:
			'The key or plan does not include this operation or one of the chosen options; threat protection, for example, needs an enterprise plan.',
		fix: 'Remove the option, use a key with the needed permission, or upgrade the plan.',
	},
	{
		status: 403,
		error: 'SCRAPE_PROMPT_INJECTION_DETECTED',
		retryable: 'no',
		message: 'The page seems to try to manipulate the AI that reads it',
		cause: 'The check for prompt injection found an attempt in the page, so nothing was extracted.',
		fix: 'Look at the page; if the alarm is false, repeat without the prompt injection check.',
	},
	{
		status: 404,
		error: 'Not Found',
		retryable: 'no',
		message: 'The service does not know what was asked for',
		cause: 'The id or the address does not exist on this deployment of the service.',
		fix: "Check the id, and the Base URL of this node's credential.",
	},
	{
		status: 408,
		error: 'Request Timeout',
		retryable: 'yes',
		message: 'The website took longer than the timeout',
		cause: 'The work was not done within the timeout of the request.',
		fix: 'Raise Timeout under Options, or ask for less at once.',
	},
	{
		status: 409,
		error: 'Conflict',
		retryable: 'no',
		message: 'The present state does not allow this',
		cause: 'What the request refers to has changed meanwhile, for example because it was deleted.',
		fix: 'Fetch its present state before you decide what to do.',
	},
	{
		status: 413,
		error: 'Payload Too Large',
		retryable: 'no',
		message: 'The request is too large for the service',
		cause: 'The fields together are bigger than the service accepts.',
		fix: 'Send less: a smaller schema, or fewer URLs at once.',
	},
	{
		status: 422,
		error: 'Unprocessable Entity',
		retryable: 'sometimes',
		message: 'The result could not be brought into the wanted form',
		cause: 'The schema is not valid JSON Schema, or no result could be found that conforms to it.',
		fix: 'Check the schema, make fewer fields required, or try another model.',
	},
	{
		status: 429,
		error: 'Rate limit exceeded',
		retryable: 'yes',
		message: 'The plan allows no more requests at the moment',
		cause: "More requests were sent than the plan's limit per minute.",
		fix: 'Wait, raise Max Attempts if others use the same plan, lower Max Concurrency, or upgrade the plan.',
	},
	{
		status: 429,
		error: 'Concurrency limit reached',
		retryable: 'yes',
		message: 'The plan allows no more work at the same time',
		cause: 'All browsers that the plan may use at once are busy.',
		fix: 'Wait for running jobs to end, lower Max Concurrency, or upgrade the plan.',
	},
	{
		status: 500,
		error: 'Internal Server Error',
		retryable: 'yes',
		message: 'The service failed',
		cause: 'Something went wrong inside the service.',
		fix: "Try again later; if it lasts, contact the service's support.",
	},
	{
		status: 500,
		error: 'Failed to passthrough agent request.',
		retryable: 'yes',
		message: 'The service could not hand the task to an agent',
		cause: 'The part of the service that runs agents did not take the job.',
		fix: "Try again later; if it lasts, contact the service's support.",
	},
	{
		status: 502,
		error: 'Bad Gateway',
		retryable: 'yes',
		message: 'A part of the service did not answer properly',
		cause: 'A proxy or worker of the service returned something invalid.',
		fix: 'Try again later.',
	},
	{
		status: 503,
		error: 'Service Unavailable',
		retryable: 'yes',
		message: 'The service is not available at the moment',
		cause: 'The service cannot process requests for the time being.',
		fix: 'Try again later.',
	},
	{
		status: 504,
		error: 'Gateway Timeout',
		retryable: 'yes',
		message: 'The service took too long',
		cause: "The work lasted longer than the service's gateway waits.",
		fix: 'Ask for less at once, or try again later.',
	},
	{
		status: 400,
		error: 'Invalid job ID format. Job ID must be a valid UUID.',
		retryable: 'no',
		message: 'The agent run id is malformed',
		cause: 'Ids of agent runs are UUIDs.',
		fix: 'Use the jobId that Start returned.',
	},
	{
		status: 400,
		error: 'Invalid snapshot ID',
		retryable: 'no',
		message: 'The snapshot id is malformed',
		cause: 'The service cannot read this snapshot id.',
		fix: "Use a snapshotId from an artifact.updated event of the run's trace.",
	},
	{
		status: 400,
		error: 'Trace is only available for Spark 2 extracts',
		retryable: 'no',
		message: 'This run has no trace',
		cause: 'It ran on a model older than spark-2, and only spark-2 records traces.',
		fix: 'Nothing can be done for this run; new runs use spark-2.',
	},
	{
		status: 400,
		error: 'Snapshots are only available for Spark 2 extracts',
		retryable: 'no',
		message: 'This run has no snapshots',
		cause: 'It ran on a model older than spark-2, and only spark-2 records snapshots.',
		fix: 'Nothing can be done for this run; new runs use spark-2.',
	},
	{
		status: 400,
		error: 'Your team has zero data retention enabled. This is not supported on extract.',
		retryable: 'no',
		message: 'Agents cannot run for a team with zero data retention',
		cause: 'An agent has to keep data while it runs, which the setting of the team forbids.',
		fix: "Ask the service's support to lift the restriction.",
	},
	{
		status: 404,
		error: 'Agent job not found',
		retryable: 'no',
		message: 'There is no such agent run',
		cause: 'The id does not exist, its result has expired, or the run belongs to another team.',
		fix: 'Check the id, and use an API key of the team that started the run.',
	},
	{
		status: 404,
		error: 'Snapshot not found',
		retryable: 'no',
		message: 'The run has no such snapshot',
		cause: 'Snapshot ids change while a run works.',
		fix: 'Fetch the trace again and use its current snapshotId.',
	},
	{
		status: 409,
		error: 'Agent already finished',
		retryable: 'no',
		message: 'The run is already over',
		cause: 'Only a run in progress can be cancelled.',
		fix: 'Use Get to read its result, or turn on Ignore Finished Runs.',
	},
	{
		status: 409,
		error: 'Agent is already cancelled',
		retryable: 'no',
		message: 'The run is already being cancelled',
		cause: 'It was cancelled before; ending the step in progress takes a moment.',
		fix: 'Use Get to see when it has ended, or turn on Ignore Finished Runs.',
	},
];

/**
 * The row of an error answer: by status and `error` string (capital letters and blanks around it
 * aside), else by status alone.
 *
 * @param error the body's `error`, of whatever type
 * @returns undefined for a status that the tables do not list
 */
export function findErrorRow(status: number, error: unknown): ErrorRow | undefined {
	const rows = ERROR_TABLE.filter((row) => row.status === status);
	const wanted = typeof error === 'string' ? error.trim().toLowerCase() : '';
	return rows.find((row) => row.error.toLowerCase() === wanted) ?? rows[0];
}
