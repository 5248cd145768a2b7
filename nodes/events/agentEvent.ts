import type { IDataObject } from 'n8n-workflow';

import { runEnd, type Outcome, type RunEnd } from '../contract/agentOutcome';
import { isRecord } from '../contract/checks';

/** Values of the parameter `events`, by the outcome that each stands for. */
const EVENT_OF_OUTCOME: Record<Outcome, string> = {
	succeeded: 'completed',
	failed: 'failed',
	cancelled: 'cancelled',
	credit_limit_reached: 'creditLimitReached',
	refused: 'refused',
};

/** The choices under Events, but for the one that stands for all of them. */
export const EVENTS = Object.values(EVENT_OF_OUTCOME);

/** An agent run that is over, with what is known of it, from whatever source. */
export interface EndedRun {
	jobId: string;
	/** The answer of the status route, or as much of it as is known. */
	status: Record<string, unknown>;
	end: RunEnd;
	/** The run's entry in the list, where it was read. */
	listed?: IDataObject;
	/** Whether the service has dropped the result, which it keeps for 24 hours. */
	isDataExpired?: boolean;
}

/** Whether the end of a run is asked for. */
export function isChosen({ outcome }: RunEnd, events: readonly string[]): boolean {
	return events.includes(EVENT_OF_OUTCOME[outcome]);
}

/** Whether a run that ended with this status can have an end that is asked for. */
export function mayBeChosen(status: unknown, events: readonly string[]): boolean {
	return status === 'completed'
		? events.includes('completed')
		: events.some((event) => event !== 'completed');
}

/** The json of a trigger's item: what both triggers emit for a run that has ended. */
export function agentEvent(run: EndedRun, { includeData }: { includeData: boolean }): IDataObject {
	const { jobId, status, end, listed = {}, isDataExpired } = run;
	const request = isRecord(listed.options) ? listed.options : {};
	return withoutUndefined({
		event: end.outcome === 'succeeded' ? 'agent.completed' : 'agent.failed',
		outcome: end.outcome,
		jobId,
		status: status.status,
		prompt: request.prompt ?? listed.targetHint,
		urls: request.urls,
		model: status.model ?? request.model,
		data: includeData ? (status.data ?? undefined) : undefined,
		message: status.message,
		error: end.reason,
		errorCode: end.errorCode,
		retryable: end.retryable,
		creditsUsed: status.creditsUsed ?? null,
		createdAt: listed.createdAt,
		expiresAt: status.expiresAt ?? null,
		dataExpired: isDataExpired ? true : undefined,
	});
}

/** A run that the service no longer knows: nobody read its end while it was kept. */
export function forgottenRun(jobId: string): EndedRun {
	const error = 'The service no longer knows how this run ended';
	return { ...unreadRun(jobId, error), isDataExpired: true };
}

/**
 * A run whose status cannot be read for good.
 *
 * @param reason what stands in the way
 * @param listed the run's entry in the list, which tells success from failure
 */
export function unreadRun(jobId: string, reason: string, listed?: IDataObject): EndedRun {
	const status = { status: listed?.status ?? 'unknown', error: reason };
	return { jobId, status, end: { ...runEnd(status), reason }, ...(listed && { listed }) };
}

function withoutUndefined(fields: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as IDataObject;
}
