/** What of an error answer tells whether work was begun. */
export interface ErrorAnswerFacts {
	status: number;
	serviceError: string | undefined;
	isFromService: boolean;
}

/** Statuses by which a request is turned down before anyone has begun to work on it, whoever answers. */
const NEVER_PASSED_ON = [404, 405, 407, 501];

/** A deployment without browsers says so with a 503. */
const NO_BROWSERS = 'browser feature is not configured';

/** The agent service has not taken the task (contract, "Agent-specific errors", status 500). */
const REJECTED_SUBMISSION = 'failed to passthrough agent request';

/**
 * Whether an error answer proves that the service has not begun the work. Other errors, of a gateway
 * above all, come also where it goes on: so may a 408, and the service's own 500.
 */
export function certainlyNotBegun(answer: ErrorAnswerFacts): boolean {
	const { status, isFromService } = answer;
	if (NEVER_PASSED_ON.includes(status)) return true;
	const isRefusal = status >= 400 && status < 500 && status !== 408;
	return isFromService && (isRefusal || isRejectedSubmission(answer) || hasNoBrowsers(answer));
}

/** Whether the task was handed in and not taken. Each try leaves a trace at the service. */
export function isRejectedSubmission({ status, serviceError }: ErrorAnswerFacts): boolean {
	return (
		status === 500 && (serviceError ?? '').trim().toLowerCase().startsWith(REJECTED_SUBMISSION)
	);
}

function hasNoBrowsers({ status, serviceError = '' }: ErrorAnswerFacts): boolean {
	return status === 503 && serviceError.trim().toLowerCase().startsWith(NO_BROWSERS);
}
