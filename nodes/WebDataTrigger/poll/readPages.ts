import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import {
	checkHasEnded,
	countOf,
	listedCheck,
	type ListedCheck,
	type PageStatus,
} from '../../contract/monitorCheck';
import { isUnimportant, monitorPage } from '../../events/monitorPage';
import { explain } from '../../messages/explain';
import type { CheckSource } from './checkSource';
import type { Poll } from './pipeline';
import type { Room } from './room';

/** What the user has set: which pages become events, and what of them. */
export interface MonitorSettings {
	pageStatuses: readonly PageStatus[];
	/** Whether pages are left out whose change the judge calls unimportant. */
	onlyMeaningful: boolean;
	includeData: boolean;
	/** Whether checks that ended before activation bring events too. */
	emitExisting: boolean;
}

export type MonitorPoll = Poll<CheckSource, MonitorSettings>;

/** What a poll learns of a check: its pages, or that it is at work, or that it is unknown. */
export type CheckNews = CheckedPages | 'atWork' | 'unknown';

export interface CheckedPages {
	events: IDataObject[];
	/** Marks of the pages in these events. */
	marks: string[];
	/**
	 * Why the check has to be looked at again: no room for more, pages that cannot be read, or pages
	 * that it lacks.
	 */
	missing?: 'room' | 'unread' | 'pages';
	/** What a request threw, so that some pages could not be read. */
	failure?: unknown;
}

/** A check that cannot be read is given up so long after its creation. */
const MAX_CHECK_MS = 30 * 24 * 60 * 60_000;

/** What cannot be read for so long is told, although it is asked for again. */
const TOLD_AFTER_MS = 24 * 60 * 60_000;

/** Names a page of a check in the state, in a few characters. */
export function pageMark(page: Record<string, unknown>): string {
	const { id, targetId, url } = page;
	const name = typeof id === 'string' ? id : JSON.stringify([targetId, url]);
	return createHash('sha256').update(name).digest('base64url').slice(0, 10);
}

/** A check whose pages have to be read. */
export interface CheckToRead {
	id: string;
	/** Unix milliseconds; 0 where it is not known. */
	createdAtMs: number;
	/** Its entry in the list, where a part with it was read; else the check itself is asked. */
	listed?: ListedCheck;
}

/**
 * Reads the wanted pages of a check that has ended. One without any, by its own count, costs no
 * request. Where pages of one status cannot be read, those of the others come all the same. After a
 * day of that, an event says so; 30 days after its creation, the check is given up.
 *
 * @param known marks of the pages that were emitted already
 */
export async function readCheck(
	monitorId: string,
	check: CheckToRead,
	known: readonly string[],
	poll: MonitorPoll,
	room: Room,
): Promise<CheckNews> {
	const { source, settings, doubts } = poll;
	const found = new FoundPages({ monitorId, checkId: check.id }, known, settings, room);
	/** What could not be read, and what its request threw. */
	const failures = new Map<string, unknown>();
	const readEntry = async () => check.listed ?? (await readAlone(check.id, source));
	const listed = await readEntry().catch((error: unknown) => {
		failures.set('This check', error);
	});
	if (!listed && failures.size === 0) return 'unknown';
	if (listed && !checkHasEnded(listed.fields.status)) {
		doubts.forget(check.id);
		return 'atWork';
	}
	if (listed) await readStatuses(listed, found, failures, poll);
	if (failures.size > 0) noteFailures(check, found, failures, poll);
	return found;
}

/** Reads the pages of all wanted statuses as far as there is room; adds why any could not be read. */
async function readStatuses(
	{ id, fields }: ListedCheck,
	found: FoundPages,
	failures: Map<string, unknown>,
	poll: MonitorPoll,
): Promise<void> {
	found.addFailedCheck(fields);
	for (const status of poll.settings.pageStatuses) {
		const expected = countOf(fields, status);
		const missing = await readStatus(id, status, expected, found, poll).catch((error: unknown) => {
			failures.set(`The pages of this check with status "${status}"`, error);
		});
		found.missing = missing ?? found.missing;
		if (missing === 'room') return;
	}
}

/** Decides whether what could not be read is asked for again, and whether it is told. */
function noteFailures(
	{ id, createdAtMs }: CheckToRead,
	found: FoundPages,
	failures: ReadonlyMap<string, unknown>,
	{ doubts, now, deadline }: MonitorPoll,
): void {
	// That the poll's own time was over says nothing of the check.
	if (now() < deadline) doubts.note(id, now());
	const isGivenUp = isTooOld(createdAtMs, now()) && doubts.isLasting(id, now());
	if (isGivenUp || doubts.isLastingFor(id, TOLD_AFTER_MS, now())) found.addUnread(failures);
	if (!isGivenUp && found.missing !== 'room') found.missing = 'unread';
	[found.failure] = failures.values();
}

/** Whether a check that has not come to an end, or cannot be read, never will. */
export function isTooOld(createdAtMs: number, now: number): boolean {
	return createdAtMs > 0 && createdAtMs < now - MAX_CHECK_MS;
}

/**
 * Reads the pages of one status.
 *
 * @param expected how many the check says it has; undefined where it does not say
 * @returns what is missing
 */
async function readStatus(
	checkId: string,
	status: PageStatus,
	expected: number | undefined,
	found: FoundPages,
	{ source, now, deadline }: MonitorPoll,
): Promise<CheckedPages['missing']> {
	const distinct = new Set<string>();
	let skip: number | undefined = expected === 0 ? undefined : 0;
	while (skip !== undefined) {
		if (found.isFull() || now() >= deadline) return 'room';
		const part = await source.check(checkId, status, skip);
		// What was found before the service forgot the check is true all the same.
		if (!part) return 'pages';
		for (const page of part.pages) {
			distinct.add(pageMark(page));
			if (!found.isFull()) found.add(page);
			else if (!found.has(page)) return 'room';
		}
		skip = part.nextSkip;
	}
	return distinct.size < (expected ?? 0) ? 'pages' : undefined;
}

/** What a poll found of one check, each page once. */
class FoundPages implements CheckedPages {
	readonly events: IDataObject[] = [];

	readonly marks: string[] = [];

	missing?: CheckedPages['missing'];

	failure?: unknown;

	private readonly seen: Set<string>;

	constructor(
		private readonly ids: { monitorId: string; checkId: string },
		known: readonly string[],
		private readonly settings: MonitorSettings,
		private readonly room: Room,
	) {
		this.seen = new Set(known);
	}

	isFull(): boolean {
		return this.room.isFull();
	}

	has(page: Record<string, unknown>): boolean {
		return this.seen.has(pageMark(page));
	}

	add(page: Record<string, unknown>, mark = pageMark(page)): void {
		if (this.seen.has(mark)) return;
		this.seen.add(mark);
		if (this.settings.onlyMeaningful && isUnimportant(page)) return;
		const event = monitorPage({ ...this.ids, page }, this.settings);
		this.events.push(event);
		this.marks.push(mark);
		this.room.take(event);
	}

	/** Adds what a page would tell of a check that failed as a whole. */
	addFailedCheck({ status, error, summary }: IDataObject): void {
		if (status !== 'failed' || (countOf({ summary }, 'totalPages') ?? 0) > 0) return;
		if (this.settings.pageStatuses.includes('error'))
			this.add({ status: 'error', error: error ?? null });
	}

	/** Adds what could not be read, whatever statuses are chosen: else nobody would hear of it. */
	addUnread(failures: ReadonlyMap<string, unknown>): void {
		for (const [what, failure] of failures) {
			const { message } = explain(failure);
			this.add(
				{ status: 'error', error: `${what} could not be read: ${message}` },
				pageMark({ id: what }),
			);
		}
	}
}

/** The entry of a check that is too old for the part of the list that was read. */
async function readAlone(id: string, source: CheckSource): Promise<ListedCheck | undefined> {
	const part = await source.check(id, undefined, 0);
	return part && listedCheck({ id, ...part.fields })[0];
}
