import { nextPage, runsOfPage, type ListedRun } from '../contract/runList';
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
		const next = nextPage(page, before);
		const oldest = runs.at(-1)?.createdAtMs;
		scan.runs.push(...runs);
		scan.pages++;
		if (next === undefined || oldest === undefined) {
			scan.readTo = Number.NEGATIVE_INFINITY;
			return scan;
		}
		scan.readTo = oldest;
		// Runs of the same moment may lie on both sides of a page's end: that moment is read again.
		const inclusive = oldest + 1;
		before = before === undefined || inclusive < before ? Math.max(inclusive, next) : next;
	} while (goesOn(scan));
	return scan;
}
