import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { timeOf } from '../../contract/monitorCheck';
import { uuidOf } from '../../contract/uuid';
import { ExplainedFailure } from '../../messages/explanation';
import { CANNOT_LIST_MONITORS } from '../../messages/missingRoutes';
import { isMissingRoute } from '../../transport/missingRoute';
import { readRoute } from '../../transport/request';
import { requireField } from '../../transport/requireField';
import { MONITORS, READ, routeOf } from '../resources/monitor/requests';
import { readableTime } from './readableTime';
import { searchResult } from './searchResult';

/** The most that a list gives at once. */
const MAX_PAGE = 100;

/** Pages that one search looks through for a match. */
const MAX_PAGES = 10;

/**
 * The list behind the field Monitor.
 *
 * @param filter text that the name or the id has to contain
 * @param paginationToken offset of the page to read
 */
export async function searchMonitors(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchResult(
		this,
		async () => await searchList(this, MONITORS, monitorName, { filter, paginationToken }),
	);
}

/** The list behind the field Check: the checks of the chosen monitor. */
export async function searchMonitorChecks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchResult(this, async () => {
		const chosen = this.getCurrentNodeParameter('monitorId', { extractValue: true });
		const path = routeOf(uuidOf(chosen, 'Monitor', 'a monitor'), '/checks');
		const nameOf = (check: Entry) => checkName(check, this.getTimezone());
		return await searchList(this, path, nameOf, { filter, paginationToken });
	});
}

type Entry = Record<string, unknown>;

async function searchList(
	context: ILoadOptionsFunctions,
	path: string,
	nameOf: (entry: Entry) => string,
	{ filter = '', paginationToken }: { filter?: string; paginationToken?: string },
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const results: INodeListSearchItems[] = [];
	let offset = Number(paginationToken ?? 0);
	// The editor asks for more only when its list is scrolled, which an empty one cannot be.
	for (let pages = 0; results.length === 0 && pages < MAX_PAGES; pages++) {
		const page = await readPage(context, path, offset);
		for (const entry of page.filter(isRecord)) {
			const { id } = entry;
			const name = nameOf(entry);
			const isMatch = `${name} ${String(id)}`.toLowerCase().includes(wanted);
			if (typeof id === 'string' && isMatch) results.push({ name, value: id });
		}
		offset += page.length;
		if (page.length < MAX_PAGE) return { results };
	}
	return { results, paginationToken: String(offset) };
}

async function readPage(
	context: ILoadOptionsFunctions,
	path: string,
	offset: number,
): Promise<unknown[]> {
	try {
		const answer = await readRoute(context, READ, path, { qs: { limit: MAX_PAGE, offset } });
		return requireField(answer, 'data', 'list', 'list of monitors');
	} catch (error) {
		const isWithout = path === MONITORS && isMissingRoute(error);
		throw isWithout ? new ExplainedFailure(CANNOT_LIST_MONITORS) : error;
	}
}

/** n8n keeps this text in the workflow, so that it says nothing that time makes wrong. */
function monitorName({ name, id }: Entry): string {
	return typeof name === 'string' && name.trim() !== '' ? name.trim() : String(id);
}

/** A check as "2026-11-21 14:03, scheduled". */
function checkName(check: Entry, timeZone: string): string {
	const { id, startedAt, scheduledFor, createdAt, trigger } = check;
	const ms = timeOf(startedAt) ?? timeOf(scheduledFor) ?? timeOf(createdAt);
	const when = ms === undefined ? String(id) : readableTime(ms, timeZone);
	return typeof trigger === 'string' ? `${when}, ${trigger}` : when;
}
