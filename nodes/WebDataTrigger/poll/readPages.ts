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
	/** Why the check has to be looked at again: no room for more, or pages that it lacks. */
	missing?: 'room' | 'pages';
}

/** Names a page of a check in the state, in a few characters. */
export function pageMark(page: Record<string, unknown>): string {
	const { id, targetId, url } = page;
	const name = typeof id === 'string' ? id : JSON.stringify([targetId, url]);
	return createHash('sha256').update(name).digest('base64url').slice(0, 10);
}

/**
 * Reads the wanted pages of a check that has ended. One without any, by its own count, costs no
 * request.
 *
 * @param listed its entry in the list; without one the check itself is asked
 * @param known marks of the pages that were emitted already
 */
export async function readCheck(
	monitorId: string,
	check: { id: string; listed?: ListedCheck },
	known: readonly string[],
	poll: MonitorPoll,
	room: Room,
): Promise<CheckNews> {
	const listed = check.listed ?? (await readEntry(check.id, poll));
	if (!listed) return 'unknown';
	const { id, fields } = listed;
	if (!checkHasEnded(fields.status)) return 'atWork';
	const { source, settings, now, deadline } = poll;
	const seen = new Set(known);
	const found: CheckedPages = { events: [], marks: [] };
	const add = (page: Record<string, unknown>) => {
		const mark = pageMark(page);
		if (seen.has(mark)) return;
		seen.add(mark);
		if (settings.onlyMeaningful && isUnimportant(page)) return;
		const event = monitorPage({ monitorId, checkId: id, page }, settings);
		found.events.push(event);
		found.marks.push(mark);
		room.take(event);
	};
	const failure = failureOf(fields);
	if (failure && settings.pageStatuses.includes('error')) add(failure);
	for (const status of settings.pageStatuses) {
		const expected = countOf(fields, status);
		const distinct = new Set<string>();
		let skip: number | undefined = expected === 0 ? undefined : 0;
		while (skip !== undefined) {
			if (room.isFull() || now() >= deadline) return { ...found, missing: 'room' };
			const part = await source.check(id, status, skip);
			if (!part) return 'unknown';
			for (const page of part.pages) {
				distinct.add(pageMark(page));
				if (!room.isFull()) add(page);
				else if (!seen.has(pageMark(page))) return { ...found, missing: 'room' };
			}
			skip = part.nextSkip;
		}
		if (distinct.size < (expected ?? 0)) found.missing = 'pages';
	}
	return found;
}

/** The entry of a check that is too old for the part of the list that was read. */
async function readEntry(id: string, { source }: MonitorPoll): Promise<ListedCheck | undefined> {
	const part = await source.check(id, undefined, 0);
	return part && listedCheck({ id, ...part.fields })[0];
}

/** A check that failed as a whole, as a page of it would tell. */
function failureOf({ status, error, summary }: IDataObject): Record<string, unknown> | undefined {
	if (status !== 'failed' || (countOf({ summary }, 'totalPages') ?? 0) > 0) return undefined;
	return { status: 'error', error: error ?? null };
}
