import type { IDataObject } from 'n8n-workflow';

import type { Poll } from './pipeline';
import { readEnd, type Candidate } from './readEnds';

/** A sample is not worth reading more runs: the user waits for it. */
const MAX_RUNS = 20;

/**
 * The first run that would have been an event, for "Fetch Test Event".
 *
 * @param candidates the newest first
 * @returns undefined where there is none
 */
export async function newestEvent(
	poll: Poll,
	candidates: readonly Candidate[],
): Promise<IDataObject | undefined> {
	for (const candidate of candidates.slice(0, MAX_RUNS)) {
		const news = await readEnd(candidate, poll);
		if (typeof news !== 'string') return news;
	}
	return undefined;
}
