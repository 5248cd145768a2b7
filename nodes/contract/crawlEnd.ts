import type { PageFailure } from './jobPages';

/** Why a crawl has read fewer pages than its website has. */
export type MissingReason = 'limit' | 'credits' | 'robots' | 'paths' | 'failures';

/** What an entry among the errors of a crawl stands for (service, C1 and C3). */
export type Skipped = 'failures' | 'robots' | 'paths' | 'external';

export function skippedAs({ code, error }: PageFailure): Skipped {
	if (code === 'EXTERNAL_LINK') return 'external';
	if (code !== 'CRAWL_DENIAL') return 'failures';
	return /robots/i.test(error) ? 'robots' : 'paths';
}

/** What is known of a crawl that has ended. */
export interface CrawlFindings {
	/** How many pages it was to read at most; undefined where that is not known. */
	maxPages?: number;
	/** How many it has read. */
	completed: number;
	failures: PageFailure[];
	/** Credits that the account has left; undefined where that is not known. */
	creditsLeft?: number;
}

/** Whether a crawl has tried as many pages as it was allowed to. */
export function hasReachedLimit({ maxPages, completed, failures }: CrawlFindings): boolean {
	const failed = failures.filter((failure) => skippedAs(failure) === 'failures').length;
	return maxPages !== undefined && completed + failed >= maxPages;
}

/**
 * Why pages are missing, the most likely reason first. A start with too few credits is not refused:
 * the service lowers its limit to the balance and says nothing (service, K).
 */
export function missingReasons(findings: CrawlFindings): MissingReason[] {
	const { failures, maxPages, creditsLeft } = findings;
	const isAtLimit = hasReachedLimit(findings);
	const isOutOfCredits =
		(maxPages !== undefined && !isAtLimit && creditsLeft !== undefined && creditsLeft < 1) ||
		failures.some(({ error }) => /insufficient credits/i.test(error));
	const skipped = new Set(failures.map(skippedAs));
	const reasons: Array<[MissingReason, boolean]> = [
		['limit', isAtLimit],
		['credits', isOutOfCredits],
		['robots', skipped.has('robots')],
		['paths', skipped.has('paths')],
		['failures', skipped.has('failures')],
	];
	return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}
