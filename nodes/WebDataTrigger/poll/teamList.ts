import type { ListedRun } from '../../contract/runList';
import type { TeamState } from '../state/state';
import { readPages, type ListPages } from './listPages';
import type { Poll } from './pipeline';

/** What a poll has seen of the team's list. */
export interface TeamList {
	/** All runs seen, by id. */
	runs: ReadonlyMap<string, ListedRun>;
	/** The newest run that the list has. */
	newest?: ListedRun;
	/** Whether nothing new was there, so that not all runs since `settledBefore` were looked at again. */
	isIdle: boolean;
	/** What is left to be read. */
	gap?: TeamState['gap'];
}

/**
 * Reads the list as far as a poll needs it: from the newest run to `settledBefore`, then on in the
 * gap, then to unsettled runs where pages are cheaper than asking for each. Takes at most half of
 * the poll's time; the other half is for the runs found.
 */
export async function readTeamList(state: TeamState, poll: Poll): Promise<TeamList> {
	const { source, now } = poll;
	const startedAt = now();
	const readUntil = startedAt + (poll.deadline - startedAt) / 2;
	const hasTime = () => now() < readUntil;

	const recent = await readPages(
		source,
		undefined,
		(read) => read.readTo >= state.settledBefore && !isAllKnown(read, state) && hasTime(),
	);
	const isAllRead = recent.readTo < state.settledBefore;
	const isIdle = !isAllRead && isAllKnown(recent, state);
	const stretches = [recent];
	let gap = state.gap;
	if (!isAllRead && !isIdle) {
		gap = { from: recent.readTo + 1, to: gap?.to ?? state.settledBefore };
	} else if (gap) {
		const { from, to } = gap;
		const read = await readPages(source, from, ({ readTo }) => readTo >= to && hasTime());
		stretches.push(read);
		gap = read.readTo < to ? undefined : { from: read.readTo + 1, to };
	}
	const seen = new Set(stretches.flatMap(({ runs }) => runs.map(({ id }) => id)));
	const older = pagesForUnsettled(state, recent, seen);
	if (older) {
		stretches.push(
			await readPages(
				source,
				recent.readTo + 1,
				({ readTo, pages }) => readTo > older.to && pages < older.maxPages && hasTime(),
			),
		);
	}

	const runs = new Map(stretches.flatMap((read) => read.runs.map((run) => [run.id, run])));
	return { runs, newest: recent.runs[0], isIdle, ...(gap && { gap }) };
}

/** A first page without a new run: what lies below it was read when its runs were new. */
function isAllKnown({ pages, runs }: ListPages, { handled, unsettled }: TeamState): boolean {
	return (
		pages === 1 &&
		runs.length > 0 &&
		runs.every(({ id }) => Object.hasOwn(handled, id) || Object.hasOwn(unsettled, id))
	);
}

/**
 * How far to read older pages for unsettled runs that were not seen: to as many of the newest of
 * them as save the most requests against asking for each. How far a page reaches is taken from those
 * already read.
 *
 * @returns undefined where asking for each is cheaper
 */
function pagesForUnsettled(
	{ unsettled }: TeamState,
	{ readTo, pages, runs }: ListPages,
	seen: ReadonlySet<string>,
): { to: number; maxPages: number } | undefined {
	const missing = Object.entries(unsettled)
		.filter(([id, createdAtMs]) => !seen.has(id) && createdAtMs <= readTo)
		.map(([, createdAtMs]) => createdAtMs)
		.sort((a, b) => b - a);
	const newest = runs[0]?.createdAtMs ?? readTo;
	const msPerPage = Math.max(1, (newest - readTo) / pages);
	let best: { to: number; maxPages: number } | undefined;
	let mostSaved = 1;
	for (const [index, createdAtMs] of missing.entries()) {
		const runsFound = index + 1;
		const saved = runsFound - (Math.ceil((readTo - createdAtMs) / msPerPage) || 1);
		if (saved < mostSaved) continue;
		mostSaved = saved;
		best = { to: createdAtMs, maxPages: runsFound };
	}
	return best;
}
