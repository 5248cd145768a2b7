import { inclusiveNextPage, oldestOf, runsOfPage, type ListedRun } from '../../contract/runList';
import type { RunSource } from './runSource';

/** A stretch of the list that was read. */
export interface ListPages {
	runs: ListedRun[];
	/** How many pages it took. */
	pages: number;
	/** Every run created after this time was read; -Infinity at the end of the list. */
	readTo: number;
}

/**
 * Reads the list from newer to older, at least one page.
 *
 * @param from only runs created before this time; undefined for the newest
 * @param goesOn asked before each further page, with what has been read so far
 */
export async function readPages(
	source: RunSource,
	from: number | undefined,
	goesOn: (read: ListPages) => boolean,
): Promise<ListPages> {
	const read: ListPages = { runs: [], pages: 0, readTo: Number.POSITIVE_INFINITY };
	let before = from;
	do {
		const page = await source.list(before);
		const runs = runsOfPage(page);
		read.runs.push(...runs);
		read.pages++;
		const oldest = oldestOf(runs);
		before = inclusiveNextPage(page, oldest, before);
		if (before === undefined) {
			read.readTo = Number.NEGATIVE_INFINITY;
			return read;
		}
		// A page may be empty although there are older runs, as when all of its runs are hidden ones.
		read.readTo = oldest ?? before - 1;
	} while (goesOn(read));
	return read;
}
