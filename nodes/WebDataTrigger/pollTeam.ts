import type { IDataObject } from 'n8n-workflow';

import { hasEnded } from '../contract/agentOutcome';
import type { ListedRun } from '../contract/runList';
import { promptOf, readRun, type RunState } from './agentEvent';
import { inOrder } from './inOrder';
import { MAX_CONCURRENCY, type PollOptions, type PollResult } from './poll';
import type { RunSource } from './runSource';
import { scanList, type Scan } from './scanList';
import type { Gap, TeamState } from './state';

/** A run may appear in the list so much later than its creation time says. */
const LATE_APPEARANCE_MS = 10 * 60_000;

/** How long the first look at a team's runs may take: the user waits for it. */
const BASELINE_MS = 60_000;

/** A run whose present state has to be read. */
interface Candidate {
	id: string;
	createdAtMs: number;
	/** Its entry in the list, where a page with it was read. */
	listed?: ListedRun;
}

/**
 * Looks for runs of the team that have ended since the last poll.
 *
 * @param before undefined at the first poll: what has ended until then is the baseline
 * @param account digest of the account whose runs are watched
 * @throws what the list route threw, or the status route when no event could be read at all
 */
export async function pollTeam(
	before: TeamState | undefined,
	account: string,
	source: RunSource,
	options: PollOptions,
): Promise<PollResult<TeamState>> {
	const startedAt = options.now();
	const scanUntil = startedAt + (options.deadline - startedAt) / 2;
	const beginning = options.emitExisting ? emptyState(account) : undefined;
	let state = before ?? beginning;
	const recent = await scanList(source, undefined, ({ readTo }) =>
		state
			? readTo >= state.settledBefore && options.now() < scanUntil
			: options.now() < Math.min(scanUntil, startedAt + BASELINE_MS),
	);
	if (before && isOtherTeam(before, account, recent))
		return await pollTeam(undefined, account, source, options);
	if (!state) return { events: [], state: baseline(account, recent, options) };

	state = { ...state, account };
	const { rest, gap } = await scanGap(source, state, recent, () => options.now() < scanUntil);
	const scans = [recent, ...rest];
	const older = await scanForUnsettled(source, state, scans, () => options.now() < scanUntil);
	const listed = new Map([...scans, older].flatMap(({ runs }) => runs.map((run) => [run.id, run])));

	const candidates = candidatesOf(state, listed, options);
	const results = await inOrder(
		candidates,
		MAX_CONCURRENCY,
		() => options.now() < options.deadline,
		async (candidate) => await readCandidate(source, candidate, options),
	);
	return settle(state, gap, listed, candidates, results, options);
}

function emptyState(account: string): TeamState {
	return { watch: 'team', account, settledBefore: 0, handled: {}, unsettled: {} };
}

/**
 * Whether a changed credential belongs to another team. A new key of the same team lists at least
 * one run that is known: the newest one is always among the handled or the unsettled.
 */
function isOtherTeam(state: TeamState, account: string, { runs }: Scan): boolean {
	if (state.account === account) return false;
	return !runs.some(
		({ id }) => Object.hasOwn(state.handled, id) || Object.hasOwn(state.unsettled, id),
	);
}

/** The state of a first poll: all ended runs are settled, all others are waited for. */
function baseline(account: string, { runs }: Scan, options: PollOptions): TeamState {
	const settledBefore = settledUpTo(runs, options);
	const isOver = ({ fields }: ListedRun) => hasEnded(fields.status);
	const isRecent = ({ createdAtMs }: ListedRun) => createdAtMs >= settledBefore;
	return {
		...emptyState(account),
		settledBefore,
		handled: times(runs.filter((run) => isOver(run) && isRecent(run))),
		unsettled: times(runs.filter((run) => !isOver(run) && isWanted(run, options))),
	};
}

/**
 * Runs are looked for in the list from here on: from the newest one known, or from some minutes ago
 * because a run may appear late. The newest one counts as well as the clock of n8n, which may be fast.
 */
function settledUpTo(runs: readonly ListedRun[], { now }: PollOptions): number {
	const newest = Math.max(0, ...runs.map(({ createdAtMs }) => createdAtMs));
	return Math.min(newest, now() - LATE_APPEARANCE_MS);
}

/** Reads on where earlier polls had no time to, unless this one has already run out of it. */
async function scanGap(
	source: RunSource,
	{ settledBefore, gap }: TeamState,
	recent: Scan,
	hasTime: () => boolean,
): Promise<{ rest: Scan[]; gap?: Gap }> {
	if (recent.readTo >= settledBefore) {
		return { rest: [], gap: { from: recent.readTo + 1, to: gap?.to ?? settledBefore } };
	}
	if (!gap) return { rest: [] };
	const scan = await scanList(source, gap.from, ({ readTo }) => readTo >= gap.to && hasTime());
	const isFilled = scan.readTo < gap.to;
	return { rest: [scan], ...(!isFilled && { gap: { from: scan.readTo + 1, to: gap.to } }) };
}

/**
 * Reads older pages for unsettled runs as long as that takes fewer requests than asking for the
 * status of each. How far a page reaches is taken from those already read.
 */
async function scanForUnsettled(
	source: RunSource,
	{ unsettled }: TeamState,
	[recent, ...rest]: Scan[],
	hasTime: () => boolean,
): Promise<Scan> {
	const nothing: Scan = { runs: [], pages: 0, readTo: recent!.readTo };
	const seen = new Set([recent!, ...rest].flatMap(({ runs }) => runs.map(({ id }) => id)));
	const missing = Object.entries(unsettled)
		.filter(([id, createdAtMs]) => !seen.has(id) && createdAtMs <= recent!.readTo)
		.map(([, createdAtMs]) => createdAtMs)
		.sort((a, b) => b - a);
	const newest = recent!.runs[0]?.createdAtMs ?? recent!.readTo;
	const msPerPage = Math.max(1, (newest - recent!.readTo) / recent!.pages);
	const pagesTo = (createdAtMs: number) =>
		Math.ceil((recent!.readTo - createdAtMs) / msPerPage) || 1;
	// To be read in pages: as many of the newest ones as make the sum of requests smallest.
	const costs = missing.map((createdAtMs, index) => pagesTo(createdAtMs) - (index + 1));
	const best = Math.min(0, ...costs);
	if (best === 0) return nothing;
	const oldest = missing[costs.lastIndexOf(best)]!;
	const maxPages = pagesTo(oldest) * 2;
	return await scanList(
		source,
		recent!.readTo + 1,
		({ readTo, pages }) => readTo > oldest && pages < maxPages && hasTime(),
	);
}

/** The runs to read: ended ones that were not handled, and unsettled ones that no page showed. */
function candidatesOf(
	{ settledBefore, gap, handled, unsettled }: TeamState,
	listed: ReadonlyMap<string, ListedRun>,
	options: PollOptions,
): Candidate[] {
	const floor = Math.min(settledBefore, gap?.to ?? settledBefore);
	const isOpen = (run: ListedRun) =>
		Object.hasOwn(unsettled, run.id) ||
		(run.createdAtMs >= floor && !Object.hasOwn(handled, run.id));
	const ended = [...listed.values()]
		.filter((run) => isOpen(run) && hasEnded(run.fields.status) && isWanted(run, options))
		.map((run) => ({ id: run.id, createdAtMs: run.createdAtMs, listed: run }));
	const unseen = Object.entries(unsettled)
		.filter(([id]) => !listed.has(id))
		.map(([id, createdAtMs]) => ({ id, createdAtMs }));
	return [...ended, ...unseen].sort((a, b) => a.createdAtMs - b.createdAtMs);
}

function isWanted({ fields }: ListedRun, { promptContains }: PollOptions): boolean {
	return promptOf(fields).toLowerCase().includes(promptContains.toLowerCase());
}

/**
 * What has become of a run. One that no page showed costs two requests when it has ended, like any
 * other: its status and, for prompt and creation time, the page of the list that begins with it.
 */
async function readCandidate(
	source: RunSource,
	{ id, createdAtMs, listed }: Candidate,
	options: PollOptions,
): Promise<RunState> {
	if (listed) return await readRun(source, id, options, listed.fields);
	const status = await source.status(id);
	if (status && !hasEnded(status.status)) return 'inProgress';
	const page = await scanList(source, createdAtMs + 1, () => false);
	const entry = page.runs.find((run) => run.id === id);
	if (!status && !entry) return 'unknown';
	const known: RunSource = { ...source, status: async () => await Promise.resolve(status) };
	return await readRun(known, id, options, entry?.fields);
}

/** Takes what was found over into the state: once, at the end, and nothing of a poll that failed. */
function settle(
	before: TeamState,
	gap: Gap | undefined,
	listed: ReadonlyMap<string, ListedRun>,
	candidates: readonly Candidate[],
	results: ReadonlyArray<PromiseSettledResult<RunState>>,
	options: PollOptions,
): PollResult<TeamState> {
	const events: IDataObject[] = [];
	const handled = new Map(Object.entries(before.handled));
	const unsettled = new Map(Object.entries(before.unsettled));
	for (const run of listed.values()) {
		const { id, createdAtMs, fields } = run;
		const isInProgress = !hasEnded(fields.status) && isWanted(run, options);
		if (isInProgress && !handled.has(id)) unsettled.set(id, createdAtMs);
	}
	for (const [index, { id, createdAtMs }] of candidates.entries()) {
		const result = results[index];
		if (result?.status !== 'fulfilled' || result.value === 'inProgress') {
			unsettled.set(id, createdAtMs);
			continue;
		}
		handled.set(id, createdAtMs);
		unsettled.delete(id);
		if (typeof result.value !== 'string') events.push(result.value);
	}
	const failed = results.find((result) => result?.status === 'rejected');
	if (failed?.status === 'rejected' && events.length === 0) throw failed.reason;

	const newest = settledUpTo([...listed.values()], options);
	const settledBefore = Math.max(before.settledBefore, newest);
	const floor = Math.min(settledBefore, gap?.to ?? settledBefore);
	const { watch, account } = before;
	return {
		events,
		state: {
			watch,
			account,
			settledBefore,
			// Older ones are settled by their age.
			handled: Object.fromEntries([...handled].filter(([, time]) => time >= floor)),
			unsettled: Object.fromEntries(unsettled),
			...(gap && { gap }),
		},
	};
}

function times(runs: readonly ListedRun[]): Record<string, number> {
	return Object.fromEntries(runs.map(({ id, createdAtMs }) => [id, createdAtMs]));
}
