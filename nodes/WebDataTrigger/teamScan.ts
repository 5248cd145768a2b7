import type { ListedRun } from '../contract/runList';
import type { PollOptions } from './poll';
import type { RunSource } from './runSource';
import { scanList, type Scan } from './scanList';
import type { Gap, TeamState } from './state';

/** What a poll has seen of the team's list. */
export interface TeamScan {
	/** All runs seen, by id. */
	listed: ReadonlyMap<string, ListedRun>;
	/** The newest run that the list has. */
	newest?: ListedRun;
	/** Whether nothing new was there, so that not all runs since `settledBefore` were looked at again. */
	isIdle: boolean;
	/** What is left to be read. */
	gap?: Gap;
}

/**
 * Reads the list as far as a poll needs it: from the newest run to `settledBefore`, then on in the
 * gap, then to unsettled runs where pages are cheaper than asking for each. Takes at most half of
 * the poll's time; the other half is for the runs found.
 */
export async function scanTeam(
	source: RunSource,
	state: TeamState,
	options: PollOptions,
): Promise<TeamScan> {
	const startedAt = options.now();
	const scanUntil = startedAt + (options.deadline - startedAt) / 2;
	const hasTime = () => options.now() < scanUntil;

	const recent = await scanList(
		source,
		undefined,
		(scan) => scan.readTo >= state.settledBefore && !isAllKnown(scan, state) && hasTime(),
	);
	const isAllRead = recent.readTo < state.settledBefore;
	const isIdle = !isAllRead && isAllKnown(recent, state);
	const scans = [recent];
	let gap = state.gap;
	if (!isAllRead && !isIdle) {
		gap = { from: recent.readTo + 1, to: gap?.to ?? state.settledBefore };
	} else if (gap) {
		const { from, to } = gap;
		const scan = await scanList(source, from, ({ readTo }) => readTo >= to && hasTime());
		scans.push(scan);
		gap = scan.readTo < to ? undefined : { from: scan.readTo + 1, to };
	}
	scans.push(await scanForUnsettled(source, state, scans, hasTime));

	const listed = new Map(scans.flatMap(({ runs }) => runs.map((run) => [run.id, run])));
	return { listed, newest: recent.runs[0], isIdle, ...(gap && { gap }) };
}

/** A first page without a new run: what lies below it was read when its runs were new. */
function isAllKnown({ pages, runs }: Scan, { handled, unsettled }: TeamState): boolean {
	return (
		pages === 1 &&
		runs.every(({ id }) => Object.hasOwn(handled, id) || Object.hasOwn(unsettled, id))
	);
}

/**
 * Reads older pages for unsettled runs as long as that takes fewer requests than asking for the
 * status of each. How far a page reaches is taken from those already read.
 */
async function scanForUnsettled(
	source: RunSource,
	{ unsettled }: TeamState,
	scans: readonly Scan[],
	hasTime: () => boolean,
): Promise<Scan> {
	const [recent] = scans as [Scan];
	const { readTo, pages } = recent;
	const seen = new Set(scans.flatMap(({ runs }) => runs.map(({ id }) => id)));
	const missing = Object.entries(unsettled)
		.filter(([id, createdAtMs]) => !seen.has(id) && createdAtMs <= readTo)
		.map(([, createdAtMs]) => createdAtMs)
		.sort((a, b) => b - a);
	const newest = recent.runs[0]?.createdAtMs ?? readTo;
	const msPerPage = Math.max(1, (newest - readTo) / pages);
	const pagesTo = (createdAtMs: number) => Math.ceil((readTo - createdAtMs) / msPerPage) || 1;
	// To be read in pages: as many of the newest ones as make the sum of requests smallest.
	const savings = missing.map((createdAtMs, index) => index + 1 - pagesTo(createdAtMs));
	const count = savings.lastIndexOf(Math.max(1, ...savings)) + 1;
	const oldest = missing[count - 1];
	if (oldest === undefined) return { runs: [], pages: 0, readTo };
	return await scanList(
		source,
		readTo + 1,
		(scan) => scan.readTo > oldest && scan.pages < count && hasTime(),
	);
}
