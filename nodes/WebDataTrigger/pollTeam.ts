import type { IDataObject } from 'n8n-workflow';

import { hasEnded } from '../contract/agentOutcome';
import type { ListedRun } from '../contract/runList';
import { hasPrompt, readRun, runState, vanishedRun, type RunState } from './agentEvent';
import { inOrder } from './inOrder';
import { failureAmong, MAX_CONCURRENCY, type PollOptions, type PollResult } from './poll';
import type { RunSource } from './runSource';
import { scanList } from './scanList';
import type { TeamState } from './state';
import { scanTeam, type TeamScan } from './teamScan';

/** A run may appear in the list so much later than its creation time says. */
const LATE_APPEARANCE_MS = 2 * 60_000;

/** A run in progress is given up so long after its creation; else stuck ones would add up. */
const MAX_RUN_MS = 30 * 24 * 60 * 60_000;

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
 * @throws what the list route threw, or the status route when no run could be read at all
 */
export async function pollTeam(
	before: TeamState | undefined,
	account: string,
	source: RunSource,
	options: PollOptions,
): Promise<PollResult<TeamState>> {
	const state = before ?? (options.emitExisting ? emptyState(account) : undefined);
	if (!state) return { events: [], state: await baseline(account, source, options) };

	const scan = await scanTeam(source, state, options);
	if (state.account !== account && !(await isSameTeam(state, scan, source))) {
		return await pollTeam(undefined, account, source, options);
	}
	const candidates = candidatesOf(state, scan, options);
	const results = await inOrder(
		candidates,
		MAX_CONCURRENCY,
		() => options.now() < options.deadline,
		async (candidate) => await readCandidate(source, candidate, options),
	);
	const unread = failureAmong(results);
	return { ...settle({ ...state, account }, scan, candidates, results, options), unread };
}

function emptyState(account: string): TeamState {
	return { watch: 'team', account, settledBefore: 0, handled: {}, unsettled: {} };
}

/**
 * The state of a first poll: all ended runs are settled, all others are waited for. The list is read
 * as far back as a run may still be in progress, or as time allows.
 */
async function baseline(
	account: string,
	source: RunSource,
	options: PollOptions,
): Promise<TeamState> {
	const startedAt = options.now();
	const scanUntil = startedAt + Math.min(BASELINE_MS, (options.deadline - startedAt) / 2);
	const { runs } = await scanList(
		source,
		undefined,
		({ readTo }) => readTo >= startedAt - MAX_RUN_MS && options.now() < scanUntil,
	);
	const settledBefore = settledUpTo(runs[0], options);
	const isAwaited = (run: ListedRun) => !hasEnded(run.fields.status) && isWanted(run, options);
	const isRecent = ({ createdAtMs }: ListedRun) => createdAtMs >= settledBefore;
	return {
		...emptyState(account),
		settledBefore,
		handled: times(runs.filter((run) => !isAwaited(run) && isRecent(run))),
		unsettled: times(runs.filter(isAwaited)),
	};
}

/**
 * Runs are looked for in the list from here on: from the newest one known, or from a while ago
 * because a run may appear late. The newest one counts as well as the clock of n8n, which may be fast.
 */
function settledUpTo(newest: ListedRun | undefined, { now }: PollOptions): number {
	return Math.min(newest?.createdAtMs ?? 0, now() - LATE_APPEARANCE_MS);
}

/**
 * Whether a changed credential, such as a new key, belongs to the same team: then its list has the
 * newest run that was known.
 */
async function isSameTeam(
	{ handled, unsettled }: TeamState,
	{ listed }: TeamScan,
	source: RunSource,
): Promise<boolean> {
	const known = Object.entries({ ...handled, ...unsettled }).sort(([, a], [, b]) => b - a);
	if (known.some(([id]) => listed.has(id))) return true;
	const [newest] = known;
	if (!newest) return false;
	const { runs } = await scanList(source, newest[1] + 1, () => false);
	return runs.some(({ id }) => id === newest[0]);
}

/** The runs to read: ended ones that were not handled, and unsettled ones that no page showed. */
function candidatesOf(
	{ settledBefore, gap, handled, unsettled }: TeamState,
	{ listed }: TeamScan,
	options: PollOptions,
): Candidate[] {
	const floor = Math.min(settledBefore, gap?.to ?? settledBefore);
	const isOpen = (run: ListedRun) =>
		Object.hasOwn(unsettled, run.id) ||
		(run.createdAtMs >= floor && !Object.hasOwn(handled, run.id));
	// Reversed, so that runs of the same moment come in the order of their start.
	const ended = [...listed.values()]
		.reverse()
		.filter((run) => isOpen(run) && hasEnded(run.fields.status) && isWanted(run, options))
		.map((run) => ({ id: run.id, createdAtMs: run.createdAtMs, listed: run }));
	const unseen = Object.entries(unsettled)
		.filter(([id]) => !listed.has(id))
		.map(([id, createdAtMs]) => ({ id, createdAtMs }));
	return [...ended, ...unseen].sort((a, b) => a.createdAtMs - b.createdAtMs);
}

function isWanted({ fields }: ListedRun, { promptContains }: PollOptions): boolean {
	return hasPrompt(fields, promptContains);
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
	return await runState(source, id, status, options, entry?.fields);
}

/** Takes what was found over into the state: once, at the end, and nothing of a poll that failed. */
function settle(
	before: TeamState,
	{ listed, newest, isIdle, gap }: TeamScan,
	candidates: readonly Candidate[],
	results: ReadonlyArray<PromiseSettledResult<RunState> | undefined>,
	options: PollOptions,
): PollResult<TeamState> {
	const events: IDataObject[] = [];
	const handled = new Map(Object.entries(before.handled));
	const unsettled = new Map(Object.entries(before.unsettled));
	const handle = (id: string, createdAtMs: number) => {
		handled.set(id, createdAtMs);
		unsettled.delete(id);
	};
	const wait = (id: string, createdAtMs: number) => {
		const isStuck = createdAtMs > 0 && createdAtMs < options.now() - MAX_RUN_MS;
		if (isStuck) handle(id, createdAtMs);
		else unsettled.set(id, createdAtMs);
	};
	for (const run of listed.values()) {
		const { id, createdAtMs, fields } = run;
		if (!isWanted(run, options)) handle(id, createdAtMs);
		else if (!hasEnded(fields.status) && !handled.has(id)) wait(id, createdAtMs);
	}
	for (const [index, { id, createdAtMs }] of candidates.entries()) {
		const result = results[index];
		if (result?.status !== 'fulfilled') {
			unsettled.set(id, createdAtMs);
		} else if (result.value === 'inProgress') {
			wait(id, createdAtMs);
		} else {
			handle(id, createdAtMs);
			const event = result.value === 'unknown' ? vanishedRun(id, options) : result.value;
			if (typeof event === 'object') events.push(event);
		}
	}

	const { watch, account } = before;
	const settledBefore = isIdle
		? before.settledBefore
		: Math.max(before.settledBefore, settledUpTo(newest, options));
	const floor = Math.min(settledBefore, gap?.to ?? settledBefore);
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
