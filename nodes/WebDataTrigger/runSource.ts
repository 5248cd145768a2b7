import type { IPollFunctions } from 'n8n-workflow';

import { ExplainedFailure, RefusedByService } from '../transport/failure';
import { Slots } from '../transport/gate';
import { readRoute } from '../transport/request';

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

/** Requests of a poll that are in flight at once. */
const MAX_CONCURRENCY = 5;

/** The agent routes of the service, through the gate that the nodes of this account share. */
export function serviceRuns(context: IPollFunctions, signal: AbortSignal): RunSource {
	const limits = { slots: new Slots(MAX_CONCURRENCY), signal };
	const route = (jobId: string) => `/v2/agent/${encodeURIComponent(jobId)}`;
	return {
		async list(before) {
			try {
				return await readRoute(context, '/v2/agent', limits, before ? { before } : {});
			} catch (error) {
				const isMissing = refusedWith(error, 404) || refusedWith(error, 405);
				throw isMissing ? withoutList() : error;
			}
		},
		async status(jobId) {
			try {
				return await readRoute(context, route(jobId), limits);
			} catch (error) {
				if (refusedWith(error, 404)) return undefined;
				throw error;
			}
		},
		async trace(jobId) {
			try {
				const { events } = await readRoute(context, `${route(jobId)}/trace`, limits);
				return Array.isArray(events) ? events : [];
			} catch (error) {
				if (refusedWith(error, 400) || refusedWith(error, 404)) return undefined;
				throw error;
			}
		},
	};
}

function refusedWith(error: unknown, status: number): boolean {
	return error instanceof RefusedByService && error.isFromService && error.status === status;
}

function withoutList(): ExplainedFailure {
	return new ExplainedFailure({
		message: 'This deployment of the service cannot list agent runs',
		description: 'Set Watch to "Runs Named by ID" and give the ids of the runs to wait for.',
		details: {},
	});
}
