import type { IDataObject } from 'n8n-workflow';

import { skippedAs, type MissingReason, type Skipped } from '../contract/crawlEnd';
import type { PageFailure } from '../contract/jobPages';
import type { Explanation } from './explanation';
import { sentence } from './sentence';

/** So many entries of the errors route are named in the details of an error. */
const MAX_LISTED = 100;

interface Crawled {
	maxPages?: number;
	failures: PageFailure[];
}

/**
 * Why a crawl has fewer pages than its website, for people.
 *
 * @returns an empty text where nothing is known to be missing
 */
export function missingNote(reasons: MissingReason[], { maxPages, failures }: Crawled): string {
	const count = (skipped: Skipped) =>
		failures.filter((failure) => skippedAs(failure) === skipped).length;
	const texts: Record<MissingReason, () => string> = {
		limit: () => `The crawl ended at Max Pages, ${maxPages}: the website may have more pages.`,
		credits: () =>
			'The account has no credits left: the service may have lowered Max Pages to what there was.',
		robots: () => `robots.txt forbids ${pagesOf(count('robots'))}.`,
		paths: () =>
			'The page at the URL itself was left out, because Include Paths or Exclude Paths say so.',
		failures: () => `${pagesOf(count('failures'))} could not be read: Get Errors lists them.`,
	};
	return reasons.map((reason) => texts[reason]()).join(' ');
}

/** That nothing is known of the pages which a crawl could not read, for people. */
export function failuresUnknown({ message }: Explanation): string {
	return `Which pages could not be read is unknown (${message}): Get Errors may tell later.`;
}

function pagesOf(count: number): string {
	return count === 1 ? '1 page' : `${count.toLocaleString('en-US')} pages`;
}

/** A crawl that ended with success and without a page: only its errors tell why (service, C2). */
export function nothingFound(
	url: string,
	jobId: string,
	{ failures, unread }: { failures: PageFailure[]; unread?: Explanation },
	{ warning, note }: IDataObject,
): Explanation {
	const [first] = failures;
	const reason = first ? reasonOf(first) : unread && failuresUnknown(unread);
	return {
		message: 'The crawl found no page',
		description: [
			reason ?? 'The service names no reason: the website may be down, or its address misspelled.',
			first && sentence(`Service: “${first.error}” (${first.url})`),
			typeof warning === 'string' && sentence(warning),
			!reason && typeof note === 'string' && note,
			`URL: ${url}. Job id: ${jobId}.`,
		]
			.filter(Boolean)
			.join(' '),
		details: {
			jobId,
			url,
			...(first && { error: first.error }),
			...(first?.code !== undefined && { code: first.code }),
			...(failures.length > 0 && { failures: failures.slice(0, MAX_LISTED).map(listed) }),
			retryable: false,
		},
	};
}

function reasonOf(failure: PageFailure): string | undefined {
	switch (skippedAs(failure)) {
		case 'robots':
			return 'The robots.txt of the website forbids its pages to crawlers.';
		case 'paths':
			return 'No page matches Include Paths and Exclude Paths; the one at the URL is tested too.';
		default:
			return 'The first page could not be read.';
	}
}

function listed({ url, error, code }: PageFailure): IDataObject {
	return { url, error, ...(code !== undefined && { code }) };
}
