import type { IDataObject } from 'n8n-workflow';

import { checkHasEnded, type ListedCheck } from '../../contract/monitorCheck';
import type { MonitorState } from '../state/state';
import { readChecks, type ReadChecks } from './checkList';
import type { CheckSource } from './checkSource';
import type { PollResult, Watched } from './pipeline';
import {
	isTooOld,
	readCheck,
	type CheckedPages,
	type CheckNews,
	type CheckToRead,
	type MonitorPoll,
	type MonitorSettings,
} from './readPages';
import { Room } from './room';

/** A check may appear in the list so much later than its creation time says. */
const LATE_APPEARANCE_MS = 2 * 60_000;

/** How long pages are waited for that a check says it has, and a check that is not known any more. */
const PATIENCE_MS = 10 * 60_000;

/** A sample is not worth looking at more checks: the user waits for it. */
const MAX_SAMPLE_CHECKS = 20;

/** Every check of one monitor. */
export function monitorChecks(
	monitorId: string,
): Watched<MonitorState, CheckSource, MonitorSettings> {
	return {
		isOf: (state) => state.monitorId === monitorId,
		begin: async (poll) => await beginMonitor(monitorId, poll),
		poll: pollMonitor,
		// The monitor is the same; to the key of another team it is unknown.
		isStillOurs: () => Promise.resolve(true),
		sample: async (poll) => await samplePage(monitorId, poll),
	};
}

/** The state to begin with: checks that have ended are past unless they are asked for. */
export async function beginMonitor(monitorId: string, poll: MonitorPoll): Promise<MonitorState> {
	// Whatever is asked for, this tells whether there is such a monitor.
	const { checks } = await readChecks(poll.source, Number.POSITIVE_INFINITY, () => false);
	const { account, settings } = poll;
	const nothing: MonitorState = {
		watch: 'monitor',
		account,
		monitorId,
		settledBefore: 0,
		handled: {},
		unsettled: {},
		emitted: {},
	};
	if (settings.emitExisting) return nothing;
	const settledBefore = settledUpTo(checks);
	const isRecent = ({ createdAtMs }: ListedCheck) => createdAtMs >= settledBefore;
	const hasEnded = ({ fields }: ListedCheck) => checkHasEnded(fields.status);
	return {
		...nothing,
		settledBefore,
		handled: times(checks.filter((check) => hasEnded(check) && isRecent(check))),
		unsettled: times(checks.filter((check) => !hasEnded(check))),
	};
}

/**
 * Looks for checks that have ended since the last poll, and reads their pages, the oldest check first.
 *
 * @throws what the list route threw, or the check route when no check could be read at all
 */
export async function pollMonitor(
	before: MonitorState,
	poll: MonitorPoll,
): Promise<PollResult<MonitorState>> {
	const { source, now, deadline, doubts } = poll;
	const startedAt = now();
	const listUntil = startedAt + (deadline - startedAt) / 2;
	const list = await readChecks(source, before.settledBefore, () => now() < listUntil);
	const candidates = chooseChecks(before, list.checks);
	const room = new Room();
	const read = new Map<string, CheckNews>();
	for (const candidate of candidates) {
		if (room.isFull() || now() >= deadline) break;
		const known = before.emitted[candidate.id] ?? [];
		read.set(candidate.id, await readCheck(before.monitorId, candidate, known, poll, room));
	}
	const failed = [...read].flatMap(([id, news]) => (hasFailed(news) ? [{ id, news }] : []));
	const failure = failed[0]?.news.failure;
	const isAnyRead = read.size > failed.length || failed.some(({ news }) => news.events.length > 0);
	// A check that can never be read is no reason to fail at every poll.
	const isNews = failed.some(({ id }) => !doubts.isLasting(id, now()));
	if (!isAnyRead && isNews) throw failure;
	return { ...settle(before, list, candidates, read, poll), unread: failure };
}

/** Whether some of a check could not be read. */
function hasFailed(news: CheckNews): news is CheckedPages {
	return typeof news === 'object' && news.failure !== undefined;
}

/** Checks that are new or unsettled, the oldest first. */
function chooseChecks(
	{ settledBefore, handled, unsettled }: MonitorState,
	checks: readonly ListedCheck[],
): CheckToRead[] {
	const isOpen = ({ id, createdAtMs }: ListedCheck) =>
		Object.hasOwn(unsettled, id) || (createdAtMs >= settledBefore && !Object.hasOwn(handled, id));
	const listed = new Set(checks.map(({ id }) => id));
	const unseen = Object.entries(unsettled)
		.filter(([id]) => !listed.has(id))
		.map(([id, createdAtMs]) => ({ id, createdAtMs }));
	// Reversed, so that checks of the same moment come in the order of their start.
	const open = checks
		.filter(isOpen)
		.reverse()
		.map((check) => ({ id: check.id, createdAtMs: check.createdAtMs, listed: check }));
	return [...unseen, ...open].sort((one, other) => one.createdAtMs - other.createdAtMs);
}

/** Takes what was found over into the state: once, at the end, and nothing of a poll that failed. */
function settle(
	before: MonitorState,
	{ checks, isWhole }: ReadChecks,
	candidates: readonly CheckToRead[],
	read: ReadonlyMap<string, CheckNews>,
	poll: MonitorPoll,
): PollResult<MonitorState> {
	const events: IDataObject[] = [];
	const handled = new Map(Object.entries(before.handled));
	// A check without a time of its own may have got a later one.
	for (const { id, createdAtMs } of checks) {
		if (handled.has(id)) handled.set(id, Math.max(handled.get(id) ?? 0, createdAtMs));
	}
	const unsettled = new Map(Object.entries(before.unsettled));
	const emitted = new Map(Object.entries(before.emitted));
	for (const { id, createdAtMs } of candidates) {
		const news = read.get(id);
		// Not begun: where it is new, the list shows it again.
		if (!news) continue;
		const pages = typeof news === 'object' ? news : undefined;
		events.push(...(pages?.events ?? []));
		if (isSettled(id, createdAtMs, news, poll)) {
			handled.set(id, createdAtMs);
			unsettled.delete(id);
			emitted.delete(id);
			poll.doubts.forget(id);
		} else {
			unsettled.set(id, createdAtMs);
			const marks = [...(emitted.get(id) ?? []), ...(pages?.marks ?? [])];
			if (marks.length > 0) emitted.set(id, marks);
		}
	}
	const unbegun = candidates.find(({ id }) => !read.has(id) && !unsettled.has(id));
	const settledBefore = Math.min(
		// Where time was too short for the list, there may be older ones that nobody has seen.
		isWhole ? Math.max(before.settledBefore, settledUpTo(checks)) : before.settledBefore,
		unbegun?.createdAtMs ?? Number.POSITIVE_INFINITY,
	);
	const listed = new Set(checks.map(({ id }) => id));
	// Older ones are settled by their age, and of those without a time the list shows all there are.
	const isToBeKept = ([id, time]: [string, number]) =>
		time >= settledBefore && (time > 0 || !isWhole || listed.has(id));
	const state: MonitorState = {
		...before,
		account: poll.account,
		settledBefore,
		handled: Object.fromEntries([...handled].filter(isToBeKept)),
		unsettled: Object.fromEntries(unsettled),
		emitted: Object.fromEntries(emitted),
	};
	return { events, state };
}

/** Whether a check needs no more attention. */
function isSettled(id: string, createdAtMs: number, news: CheckNews, poll: MonitorPoll): boolean {
	if (news === 'atWork') return isTooOld(createdAtMs, poll.now());
	if (typeof news === 'object' && news.missing !== 'pages') return news.missing === undefined;
	// Pages may come late, and a server that is behind may not know a check: one answer proves nothing.
	if (poll.now() >= poll.deadline) return false;
	poll.doubts.note(id, poll.now());
	return poll.doubts.isLastingFor(id, PATIENCE_MS, poll.now());
}

/**
 * Checks are looked for in the list from here on: from a while before the newest one known, because
 * one may appear late. By the service's clock alone, as n8n's may be fast.
 */
function settledUpTo(checks: readonly ListedCheck[]): number {
	const newest = checks.reduce((latest, { createdAtMs }) => Math.max(latest, createdAtMs), 0);
	return Math.max(0, newest - LATE_APPEARANCE_MS);
}

function times(checks: readonly ListedCheck[]): Record<string, number> {
	return Object.fromEntries(checks.map(({ id, createdAtMs }) => [id, createdAtMs]));
}

/** The first page of the newest check that would have been an event. */
async function samplePage(monitorId: string, poll: MonitorPoll): Promise<IDataObject | undefined> {
	const { checks } = await readChecks(poll.source, Number.POSITIVE_INFINITY, () => false);
	for (const listed of checks.slice(0, MAX_SAMPLE_CHECKS)) {
		const news = await readCheck(monitorId, { ...listed, listed }, [], poll, new Room());
		if (typeof news === 'object' && news.events[0]) return news.events[0];
		if (hasFailed(news)) throw news.failure;
	}
	return undefined;
}
