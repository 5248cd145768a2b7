import type { IDataObject } from 'n8n-workflow';

import {
	hasReachedLimit,
	missingReasons,
	skippedAs,
	type CrawlFindings,
} from '../../../contract/crawlEnd';
import { isRecord } from '../../../contract/checks';
import { hasJobEnded, type PageFailure } from '../../../contract/jobPages';
import { readPageFailures, type ResultSource } from '../../../jobs/resultPages';
import { missingNote } from '../../../messages/crawl';
import { RequestFailure } from '../../../transport/failure';
import { READ_CREDITS } from './requests';

/** What stands on every item of a crawl, beside the page. */
export interface CrawlFacts {
	/** The JSON of the item's field `crawl`. */
	crawl: IDataObject;
	/** Entries of the errors route; none as long as the crawl is at work. */
	failures: PageFailure[];
}

/** How a crawl stood when it was read last, and what is known of its start. */
export interface KnownCrawl {
	status: IDataObject;
	maxPages?: number;
	/** Answer of the start. */
	started?: IDataObject;
}

/**
 * What became of a crawl as a whole: how many pages it found and read, and why there are not more.
 *
 * @throws RequestFailure where the errors of a crawl that has ended cannot be read
 */
export async function crawlFacts(
	source: ResultSource,
	{ status, maxPages, started = {} }: KnownCrawl,
): Promise<CrawlFacts> {
	const { total, completed, creditsUsed, error, warning } = status;
	const { promptGeneratedOptions } = started;
	const known: IDataObject = {
		total,
		completed,
		// Servers that do not count credits say -1.
		...(Number(creditsUsed) >= 0 && { creditsUsed }),
		...(error !== undefined && { error }),
		...(warning !== undefined && { warning }),
		...(promptGeneratedOptions !== undefined && { promptGeneratedOptions }),
	};
	if (!hasJobEnded(status.status)) return { crawl: known, failures: [] };
	const failures = await readPageFailures(source);
	const findings: CrawlFindings = { maxPages, completed: Number(completed), failures };
	if (maxPages !== undefined && !hasReachedLimit(findings)) {
		findings.creditsLeft = await readCreditsLeft(source);
	}
	const failedPages = failures.filter((failure) => skippedAs(failure) === 'failures').length;
	const missing = missingReasons(findings);
	const note = missingNote(missing, { maxPages, failures });
	return { crawl: { ...known, failedPages, ...(note !== '' && { missing, note }) }, failures };
}

/** @returns undefined where the account's credits are not known, as on servers of one's own */
async function readCreditsLeft({ call, limits }: ResultSource): Promise<number | undefined> {
	const request = { method: 'GET', path: '/v2/team/credit-usage' } as const;
	// A hint is not worth a second attempt.
	const answer = await call
		.send(READ_CREDITS, request, { ...limits, until: Date.now() })
		.catch((error: unknown): IDataObject => {
			if (error instanceof RequestFailure) return {};
			throw error;
		});
	const { remainingCredits } = isRecord(answer.data) ? answer.data : {};
	return typeof remainingCredits === 'number' ? remainingCredits : undefined;
}
