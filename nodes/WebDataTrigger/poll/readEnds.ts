import type { IDataObject } from 'n8n-workflow';

import { hasEnded, runEnd } from '../../contract/agentOutcome';
import { hasPrompt } from '../../contract/runList';
import {
	agentEvent,
	forgottenRun,
	isChosen,
	mayBeChosen,
	unreadRun,
	type EndedRun,
} from '../../events/agentEvent';
import { MAX_CONCURRENCY, type Poll } from './pipeline';
import { Room } from './room';
import { UnreadableRun } from './runSource';

/** A run whose present state has to be read. */
export interface Candidate {
	id: string;
	/** Unix milliseconds; 0 where it is not known. */
	createdAtMs: number;
	/** Its entry in the list, where a page with it was read. */
	listed?: IDataObject;
	/** Reads that entry; missing where there is no list. */
	findListed?: () => Promise<IDataObject | undefined>;
}

/**
 * What a poll learns of a run: its event, or that it has to be looked at again, or that its end is
 * not asked for, or that the service does not know it (any more).
 */
export type RunNews = IDataObject | 'awaited' | 'unwanted' | 'unknown';

/** What became of each candidate, by id; nothing of those that were not begun. */
export type Ends = ReadonlyMap<string, PromiseSettledResult<RunNews>>;

/** Results are kept so long after the end (supplement, "Status answer"). */
const LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Reads candidates in their order, some at once, until the poll's time is over or it has found as
 * much as one execution can be given.
 */
export async function readEnds(candidates: readonly Candidate[], poll: Poll): Promise<Ends> {
	const ends = new Map<string, PromiseSettledResult<RunNews>>();
	const queue = candidates.values();
	const room = new Room();
	const work = async () => {
		while (!room.isFull() && poll.now() < poll.deadline) {
			const { value: candidate, done } = queue.next();
			if (done) return;
			const [end] = await Promise.allSettled([readEnd(candidate, poll)]);
			ends.set(candidate.id, end);
			if (end.status === 'rejected' || typeof end.value === 'string') continue;
			room.take(end.value);
		}
	};
	await Promise.all(Array.from({ length: MAX_CONCURRENCY }, work));
	return ends;
}

/**
 * The same news, but the event of a run whose end nobody read in time for one that the service has
 * not known in several polls, or for a day.
 */
export function believed(id: string, news: RunNews, poll: Poll): RunNews {
	if (news !== 'unknown' || !isLastingTrouble(id, poll)) return news;
	return eventOf(forgottenRun(id), poll);
}

/**
 * Why some runs could not be read, which does not keep back the others.
 *
 * @throws it when no run could be read at all: then nothing is known that the state lacks
 */
export function failureAmong(ends: Ends): unknown {
	const failed = [...ends.values()].find((end) => end.status === 'rejected');
	if (!failed) return undefined;
	if ([...ends.values()].every((end) => end.status === 'rejected')) throw failed.reason;
	return failed.reason;
}

/**
 * Reads what has become of a run: one request, and for one that has ended the trace if it failed, and
 * the page of the list with its prompt and creation time if no page showed it.
 */
export async function readEnd(candidate: Candidate, poll: Poll): Promise<RunNews> {
	const { id, listed } = candidate;
	const { source, settings, doubts } = poll;
	if (hasEnded(listed?.status) && !mayBeChosen(listed?.status, settings.events)) return 'unwanted';
	return await source.status(id).then(
		async (answer) => {
			if (answer && !hasEnded(answer.status)) {
				doubts.forget(id);
				return 'awaited';
			}
			return await newsOf(await withEntry(candidate), answer, poll);
		},
		async (error: unknown) => newsWithoutStatus(await withEntry(candidate), error, poll),
	);
}

async function withEntry(candidate: Candidate): Promise<Candidate> {
	const listed = candidate.listed ?? (await candidate.findListed?.());
	return { ...candidate, ...(listed && { listed }) };
}

/**
 * What the status answer of a run that has ended tells.
 *
 * @param answer undefined when the service does not know the run
 */
async function newsOf(
	{ id, createdAtMs, listed }: Candidate,
	answer: Record<string, unknown> | undefined,
	poll: Poll,
): Promise<RunNews> {
	const { events, promptContains } = poll.settings;
	if (listed && !hasPrompt(listed, promptContains)) return 'unwanted';
	if (!answer && !listed) return 'unknown';
	const status = answer ?? { status: listed?.status };
	if (!hasEnded(status.status)) return 'awaited';
	if (!mayBeChosen(status.status, events)) return 'unwanted';
	if (!answer && !isForgotten(id, createdAtMs, poll)) return 'awaited';
	const trace = status.status === 'completed' ? [] : await traceOf(id, poll);
	const isDataExpired = !answer || hasExpired(status, poll.now());
	return eventOf({ jobId: id, status, end: runEnd(status, trace), listed, isDataExpired }, poll);
}

function eventOf(run: EndedRun, { settings }: Poll): RunNews {
	return isChosen(run.end, settings.events) ? agentEvent(run, settings) : 'unwanted';
}

/**
 * Whether the service has dropped a run of which the list still says that it ended. It keeps them
 * for 24 hours; of a younger one it has to say so in several polls.
 */
function isForgotten(id: string, createdAtMs: number, poll: Poll): boolean {
	const mayHaveExpired = createdAtMs > 0 && createdAtMs <= poll.now() - LIFETIME_MS;
	return mayHaveExpired || isLastingTrouble(id, poll);
}

/**
 * Notes that a run could not be read in this poll.
 *
 * @param patience whether several polls are enough to give up, or only a day is
 */
function isLastingTrouble(
	id: string,
	{ doubts, now, deadline }: Poll,
	patience: 'polls' | 'aDay' = 'polls',
): boolean {
	// That the poll's own time was over says nothing of the run.
	if (now() >= deadline) return false;
	doubts.note(id, now());
	return patience === 'aDay' ? doubts.isOld(id, now()) : doubts.isLasting(id, now());
}

/**
 * What is left to tell of a run whose status cannot be read for long.
 *
 * @throws the error as long as the status may still be read
 */
function newsWithoutStatus(found: Candidate, error: unknown, poll: Poll): RunNews {
	const { id, listed } = found;
	const isOver = listed !== undefined && hasEnded(listed.status);
	if (isOver && !hasPrompt(listed, poll.settings.promptContains)) return 'unwanted';
	const patience = patienceWith(found, error);
	if (!patience || !isLastingTrouble(id, poll, patience)) throw error;
	// After a day there is nothing left to read.
	return eventOf({ ...unreadEnd(found, error), isDataExpired: patience === 'aDay' }, poll);
}

/**
 * How long a run is asked for again whose status cannot be read: several polls where it is refused for
 * good, and a day where it has ended, after which its result is gone. The same is believed of a run
 * that is answered with 403 and that a list, which can be read, does not show any more.
 *
 * @returns undefined for as long as it takes
 */
function patienceWith(
	{ listed, findListed }: Candidate,
	error: unknown,
): 'polls' | 'aDay' | undefined {
	const isRefused = error instanceof UnreadableRun;
	if (listed && !hasEnded(listed.status)) return undefined;
	if (isRefused && error.isForGood) return 'polls';
	return listed || (isRefused && findListed) ? 'aDay' : undefined;
}

function unreadEnd({ id, listed }: Candidate, error: unknown): EndedRun {
	const reason = error instanceof Error ? error.message : 'no answer';
	return unreadRun(id, `The end of this run could not be read: ${reason}`, listed);
}

/**
 * The same ends, but an event for a run of which no list tells and that is answered with 403 although
 * the key can read others. So it has to be in five polls, and for a day from the first of them on. Where
 * all runs are refused, the key may lack the permission, and none is given up.
 */
export function withoutForbidden(ends: Ends, poll: Poll): Ends {
	const { doubts, now, deadline } = poll;
	const isKeyGood = [...ends.values()].some(({ status }) => status === 'fulfilled');
	const believe = (id: string, end: PromiseSettledResult<RunNews>): typeof end => {
		if (end.status === 'fulfilled' || !(end.reason instanceof UnreadableRun)) return end;
		if (end.reason.isForGood) return end;
		if (isKeyGood && now() < deadline) doubts.note(id, now());
		if (!doubts.isLastingFor(id, LIFETIME_MS, now())) return end;
		return {
			status: 'fulfilled',
			value: eventOf(unreadEnd({ id, createdAtMs: 0 }, end.reason), poll),
		};
	};
	return new Map([...ends].map(([id, end]) => [id, believe(id, end)]));
}

/** The events of a trace; none where it cannot be read for long: the status tells most, too. */
async function traceOf(id: string, poll: Poll): Promise<unknown[]> {
	return await poll.source.trace(id).then(
		(events) => events ?? [],
		(error: unknown) => {
			if (!isLastingTrouble(id, poll)) throw error;
			return [];
		},
	);
}

/** Whether a completed run has no result any more, although the service still knows the run. */
function hasExpired(
	{ status, data, message, expiresAt }: Record<string, unknown>,
	now: number,
): boolean {
	const isEmpty = (data === undefined || data === null) && typeof message !== 'string';
	return (
		status === 'completed' &&
		isEmpty &&
		typeof expiresAt === 'string' &&
		Date.parse(expiresAt) <= now
	);
}
