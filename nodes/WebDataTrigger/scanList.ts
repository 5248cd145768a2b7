import { inclusiveNextPage, oldestOf, runsOfPage, type ListedRun } from '../contract/runList';
import type { RunSource } from './runSource';

/** A stretch of the list that was read. */
export interface Scan {
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
export async function scanList(
	source: RunSource,
	from: number | undefined,
	goesOn: (scan: Scan) => boolean,
): Promise<Scan> {
	const scan: Scan = { runs: [], pages: 0, readTo: Number.POSITIVE_INFINITY };
	let before = from;
	do {
		const page = await source.list(before);
		const runs = runsOfPage(page);
		scan.runs.push(...runs);
		scan.pages++;
		const oldest = oldestOf(runs);
		before = inclusiveNextPage(page, oldest, before);
		if (before === undefined || runs.length === 0) {
			scan.readTo = Number.NEGATIVE_INFINITY;
			return scan;
		}
		scan.readTo = oldest ?? scan.readTo;
	} while (goesOn(scan));
	return scan;
}
