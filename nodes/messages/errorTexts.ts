import type { ErrorAnswer } from '../transport/failure';
import { BROWSER_TEXTS } from './browserTexts';
import { CODE_TEXTS } from './codeTexts';

export interface ErrorText {
	/** What happened, in the user's words. */
	message: string;
	cause: string;
	fix: string;
}

/** The rows of the contract's error tables in words, by the `code` of a row or else its `error`. */
const TEXTS: Record<string, ErrorText> = {
	...BROWSER_TEXTS,
	...CODE_TEXTS,
	'Bad Request': {
		message: 'The service did not accept the request',
		cause: 'A field is missing or has a value that the service does not allow.',
		fix: 'Correct the fields named in the details below.',
	},
	'Invalid URL': {
		message: 'The service did not accept the URL',
		cause: 'The URL is missing, malformed or of a kind that the service cannot open.',
		fix: 'Give an absolute URL that begins with http:// or https://.',
	},
	'Unauthorized: Invalid token': {
		message: 'The service rejected the API key',
		cause: 'The key is missing, mistyped or revoked.',
		fix: "Open this node's credential and enter a valid API key from the service's dashboard.",
	},
	'Payment Required: Insufficient credits': {
		message: 'The account has no credits left',
		cause: "The plan's credits are used up, or billing is not set up.",
		fix: "Turn on pay-as-you-go or upgrade the plan in the service's dashboard.",
	},
	Forbidden: {
		message: 'The API key may not do this',
		cause:
			'The key or plan does not include this operation or one of the chosen options; threat protection, for example, needs an enterprise plan.',
		fix: 'Remove the option, use a key with the needed permission, or upgrade the plan.',
	},
	SCRAPE_PROMPT_INJECTION_DETECTED: {
		message: 'The page seems to try to manipulate the AI that reads it',
		cause: 'The check for prompt injection found an attempt in the page, so nothing was extracted.',
		fix: 'Look at the page; if the alarm is false, repeat without the prompt injection check.',
	},
	'Not Found': {
		message: 'The service does not know what was asked for',
		cause: 'The id or the address does not exist on this deployment of the service.',
		fix: "Check the id, and the Base URL of this node's credential.",
	},
	'Request Timeout': {
		message: 'The website took longer than the timeout',
		cause: 'The work was not done within the timeout of the request.',
		fix: 'Raise Timeout (of a page, under Scrape Options), or ask for less at once.',
	},
	Conflict: {
		message: 'The present state does not allow this',
		cause: 'What the request refers to has changed meanwhile, for example because it was deleted.',
		fix: 'Fetch its present state before you decide what to do.',
	},
	'Payload Too Large': {
		message: 'The request is too large for the service',
		cause: 'The fields together are bigger than the service accepts.',
		fix: 'Send less: a smaller schema, or fewer URLs at once.',
	},
	'Unprocessable Entity': {
		message: 'The result could not be brought into the wanted form',
		cause: 'The schema is not valid JSON Schema, or no result could be found that conforms to it.',
		fix: 'Check the schema, make fewer fields required, or try another model.',
	},
	'Rate limit exceeded': {
		message: 'The plan allows no more requests at the moment',
		cause: "More requests were sent than the plan's limit per minute.",
		fix: 'Wait, raise Max Attempts if others use the same plan, lower Max Concurrency, or upgrade the plan.',
	},
	'Concurrency limit reached': {
		message: 'The plan allows no more work at the same time',
		cause:
			'Agent runs, crawls and other jobs of the account, also those started elsewhere, hold all that the plan may use at once.',
		fix: 'Wait until some of them have ended or cancel one, lower Max Concurrency, or upgrade the plan.',
	},
	'Internal Server Error': {
		message: 'The service failed',
		cause: 'Something went wrong inside the service.',
		fix: "Try again later; if it lasts, contact the service's support.",
	},
	'Failed to passthrough agent request.': {
		message: 'The service could not hand the task to an agent',
		cause: 'The part of the service that runs agents did not take the job.',
		fix: "Try again later; if it lasts, contact the service's support.",
	},
	'Bad Gateway': {
		message: 'A part of the service did not answer properly',
		cause: 'A proxy or worker of the service returned something invalid.',
		fix: 'Try again later.',
	},
	'Service Unavailable': {
		message: 'The service is not available at the moment',
		cause: 'The service cannot process requests for the time being.',
		fix: 'Try again later.',
	},
	'Gateway Timeout': {
		message: 'The service took too long',
		cause: "The work lasted longer than the service's gateway waits.",
		fix: 'Ask for less at once, or try again later.',
	},
	'Invalid job ID format. Job ID must be a valid UUID.': {
		message: 'The agent run id is malformed',
		cause: 'Ids of agent runs are UUIDs.',
		fix: 'Use the jobId that Start returned.',
	},
	'Invalid snapshot ID': {
		message: 'The snapshot id is malformed',
		cause: 'The service cannot read this snapshot id.',
		fix: "Use a snapshotId from an artifact.updated event of the run's trace.",
	},
	'Trace is only available for Spark 2 extracts': {
		message: 'This run has no trace',
		cause: 'It ran on a model older than spark-2, and only spark-2 records traces.',
		fix: 'Nothing can be done for this run; new runs use spark-2.',
	},
	'Snapshots are only available for Spark 2 extracts': {
		message: 'This run has no snapshots',
		cause: 'It ran on a model older than spark-2, and only spark-2 records snapshots.',
		fix: 'Nothing can be done for this run; new runs use spark-2.',
	},
	'Your team has zero data retention enabled. This is not supported on extract.': {
		message: 'Agents cannot run for a team with zero data retention',
		cause: 'An agent has to keep data while it runs, which the setting of the team forbids.',
		fix: "Ask the service's support to lift the restriction.",
	},
	'Agent job not found': {
		message: 'There is no such agent run',
		cause: 'The id does not exist, its result has expired, or the run belongs to another team.',
		fix: 'Check the id, and use an API key of the team that started the run.',
	},
	'Snapshot not found': {
		message: 'The run has no such snapshot',
		cause: 'Snapshot ids change while a run works.',
		fix: 'Fetch the trace again and use its current snapshotId.',
	},
	'Agent already finished': {
		message: 'The run is already over',
		cause: 'Only a run in progress can be cancelled.',
		fix: 'Use Get to read its result, or turn on Ignore Finished Runs.',
	},
	'Agent is already cancelled': {
		message: 'The run is already being cancelled',
		cause: 'It was cancelled before; ending the step in progress takes a moment.',
		fix: 'Use Get to see when it has ended, or turn on Ignore Finished Runs.',
	},
};

/** What an error answer means to the user. */
export function textOfError(failure: ErrorAnswer): ErrorText {
	const { row, status } = failure;
	const text = row && TEXTS[row.code ?? row.error];
	if (text) return text;
	return {
		message: `The service reported a failure (status ${status})`,
		cause: 'The service gave no reason that this node knows.',
		fix: '',
	};
}
