import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import { processingPauseMs } from '../../../contract/processing';
import { longestScrapeMs, type ScrapeOptions } from '../../../contract/requests/scrapeOptions';
import type { Call } from '../../../operation/call';
import { ErrorAnswer, UnusableAnswer } from '../../../transport/failure';
import {
	PROMPT_ANSWER_MS,
	TIMEOUT_MARGIN_MS,
	type RequestKind,
} from '../../../transport/requestKind';
import { wait } from '../../../transport/wait';

/** A scrape is billed by the page: one whose answer was lost costs again when it is repeated. */
const SCRAPE: RequestKind = {
	rateLimit: 'scrape',
	repeatable: 'costsAgain',
	timeout: 0,
	ifTooLarge: 'Choose fewer formats, or only parts of the page with Include Tags.',
};

/** Requests that read a finished scrape. */
export const READ: RequestKind = {
	rateLimit: 'jobRead',
	repeatable: 'harmless',
	timeout: PROMPT_ANSWER_MS,
};

/** Change tracking waits for so long before it reads a page. */
const TRACKING_WAIT_MS = 5_000;

/** How long a document is waited for that the service works at longer than a request lasts. */
const MAX_PROCESSING_MS = 20 * 60_000;

/**
 * Scrapes a page.
 *
 * @returns its document
 * @throws RequestFailure
 */
export async function scrape(call: Call, body: ScrapeOptions): Promise<IDataObject> {
	const request = {
		method: 'POST',
		path: '/v2/scrape',
		body,
		// The service's own answer to a time-out is to arrive first.
		timeout: longestScrapeMs(body) + TRACKING_WAIT_MS + TIMEOUT_MARGIN_MS,
	} as const;
	const deadline = Date.now() + MAX_PROCESSING_MS;
	for (;;) {
		const answer = await call.send(SCRAPE, request).catch((error: unknown) => {
			const pause = error instanceof ErrorAnswer ? pauseAfter(error) : undefined;
			if (pause === undefined || Date.now() + pause > deadline) throw error;
			return pause;
		});
		if (typeof answer !== 'number') return documentOf(answer);
		await wait(answer, call.execution.signal);
	}
}

function pauseAfter({ status, details, retryAfterMs }: ErrorAnswer): number | undefined {
	return status === 408 ? processingPauseMs(details, retryAfterMs) : undefined;
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
