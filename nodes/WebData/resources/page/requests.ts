import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import { longestScrapeMs, type ScrapeOptions } from '../../../contract/requests/scrapeOptions';
import type { Call } from '../../../operation/call';
import { scrapeIdOf } from '../../../operation/pageItem';
import { untilProcessed } from '../../../operation/untilProcessed';
import { UnusableAnswer } from '../../../transport/failure';
import { harmless, type RequestKind, TIMEOUT_MARGIN_MS } from '../../../transport/requestKind';

/** A scrape is billed by the page: one whose answer was lost costs again when it is repeated. */
const SCRAPE: RequestKind = {
	rateLimit: 'scrape',
	repeatable: 'costsAgain',
	timeout: 0,
	ifTooLarge: 'Choose fewer formats, or only parts of the page with Include Tags.',
};

/** What is clicked and written on a page may be done once only. */
const ACTING_SCRAPE: RequestKind = {
	...SCRAPE,
	repeatable: 'billedStart',
	howToLook: 'Look on the website whether the actions were done.',
};

/** Requests that read a finished scrape. */
export const READ = harmless('jobRead');

/** Change tracking waits for so long before it reads a page. */
const TRACKING_WAIT_MS = 5_000;

/**
 * Scrapes a page.
 *
 * @returns its document
 * @throws RequestFailure
 */
export async function scrape(call: Call, body: ScrapeOptions): Promise<IDataObject> {
	const answer = await untilProcessed(call, body.actions === undefined ? SCRAPE : ACTING_SCRAPE, {
		method: 'POST',
		path: '/v2/scrape',
		body,
		// The service's own answer to a time-out is to arrive first.
		timeout: longestScrapeMs(body) + TRACKING_WAIT_MS + TIMEOUT_MARGIN_MS,
	});
	const document = documentOf(answer);
	const scrapeId = scrapeIdOf(document);
	if (scrapeId !== undefined) call.execution.scrapeIds.add(scrapeId);
	return document;
}

/**
 * The document of an answer, with the warning that may stand beside it.
 *
 * @throws UnusableAnswer where there is none
 */
export function documentOf({ data, warning }: IDataObject): IDataObject {
	if (!isRecord(data)) {
		throw new UnusableAnswer(
			'The answer holds no page',
			"The service answered with something else than was asked for. Check the Base URL of this node's credential.",
		);
	}
	return { ...(typeof warning === 'string' && { warning }), ...(data as IDataObject) };
}
