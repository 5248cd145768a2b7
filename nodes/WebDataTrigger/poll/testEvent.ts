import type { IDataObject } from 'n8n-workflow';

import type { Poll } from './pipeline';
import { readEnd, type Candidate } from './readEnds';
import { UnreadableRun } from './runSource';

/** A sample is not worth reading more runs: the user waits for it. */
const MAX_RUNS = 20;

/**
 * The first run that would have been an event, for "Fetch Test Event".
 *
 * @param candidates the newest first
 * @returns undefined where there is none
 * @throws what reading a run threw; a refusal of one, which may be of the key, only where no other serves
 */
export async function newestEvent(
	poll: Poll,
	candidates: readonly Candidate[],
): Promise<IDataObject | undefined> {
	let refusal: UnreadableRun | undefined;
	for (const candidate of candidates.slice(0, MAX_RUNS)) {
		const news = await readEnd(candidate, poll).catch((error: unknown) => {
			if (!(error instanceof UnreadableRun)) throw error;
			refusal ??= error;
			return 'unread';
		});
		if (typeof news !== 'string') return news;
	}
	if (refusal) throw refusal;
	return undefined;
}
