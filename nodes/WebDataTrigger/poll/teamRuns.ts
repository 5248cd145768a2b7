import type { IDataObject } from 'n8n-workflow';

import { hasEnded } from '../../contract/agentOutcome';
import { hasPrompt, type ListedRun } from '../../contract/runList';
import type { TeamState } from '../state/state';
import { readPages } from './listPages';
import type { Poll, PollResult, Watched } from './pipeline';
import { believed, failureAmong, readEnds, type Candidate, type Ends } from './readEnds';
import { newestEvent } from './testEvent';
import { readTeamList, type TeamList } from './teamList';

/** A run may appear in the list so much later than its creation time says. */
const LATE_APPEARANCE_MS = 2 * 60_000;

/** A run in progress is given up so long after its creation; else stuck ones would add up. */
const MAX_RUN_MS = 30 * 24 * 60 * 60_000;

/** A sample for the editor is not worth more pages: the user waits for it. */
const MAX_SAMPLE_PAGES = 10;

/** Every run of the team, whoever started it. */
export const TEAM_RUNS: Watched<TeamState> = {
	begin: beginTeam,
	poll: pollTeam,
	isStillOurs: async (state, poll) =>
		await isSameTeam(state, await readTeamList(state, poll), poll),
	sample: async (poll) => await newestEvent(poll, await endedRuns(poll)),
};

/**
 * Looks for runs of the team that have ended since the last poll.
 *
 * @throws what the list route threw, or the status route when no run could be read at all
 */
export async function pollTeam(before: TeamState, poll: Poll): Promise<PollResult<TeamState>> {
	const list = await readTeamList(before, poll);
	if (before.account !== poll.account && !(await isSameTeam(before, list, poll))) {
		return { events: [], state: await beginTeam(poll) };
	}
	const candidates = chooseCandidates(before, list, poll);
	const ends = await readEnds(candidates, poll);
	const unread = failureAmong(ends);
	return { ...settle(before, list, candidates, ends, poll), unread };
}

/**
 * The state to begin with: all ended runs are settled unless they are asked for, all others are
 * waited for, whatever their prompt: that may be asked for later. The list is read as far back as a
 * run may still be in progress, or as time allows.
 */
export async function beginTeam(poll: Poll): Promise<TeamState> {
	const { source, account, settings, now, deadline } = poll;
	const nothing: TeamState = {
		watch: 'team',
		account,
		settledBefore: 0,
		handled: {},
		unsettled: {},
	};
	// The first page tells whether the list can be read at all.
	const startedAt = now();
	const readUntil = startedAt + (deadline - startedAt) / 2;
	const { runs } = await readPages(
		source,
		undefined,
		({ readTo }) => !settings.emitExisting && readTo >= startedAt - MAX_RUN_MS && now() < readUntil,
	);
	if (settings.emitExisting) return nothing;
	const settledBefore = settledUpTo(runs[0]);
	const isAwaited = ({ fields }: ListedRun) => !hasEnded(fields.status);
	const isRecent = ({ createdAtMs }: ListedRun) => createdAtMs >= settledBefore;
	return {
		...nothing,
		settledBefore,
		handled: times(runs.filter((run) => !isAwaited(run) && isRecent(run))),
		unsettled: times(runs.filter(isAwaited)),
	};
}

/**
 * Runs are looked for in the list from here on: from a while before the newest one known, because a
 * run may appear late. By the service's clock alone, as n8n's may be fast.
 */
function settledUpTo(newest: ListedRun | undefined): number {
	return Math.max(0, (newest?.createdAtMs ?? 0) - LATE_APPEARANCE_MS);
}

function times(runs: readonly ListedRun[]): Record<string, number> {
	return Object.fromEntries(runs.map(({ id, createdAtMs }) => [id, createdAtMs]));
}

/**
 * Whether a changed credential, such as a new key, belongs to the same team: then its list has the
 * newest run that was known.
 */
async function isSameTeam(
	{ handled, unsettled }: TeamState,
	list: TeamList,
	{ source }: Poll,
): Promise<boolean> {
	const known = Object.entries({ ...handled, ...unsettled }).sort(([, a], [, b]) => b - a);
	if (known.some(([id]) => list.runs.has(id))) return true;
	const [newest] = known;
	if (!newest) return false;
	const { runs } = await readPages(source, newest[1] + 1, () => false);
	return runs.some(({ id }) => id === newest[0]);
}

/** The runs to read: ended ones that were not handled, and unsettled ones that no page showed. */
function chooseCandidates(
	{ settledBefore, gap, handled, unsettled }: TeamState,
	list: TeamList,
	poll: Poll,
): Candidate[] {
	const floor = Math.min(settledBefore, gap?.to ?? settledBefore);
	const isOpen = ({ id, createdAtMs }: ListedRun) =>
		Object.hasOwn(unsettled, id) || (createdAtMs >= floor && !Object.hasOwn(handled, id));
	// Reversed, so that runs of the same moment come in the order of their start.
	const ended = [...list.runs.values()]
		.reverse()
		.filter((run) => isOpen(run) && hasEnded(run.fields.status) && isWanted(run, poll))
		.map(({ id, createdAtMs, fields }) => ({ id, createdAtMs, listed: fields }));
	const unseen = Object.entries(unsettled)
		.filter(([id]) => !list.runs.has(id))
		.map(([id, createdAtMs]) => ({
			id,
			createdAtMs,
			findListed: async () => await findListed(id, createdAtMs, poll),
		}));
	return [...ended, ...unseen].sort((a, b) => a.createdAtMs - b.createdAtMs);
}

function isWanted({ fields }: ListedRun, { settings }: Poll): boolean {
	return hasPrompt(fields, settings.promptContains);
}

/** A run's entry, from the page of the list that begins with it. */
async function findListed(
	id: string,
	createdAtMs: number,
	{ source }: Poll,
): Promise<IDataObject | undefined> {
	const { runs } = await readPages(source, createdAtMs + 1, () => false);
	return runs.find((run) => run.id === id)?.fields;
}

/** Takes what was found over into the state: once, at the end, and nothing of a poll that failed. */
function settle(
	before: TeamState,
	list: TeamList,
	candidates: readonly Candidate[],
	ends: Ends,
	poll: Poll,
): PollResult<TeamState> {
	const events: IDataObject[] = [];
	const handled = new Map(Object.entries(before.handled));
	const unsettled = new Map(Object.entries(before.unsettled));
	const handle = (id: string, createdAtMs: number) => {
		handled.set(id, createdAtMs);
		unsettled.delete(id);
		poll.doubts.forget(id);
	};
	const wait = (id: string, createdAtMs: number) => {
		const isStuck = createdAtMs > 0 && createdAtMs < poll.now() - MAX_RUN_MS;
		if (isStuck) handle(id, createdAtMs);
		else unsettled.set(id, createdAtMs);
	};
	for (const run of list.runs.values()) {
		const { id, createdAtMs, fields } = run;
		if (!hasEnded(fields.status)) {
			if (!handled.has(id)) wait(id, createdAtMs);
		} else if (!isWanted(run, poll)) handle(id, createdAtMs);
	}
	for (const { id, createdAtMs } of candidates) {
		const end = ends.get(id);
		const news = end?.status === 'fulfilled' ? believed(id, end.value, poll) : undefined;
		if (news === undefined) unsettled.set(id, createdAtMs);
		else if (news === 'awaited' || news === 'unknown') wait(id, createdAtMs);
		else {
			handle(id, createdAtMs);
			if (news !== 'unwanted') events.push(news);
		}
	}

	const settledBefore = list.isIdle
		? before.settledBefore
		: Math.max(before.settledBefore, settledUpTo(list.newest));
	const floor = Math.min(settledBefore, list.gap?.to ?? settledBefore);
	return {
		events,
		state: {
			watch: 'team',
			account: poll.account,
			settledBefore,
			// Older ones are settled by their age.
			handled: Object.fromEntries([...handled].filter(([, time]) => time >= floor)),
			unsettled: Object.fromEntries(unsettled),
			...(list.gap && { gap: list.gap }),
		},
	};
}

/** The newest ended runs that are not left out by their prompt, from the first page that has any. */
async function endedRuns(poll: Poll): Promise<Candidate[]> {
	const isSample = (run: ListedRun) => hasEnded(run.fields.status) && isWanted(run, poll);
	const { runs } = await readPages(
		poll.source,
		undefined,
		(read) => read.pages < MAX_SAMPLE_PAGES && !read.runs.some(isSample),
	);
	return runs
		.filter(isSample)
		.map(({ id, createdAtMs, fields }) => ({ id, createdAtMs, listed: fields }));
}
