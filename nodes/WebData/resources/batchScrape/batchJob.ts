import type { IDataObject } from 'n8n-workflow';

import { batchResults, type PageResult } from '../../../contract/batchResults';
import { jobState } from '../../../contract/jobPages';
import { readPageFailures, ResultPages, resultPages } from '../../../jobs/resultPages';
import { runJob, type JobResult } from '../../../jobs/runJob';
import type { Waiting } from '../../../jobs/waiting';
import { ExplainedFailure } from '../../../messages/explanation';
import { failedJob } from '../../../messages/jobs';
import type { Call, RequestLimits } from '../../../operation/call';
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
	const pages = new ResultPages();
	const request = { method: 'POST', path: '/v2/batch/scrape', body: { urls, ...body } } as const;
	const afterEnd = async (job: JobResult, limits: RequestLimits): Promise<BatchEnd> => {
		const { jobId, started, status, hasEnded } = job;
		if (!status || !hasEnded) return unfinished(job, urls);
		if (status.status !== 'completed' && onFailedJob === 'error') {
			throw new ExplainedFailure(failedJob(BATCH_SCRAPE.noun, jobId, status));
		}
		const source = { call, kind: READ, path: routeOf(jobId), limits };
		const documents = pages.documents;
		for await (const page of resultPages(source, pages)) documents.push(...page);
		const findings = { documents, failures: [], invalidUrls: started.invalidURLs, addressOf };
		const results = batchResults(urls, findings);
		const isComplete = [...results.values()].every((result) => !('isMissing' in result));
		if (isComplete) return { jobId, results };
		const failures = await readPageFailures(source);
		return { jobId, results: batchResults(urls, { ...findings, failures }) };
	};
	return await runJob(call, BATCH_SCRAPE, request, waiting, afterEnd, pages).catch(
		(error: unknown): BatchEnd => {
			if (!isWithoutValidUrl(error)) throw error;
			return { results: new Map(urls.map((url) => [url, { isInvalid: true }])) };
		},
	);
}

/** The item of a job whose end is not known. */
function unfinished({ jobId, started, status = {} }: JobResult, urls: readonly string[]): BatchEnd {
	const { invalidURLs } = started;
	const hasInvalid = Array.isArray(invalidURLs) && invalidURLs.length > 0;
	return {
		jobId,
		status: { jobId, count: urls.length, ...jobState(status), ...(hasInvalid && { invalidURLs }) },
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
