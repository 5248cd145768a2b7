import type { IDataObject } from 'n8n-workflow';

import { hasEnded, runEnd, type Outcome } from '../contract/agentOutcome';
import { isRecord } from '../contract/checks';
import type { EventOptions } from './poll';
import type { RunSource } from './runSource';

/** Values of the parameter `events`, by the outcome that each stands for. */
const EVENT_OF_OUTCOME: Record<Outcome, string> = {
	succeeded: 'completed',
	failed: 'failed',
	cancelled: 'cancelled',
	credit_limit_reached: 'creditLimitReached',
	refused: 'refused',
};

export const EVENTS = Object.values(EVENT_OF_OUTCOME);

/**
 * What a run has come to: an event item, or that it goes on, or that its end is not asked for. An
 * unknown run is one that the service does not know (any more).
 */
export type RunState = IDataObject | 'inProgress' | 'unwanted' | 'unknown';

/**
 * Reads what has become of a run: one request, and one more for the trace of a failed one.
 *
 * @param listed the run's entry in the list, where it is known
 */
export async function readRun(
	source: RunSource,
	jobId: string,
	options: EventOptions,
	listed: IDataObject = {},
): Promise<RunState> {
	if (hasEnded(listed.status) && !mayBeWanted(listed.status, options)) return 'unwanted';
	return await runState(source, jobId, await source.status(jobId), options, listed);
}

/**
 * What has become of a run whose status was read; one request for the trace of a failed one.
 *
 * @param answer of the status route; undefined when the service does not know the run
 * @param listed the run's entry in the list, where it is known
 */
export async function runState(
	source: RunSource,
	jobId: string,
	answer: Record<string, unknown> | undefined,
	options: EventOptions,
	listed: IDataObject = {},
): Promise<RunState> {
	if (!answer && !hasEnded(listed.status)) return listed.status ? 'inProgress' : 'unknown';
	const status = answer ?? { status: listed.status };
	if (!hasEnded(status.status)) return 'inProgress';
	if (!mayBeWanted(status.status, options)) return 'unwanted';
	const events = status.status === 'completed' ? [] : await source.trace(jobId);
	const end = runEnd(status, events);
	if (!options.events.includes(EVENT_OF_OUTCOME[end.outcome])) return 'unwanted';
	const request = isRecord(listed.options) ? listed.options : {};
	return withoutUndefined({
		event: end.outcome === 'succeeded' ? 'agent.completed' : 'agent.failed',
		outcome: end.outcome,
		jobId,
		status: status.status,
		prompt: request.prompt ?? listed.targetHint,
		urls: request.urls,
		model: status.model ?? request.model,
		data: options.includeData ? (status.data ?? undefined) : undefined,
		message: status.message,
		error: end.reason,
		errorCode: end.errorCode,
		retryable: end.retryable,
		creditsUsed: status.creditsUsed ?? null,
		createdAt: listed.createdAt,
		expiresAt: status.expiresAt ?? null,
		dataExpired: !answer || hasExpired(status, options.now()) ? true : undefined,
	});
}

/**
 * The event of a run that was in progress and that the service does not know any more: its end was
 * not read within the time that the service keeps runs.
 */
export function vanishedRun(jobId: string, { events }: EventOptions): RunState {
	if (!events.includes('failed')) return 'unwanted';
	return {
		event: 'agent.failed',
		outcome: 'failed',
		jobId,
		status: 'unknown',
		error: 'The service no longer knows how this run ended',
		creditsUsed: null,
		expiresAt: null,
		dataExpired: true,
	};
}

/** Whether a run that ended with this status can bring an event that is asked for. */
function mayBeWanted(status: unknown, { events }: EventOptions): boolean {
	return status === 'completed'
		? events.includes('completed')
		: events.some((event) => event !== 'completed');
}

/** Results are kept for 24 hours after the end (supplement, "Status answer"). */
function hasExpired(
	{ status, data, message, expiresAt }: Record<string, unknown>,
	now: number,
): boolean {
	const isEmpty = (data === undefined || data === null) && typeof message !== 'string';
	return (
		status === 'completed' &&
		isEmpty &&
		typeof expiresAt === 'string' &&
		Date.parse(expiresAt) <= now
	);
}

/** Whether the prompt of a listed run, or its first words where the list has no more, contains a text. */
export function hasPrompt(listed: IDataObject, part: string): boolean {
	const request = isRecord(listed.options) ? listed.options : {};
	const prompt = [request.prompt, listed.targetHint].find((text) => typeof text === 'string') ?? '';
	return prompt.toLowerCase().includes(part.toLowerCase());
}

function withoutUndefined(fields: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as IDataObject;
}
