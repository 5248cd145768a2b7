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
		const createdAtMs = typeof createdAt === 'string' ? Date.parse(createdAt) || 0 : 0;
		return [{ id, createdAtMs, fields: entry as IDataObject }];
	});
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
