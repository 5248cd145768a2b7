import { isRecord } from './checks';
import type { IDataObject } from 'n8n-workflow';

/** One run of the list route (supplement, "List item"). */
export interface ListedRun {
	id: string;
	/** Unix milliseconds; 0 where the service gives no time. */
	createdAtMs: number;
	/** All fields as the service names them. */
	fields: IDataObject;
}

/** The runs of one page of the list route, newest first. */
export function runsOfPage({ agents }: Record<string, unknown>): ListedRun[] {
	const entries: unknown[] = Array.isArray(agents) ? agents : [];
	return entries.filter(isRecord).flatMap((entry) => {
		const { id, createdAt } = entry;
		if (typeof id !== 'string') return [];
		const isTime = typeof createdAt === 'string' || typeof createdAt === 'number';
		const createdAtMs = (isTime && new Date(createdAt).getTime()) || 0;
		return [{ id: canonicalId(id), createdAtMs, fields: entry as IDataObject }];
	});
}

/** An id in the one form in which ids are compared: UUIDs are the same in capital letters. */
export function canonicalId(id: string): string {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id;
}

/** Whether the prompt of a listed run, or its first words where the list has no more, contains a text. */
export function hasPrompt({ options, targetHint }: IDataObject, part: string): boolean {
	const request = isRecord(options) ? options : {};
	const prompt = [request.prompt, targetHint].find((text) => typeof text === 'string') ?? '';
	return prompt.toLowerCase().includes(part.toLowerCase());
}

/** When the oldest run of a page was created, Unix milliseconds; undefined where no run says when. */
export function oldestOf(runs: readonly ListedRun[]): number | undefined {
	return runs.findLast(({ createdAtMs }) => createdAtMs > 0)?.createdAtMs;
}

/**
 * The `before` of the page that follows, which also has the runs of the moment in which this page
 * ends: `next` would leave out those of them that this page has no place for.
 *
 * @param oldest when the page's oldest run was created, where one says so
 * @param before that of the present page
 * @returns undefined after the last page
 */
export function inclusiveNextPage(
	page: Record<string, unknown>,
	oldest: number | undefined,
	before: number | undefined,
): number | undefined {
	const next = nextPage(page, before);
	if (next === undefined || oldest === undefined) return next;
	const inclusive = oldest + 1;
	return before === undefined || inclusive < before ? Math.max(inclusive, next) : next;
}

/**
 * The `before` of the page that follows. Of `next`, an absolute URL, only this value is taken: the
 * key must not be sent to a host that an answer names.
 *
 * @param before that of the present page; the next one must be older, so that reading comes to an end
 */
export function nextPage(
	{ next }: Record<string, unknown>,
	before: number | undefined,
): number | undefined {
	if (typeof next !== 'string' || !URL.canParse(next)) return undefined;
	const value = Number(new URL(next).searchParams.get('before'));
	return value > 0 && (before === undefined || value < before) ? value : undefined;
}
