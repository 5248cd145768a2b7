import { FieldError, isBlank, positiveNumber } from '../contract/checks';
import type { Input } from '../operation/input';

/** How a job that was started is waited for. */
export interface Waiting {
	timeoutMs: number;
	/** What a wait that was too short comes to. */
	onTimeout: 'error' | 'returnStatus';
	/** Whether the status is read again and again, or the service calls n8n at the end. */
	by: 'polling' | 'webhook';
	/** Whether the job is cancelled when the execution is. */
	cancelOnStop: boolean;
}

/**
 * Reads the parameters that all jobs share.
 *
 * @param defaultSeconds Wait Timeout where the user gave none
 * @returns undefined where the job is not waited for
 * @throws FieldError, also where it is not: a mistake is one all the same
 */
export function readWaiting(input: Input, defaultSeconds: number): Waiting | undefined {
	const seconds = input.parameter('options.waitTimeout', defaultSeconds);
	const waiting: Waiting = {
		timeoutMs: positiveNumber('waitTimeout', seconds) * 1000,
		onTimeout: input.oneOf('options.onWaitTimeout', 'error', 'returnStatus'),
		by: readWaitBy(input),
		cancelOnStop: input.flag('options.cancelJobOnStop', false),
	};
	return input.flag('waitForCompletion', true) ? waiting : undefined;
}

/** @throws FieldError where the job's one webhook is the user's */
function readWaitBy(input: Input): Waiting['by'] {
	const by = input.oneOf('options.waitBy', 'polling', 'webhook');
	if (by === 'webhook' && !isBlank(input.parameter('options.webhookUrl'))) {
		throw new FieldError('waitBy', 'cannot be a webhook where the job has a Webhook URL', by);
	}
	// Not every AI agent can wait for a tool that sleeps.
	return input.isTool ? 'polling' : by;
}
