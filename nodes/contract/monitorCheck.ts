import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './checks';

/** Statuses of a check (service facts, "G. Monitor"). */
export const CHECK_STATUSES = [
	'queued',
	'running',
	'completed',
	'partial',
	'failed',
	'skipped_overlap',
	'skipped_no_credits',
] as const;

/** Statuses of a page of a check. */
export const PAGE_STATUSES = ['new', 'changed', 'removed', 'same', 'error'] as const;

export type PageStatus = (typeof PAGE_STATUSES)[number];

const ENDED = new Set<unknown>(CHECK_STATUSES.slice(2));

/** Whether a check has all its pages; a status that is not known is none of an end. */
export function checkHasEnded(status: unknown): boolean {
	return ENDED.has(status);
}

/** Fields of monitors, checks and pages that hold a time. */
const TIMES = [
	'createdAt',
	'updatedAt',
	'nextRunAt',
	'lastRunAt',
	'scheduledFor',
	'startedAt',
	'finishedAt',
];

/** The same fields with times in ISO form: the service writes "2026-11-21 17:44:03.72+00". */
export function withIsoTimes(fields: Record<string, unknown>): IDataObject {
	const copy = { ...fields } as IDataObject;
	for (const name of TIMES) {
		const ms = timeOf(copy[name]);
		if (ms !== undefined) copy[name] = new Date(ms).toISOString();
	}
	return copy;
}

/** A time as the service writes it, or in ISO form; as Unix milliseconds. */
export function timeOf(value: unknown): number | undefined {
	const parts =
		typeof value === 'string'
			? /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?$/.exec(
					value.trim(),
				)
			: null;
	if (!parts) return undefined;
	const [, date = '', time = '', hours = '+00', minutes = '00'] = parts;
	const ms = Date.parse(`${date}T${time}${hours}:${minutes}`);
	return Number.isNaN(ms) ? undefined : ms;
}

/** One check of the list route, or of its own. */
export interface ListedCheck {
	id: string;
	/**
	 * Unix milliseconds; 0 where the service gives no time. Without that of the creation, the next one
	 * that is known: checks of one monitor do not overlap.
	 */
	createdAtMs: number;
	/** All fields as the service names them. */
	fields: IDataObject;
}

/** The checks of a page of the list route; what is no check is left out. */
export function checksOf(page: readonly unknown[]): ListedCheck[] {
	return page.flatMap((entry) => (isRecord(entry) ? listedCheck(entry) : []));
}

/** As a list of one or none. */
export function listedCheck(fields: Record<string, unknown>): ListedCheck[] {
	const { id, createdAt, scheduledFor, startedAt, finishedAt } = fields;
	if (typeof id !== 'string') return [];
	const times = [createdAt, scheduledFor, startedAt, finishedAt].map(timeOf);
	const createdAtMs = times.find((time) => time !== undefined) ?? 0;
	return [{ id, createdAtMs, fields: fields as IDataObject }];
}

/** How many pages of a status a check says it has; undefined where it does not say. */
export function countOf({ summary }: IDataObject, status: string): number | undefined {
	const count = isRecord(summary) ? summary[status] : undefined;
	return typeof count === 'number' ? count : undefined;
}

/** The pages of a check's answer; what is no page is left out. */
export function pagesOf(check: Record<string, unknown>): Array<Record<string, unknown>> {
	return Array.isArray(check.pages) ? check.pages.filter(isRecord) : [];
}

/**
 * How many pages to skip for the part that follows. `next` stands beside `data`, in it, or in both, and
 * is an absolute URL: only this value of it is used.
 *
 * @param skip that of the present part; the next one must be larger, so that reading comes to an end
 * @returns undefined after the last part
 */
export function nextSkip(answer: Record<string, unknown>, skip: number): number | undefined {
	const inData = isRecord(answer.data) ? answer.data.next : undefined;
	const next = typeof answer.next === 'string' ? answer.next : inData;
	if (typeof next !== 'string' || !URL.canParse(next)) return undefined;
	const value = Number(new URL(next).searchParams.get('skip'));
	return Number.isSafeInteger(value) && value > skip ? value : undefined;
}
