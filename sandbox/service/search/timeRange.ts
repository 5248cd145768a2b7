import type { FoundPage } from './pages.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const PERIODS: Record<string, number> = {
	h: DAY_MS / 24,
	d: DAY_MS,
	w: 7 * DAY_MS,
	m: 31 * DAY_MS,
	y: 366 * DAY_MS,
};

/**
 * The pages of the time that `tbs` names, newest first where it says so. Parts are separated by
 * commas: `qdr:w`, `cdr:1`, `cd_min:MM/DD/YYYY`, `cd_max:MM/DD/YYYY`, `sbd:1` (section D). A page
 * whose time is unknown is of no period.
 */
export function ofTime(pages: FoundPage[], tbs: string | undefined, now: number): FoundPage[] {
	if (tbs === undefined) return pages;
	const parts = new Map(tbs.split(',').map((part) => splitAt(part.trim())));
	const period = PERIODS[parts.get('qdr') ?? ''];
	const from = period === undefined ? dayOf(parts.get('cd_min'), 0) : now - period;
	const to = period === undefined ? dayOf(parts.get('cd_max'), DAY_MS) : now;
	const isLimited = from !== undefined || to !== undefined;
	const chosen = pages.filter(
		({ publishedAt }) =>
			!isLimited ||
			(publishedAt !== undefined && publishedAt >= (from ?? 0) && publishedAt < (to ?? Infinity)),
	);
	if (parts.get('sbd') !== '1') return chosen;
	return chosen.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
}

function splitAt(part: string): [string, string] {
	const [name = '', value = ''] = part.split(':');
	return [name, value];
}

/** Unix milliseconds of a day's beginning, or so much later. */
function dayOf(text: string | undefined, after: number): number | undefined {
	const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
	if (year === undefined) return undefined;
	return Date.UTC(Number(year), Number(month) - 1, Number(day)) + after;
}
