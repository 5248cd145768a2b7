import type { IDataObject } from 'n8n-workflow';

import { batchResults, type PageResult } from '../../../contract/batchResults';
import { jobState } from '../../../contract/jobPages';
import { PageBudget } from '../../../jobs/pageBudget';
import { ReadingLook } from '../../../jobs/readingLook';
import { knownPageFailures } from '../../../jobs/resultPages';
import { runJob, type JobKind, type JobResult } from '../../../jobs/runJob';
import type { Waiting } from '../../../jobs/waiting';
import { ExplainedFailure, type Explanation } from '../../../messages/explanation';
import { failedJob } from '../../../messages/jobs';
import type { Call, RequestLimits } from '../../../operation/call';
import { jobItem } from '../../../operation/jobItem';
import { addressOf } from '../../../operation/pageItem';
import { ErrorAnswer } from '../../../transport/failure';
import { BATCH_SCRAPE, READ, routeOf } from './requests';

/** How the pages of a job are to be read, and how it is waited for. */
export interface BatchTask {
	/** All of the body but the addresses. */
	body: Record<string, unknown>;
	/** Undefined where the job is not waited for. */
	waiting?: Waiting;
	onFailedJob: 'error' | 'returnPages';
}

/** What a job has come to. */
export interface BatchEnd {
	/** Undefined where no address was good enough to start a job. */
	jobId?: string;
	/** Of a job that was not waited for, or not long enough: what is known of it. */
	status?: IDataObject;
	/** Of a job that has ended: what has become of each address. */
	results: Map<string, PageResult<IDataObject>>;
	/** Why the reasons for missing pages could not be read, where they could not. */
	unread?: Explanation;
}

/**
 * Starts a job for some addresses and, where that is wanted, reads what it has found.
 *
 * @throws ExplainedFailure, RequestFailure where the job as a whole failed
 */
export async function runBatch(
	call: Call,
	urls: readonly string[],
	{ body, waiting, onFailedJob }: BatchTask,
): Promise<BatchEnd> {
	const look = new ReadingLook(PageBudget.of(call));
	const kind: JobKind = {
		...BATCH_SCRAPE,
		hasEnded: (status) => look.isFull || BATCH_SCRAPE.hasEnded(status),
	};
	const request = { method: 'POST', path: '/v2/batch/scrape', body: { urls, ...body } } as const;
	const afterEnd = async (job: JobResult, limits: RequestLimits): Promise<BatchEnd> => {
		const { jobId, started, status, hasEnded } = job;
		look.check(kind.noun, jobId);
		if (!status || !hasEnded) {
			look.giveUp();
			return unfinished(job, urls);
		}
		if (status.status !== 'completed' && onFailedJob === 'error') {
			const { completed } = look.pages;
			throw new ExplainedFailure(failedJob(kind.noun, jobId, { ...status, completed }));
		}
		const source = { call, kind: READ, path: routeOf(jobId), limits };
		const documents = await look.readRest(kind.noun, jobId, source);
		const findings = { documents, failures: [], invalidUrls: started.invalidURLs, addressOf };
		const results = batchResults(urls, findings);
		const isComplete = [...results.values()].every((result) => !('isMissing' in result));
		if (isComplete) return { jobId, results };
		const { failures, unread } = await knownPageFailures(source);
		return { jobId, results: batchResults(urls, { ...findings, failures }), unread };
	};
	return await runJob(call, kind, request, waiting, afterEnd, look).catch(
		(error: unknown): BatchEnd => {
			look.giveUp();
			if (!isWithoutValidUrl(error)) throw error;
			return { results: new Map(urls.map((url) => [url, { isInvalid: true }])) };
		},
	);
}

/** The item of a job whose end is not known. */
function unfinished({ jobId, started, status = {} }: JobResult, urls: readonly string[]): BatchEnd {
	const { invalidURLs } = started;
	const hasInvalid = Array.isArray(invalidURLs) && invalidURLs.length > 0;
	const state = jobItem(jobState(status));
	return {
		jobId,
		status: { jobId, count: urls.length, ...state, ...(hasInvalid && { invalidURLs }) },
		results: new Map(),
	};
}

/** The service starts no job for addresses of which it takes none (service, B). */
function isWithoutValidUrl(error: unknown): boolean {
	return (
		error instanceof ErrorAnswer &&
		error.status === 400 &&
		/no valid urls/i.test(error.serviceError ?? '')
	);
}
