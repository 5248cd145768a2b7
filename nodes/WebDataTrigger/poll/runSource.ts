import type { IPollFunctions } from 'n8n-workflow';

import { eventsOf } from '../../contract/trace';
import type { Account } from '../../transport/account';
import { ExplainedFailure } from '../../messages/explanation';
import { ErrorAnswer, UnusableAnswer } from '../../transport/failure';
import { explain } from '../../messages/explain';
import { Lane } from '../../transport/lane';
import { readRoute } from '../../transport/request';
import { harmless } from '../../transport/requestKind';
import { requireField } from '../../transport/requireField';
import { MAX_CONCURRENCY } from './pipeline';

/** The same limit as that of the operations, which share it. */
const READ = harmless('agentRead');

type Answer = Record<string, unknown>;

/** Where a poll reads runs from: the service, or in tests a model of it. */
export interface RunSource {
	/** One page of the list, newest first; only runs created before `before`, Unix milliseconds. */
	list(before?: number): Promise<Answer>;
	/**
	 * The status answer of a run; undefined when the service does not know the run (any more).
	 *
	 * @throws UnreadableRun where the trouble is, or may be, with this run alone
	 */
	status(jobId: string): Promise<Answer | undefined>;
	/** The events of a run's trace; undefined for a run of a model that records none. */
	trace(jobId: string): Promise<unknown[] | undefined>;
}

/** The service refuses a run's status, or the answer is too large. The message says why. */
export class UnreadableRun extends Error {
	constructor(
		readonly failure: Error,
		/** Whether the refusal is for good: a 403 may as well be about the key, which can be changed. */
		readonly isForGood: boolean,
	) {
		super(explain(failure).message);
	}
}

/**
 * The agent routes of the service, through the gate that the nodes of this account share.
 *
 * @param until when the last answer has to be there, Unix milliseconds
 */
export function serviceRuns(context: IPollFunctions, account: Account, until: number): RunSource {
	const signal = AbortSignal.timeout(Math.max(0, until - Date.now()));
	const limits = { account, lane: new Lane(MAX_CONCURRENCY), signal, until };
	const route = (jobId: string) => `/v2/agent/${encodeURIComponent(jobId)}`;
	const read = async (path: string, qs = {}) =>
		await readRoute(context, READ, path, { ...limits, qs });
	return {
		async list(before) {
			const answer = await read('/v2/agent', before ? { before } : {}).catch(cannotList);
			requireField(answer, 'agents', 'list', 'list of agent runs');
			return answer;
		},
		async status(jobId) {
			return await read(route(jobId)).catch(statusFailure);
		},
		async trace(jobId) {
			return await read(`${route(jobId)}/trace`).then(eventsOf, traceFailure);
		},
	};
}

/** Statuses of a route that a deployment does not have; open servers answer some of them in HTML. */
const NO_ROUTE = [404, 405, 501];

function cannotList(error: unknown): never {
	if (!(error instanceof ErrorAnswer) || !NO_ROUTE.includes(error.status)) throw error;
	const { status, isFromService } = error;
	throw new ExplainedFailure({
		message: 'This deployment of the service cannot list agent runs',
		description: [
			`Its answer to the list was status ${status}.`,
			'Set Watch to "Runs Named by ID" and give the ids of the runs to wait for.',
			isFromService
				? ''
				: "Something before the service may also have answered, or the address does not exist: check the Base URL of this node's credential if this lasts.",
		]
			.filter(Boolean)
			.join(' '),
		httpCode: String(status),
		// What stands before a service may be gone in a minute.
		details: { httpCode: String(status), retryable: !isFromService },
	});
}

/** Statuses that concern the account or the moment, whatever run is asked for. */
const NOT_ABOUT_THE_RUN = [401, 402, 408, 429];

/** What the service says to teams whose runs it may not keep (contract, "Agent-specific errors"). */
const NOT_FOR_THE_TEAM = /\bzero data retention\b/i;

/** @returns undefined when the service itself, not something before it, does not know the run */
function statusFailure(error: unknown): undefined {
	if (error instanceof UnusableAnswer && error.isTooLarge) throw new UnreadableRun(error, true);
	if (!(error instanceof ErrorAnswer) || !error.isFromService) throw error;
	if (error.status === 404) return undefined;
	throw isAboutTheRun(error) ? new UnreadableRun(error, error.status !== 403) : error;
}

/** A 403 may be: it does not say whether the key or the run is meant. */
function isAboutTheRun({ status, serviceError = '' }: ErrorAnswer): boolean {
	if (NOT_ABOUT_THE_RUN.includes(status) || NOT_FOR_THE_TEAM.test(serviceError)) return false;
	return status < 500 || status === 501;
}

/**
 * @returns undefined where the service says that there is no trace. These answers are passed on
 * from behind the service and may lack `success` (contract, "Error body").
 */
function traceFailure(error: unknown): undefined {
	if (!(error instanceof ErrorAnswer)) throw error;
	const { status, serviceError = '', isFromService } = error;
	const isNone = status === 400 && /^trace is only available\b/i.test(serviceError);
	const isUnknown = status === 404 && (isFromService || /^agent job not found/i.test(serviceError));
	if (isNone || isUnknown) return undefined;
	throw error;
}
