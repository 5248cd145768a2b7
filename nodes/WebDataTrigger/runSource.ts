import type { IPollFunctions } from 'n8n-workflow';

import { eventsOf } from '../contract/trace';
import type { Account } from '../transport/account';
import { ErrorAnswer, ExplainedFailure } from '../transport/failure';
import { Lane } from '../transport/lane';
import { promised } from '../transport/promised';
import { readRoute } from '../transport/request';
import { MAX_CONCURRENCY } from './poll';

type Answer = Record<string, unknown>;

/** Where a poll reads runs from: the service, or in tests a model of it. */
export interface RunSource {
	/** One page of the list, newest first; only runs created before `before`, Unix milliseconds. */
	list(before?: number): Promise<Answer>;
	/** The status answer of a run; undefined when the service does not know the run (any more). */
	status(jobId: string): Promise<Answer | undefined>;
	/** The events of a run's trace; undefined for a run of a model that records none. */
	trace(jobId: string): Promise<unknown[] | undefined>;
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
	return {
		async list(before) {
			const page = readRoute(context, '/v2/agent', limits, before ? { before } : {});
			const answer = (await unless(page, 404, 405)) ?? noList();
			return promised(answer, 'agents', 'list', 'list of agent runs');
		},
		async status(jobId) {
			return await unless(readRoute(context, route(jobId), limits), 404);
		},
		async trace(jobId) {
			const trace = await unless(readRoute(context, `${route(jobId)}/trace`, limits), 400, 404);
			return trace && eventsOf(trace);
		},
	};
}

/** An answer; undefined when the service itself, not something before it, refuses with a status. */
async function unless(answer: Promise<Answer>, ...statuses: number[]): Promise<Answer | undefined> {
	return await answer.catch((error: unknown) => {
		if (error instanceof ErrorAnswer && error.isFromService && statuses.includes(error.status)) {
			return undefined;
		}
		throw error;
	});
}

function noList(): never {
	throw new ExplainedFailure({
		message: 'This deployment of the service cannot list agent runs',
		description: 'Set Watch to "Runs Named by ID" and give the ids of the runs to wait for.',
		details: {},
	});
}
