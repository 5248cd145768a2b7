import type { IDataObject } from 'n8n-workflow';

import {
	hasReachedLimit,
	missingReasons,
	skippedAs,
	type CrawlFindings,
} from '../../../contract/crawlEnd';
import { hasJobEnded, type PageFailure } from '../../../contract/jobPages';
import {
	knownPageFailures,
	type KnownFailures,
	type ResultSource,
} from '../../../jobs/resultPages';
import { failuresUnknown, missingNote } from '../../../messages/crawl';
import { ExplainedFailure } from '../../../messages/explanation';
import { jobItem } from '../../../operation/jobItem';
import { RequestFailure } from '../../../transport/failure';
import { readCredits } from '../account/requests';

/** What stands on every item of a crawl, beside the page. */
export interface CrawlFacts extends KnownFailures {
	/** The JSON of the item's field `crawl`. */
	crawl: IDataObject;
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
 * @returns no failures as long as the crawl is at work
 */
export async function crawlFacts(
	source: ResultSource,
	{ status, maxPages, started = {} }: KnownCrawl,
): Promise<CrawlFacts> {
	const { total, completed, creditsUsed, error, warning } = status;
	const { promptGeneratedOptions } = started;
	const known: IDataObject = {
		...jobItem({ total, completed, creditsUsed, error }),
		...(warning !== undefined && { warning }),
		...(promptGeneratedOptions !== undefined && { promptGeneratedOptions }),
	};
	if (!hasJobEnded(status.status)) return { crawl: known, failures: [] };
	const { failures, unread } = await knownPageFailures(source);
	const findings: CrawlFindings = { maxPages, completed: Number(completed), failures };
	if (maxPages !== undefined && !hasReachedLimit(findings)) {
		findings.creditsLeft = await readCreditsLeft(source);
	}
	const missing = missingReasons(findings);
	const notes = [missingNote(missing, { maxPages, failures }), unread && failuresUnknown(unread)];
	const note = notes.filter(Boolean).join(' ');
	const crawl = {
		...known,
		...(!unread && { failedPages: failures.filter(isFailure).length }),
		...(missing.length > 0 && { missing }),
		...(note !== '' && { note }),
	};
	return { crawl, failures, unread };
}

function isFailure(failure: PageFailure): boolean {
	return skippedAs(failure) === 'failures';
}

/** @returns undefined where the account's credits are not known, as on servers of one's own */
async function readCreditsLeft({ call, limits }: ResultSource): Promise<number | undefined> {
	// A hint is not worth a second attempt.
	return await readCredits(call, { ...limits, until: Date.now() }).then(
		({ remainingCredits }) => remainingCredits,
		(error: unknown) => {
			const isUnknown = error instanceof RequestFailure || error instanceof ExplainedFailure;
			if (isUnknown) return undefined;
			throw error;
		},
	);
}
