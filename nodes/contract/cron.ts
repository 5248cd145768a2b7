/** A cron expression taken apart: the values that each of its five fields allows. */
export interface Cron {
	minutes: ReadonlySet<number>;
	hours: ReadonlySet<number>;
	daysOfMonth: ReadonlySet<number>;
	months: ReadonlySet<number>;
	/** 0 is Sunday. */
	weekdays: ReadonlySet<number>;
}

const MINUTES_OF_DAY = 24 * 60;
const DAY_MS = MINUTES_OF_DAY * 60_000;

/** How far the service looks for the next time (service facts, "G. Monitor"). */
const DAYS_AHEAD = 366;

/**
 * Reads a cron expression as the service does: numbers, lists, ranges and steps, but no names.
 *
 * @returns undefined when it is none
 */
export function parsedCron(expression: string): Cron | undefined {
	const [minute, hour, day, month, weekday, ...others] = expression.trim().split(/\s+/);
	if (weekday === undefined || others.length > 0) return undefined;
	const minutes = valuesOf(minute, 0, 59);
	const hours = valuesOf(hour, 0, 23);
	const daysOfMonth = valuesOf(day, 1, 31);
	const months = valuesOf(month, 1, 12);
	const weekdays = valuesOf(weekday, 0, 7);
	if (!minutes || !hours || !daysOfMonth || !months || !weekdays) return undefined;
	if (weekdays.delete(7)) weekdays.add(0);
	return { minutes, hours, daysOfMonth, months, weekdays };
}

function valuesOf(field = '', min: number, max: number): Set<number> | undefined {
	const values = new Set<number>();
	for (const part of field.split(',')) {
		const [, from = '', to, every = '1'] = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part) ?? [];
		const isAll = from === '*';
		if (from === '' || (isAll && to !== undefined)) return undefined;
		const first = isAll ? min : Number(from);
		const last = isAll ? max : Number(to ?? from);
		const step = Number(every);
		if (step < 1 || first < min || last > max || first > last) return undefined;
		for (let value = first; value <= last; value += step) values.add(value);
	}
	return values;
}

/** The shortest time between two runs in minutes, at whatever time of the year. */
export function shortestGap(cron: Cron): number {
	const times = [...cron.hours]
		.flatMap((hour) => [...cron.minutes].map((minute) => hour * 60 + minute))
		.sort((one, other) => one - other);
	const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
	const overnight = MINUTES_OF_DAY - (times.at(-1) ?? 0) + (times[0] ?? 0);
	return Math.min(...gaps, runsOnDaysInARow(cron) ? overnight : MINUTES_OF_DAY);
}

function runsOnDaysInARow({ daysOfMonth, weekdays }: Cron): boolean {
	const monthEnds = daysOfMonth.has(1) && [28, 29, 30, 31].some((day) => daysOfMonth.has(day));
	return (
		[...weekdays].some((day) => weekdays.has((day + 1) % 7)) &&
		(monthEnds || [...daysOfMonth].some((day) => daysOfMonth.has(day + 1)))
	);
}

/**
 * On how many days of the year that follows there are runs. Day of the month and weekday must both
 * match.
 *
 * @param now Unix milliseconds
 */
export function daysWithRuns({ daysOfMonth, months, weekdays }: Cron, now: number): number {
	let days = 0;
	for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
		const date = new Date(now + ahead * DAY_MS);
		const isDay = daysOfMonth.has(date.getUTCDate()) && weekdays.has(date.getUTCDay());
		if (isDay && months.has(date.getUTCMonth() + 1)) days++;
	}
	return days;
}
