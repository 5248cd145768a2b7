/** What the service says of a schedule that it does not take. */
export class ScheduleError extends Error {}

/** The allowed values of the five fields of a cron expression. */
interface CronTimes {
	minutes: Set<number>;
	hours: Set<number>;
	days: Set<number>;
	months: Set<number>;
	weekdays: Set<number>;
}

const MINUTE_MS = 60_000;
const SEARCHED_DAYS = 366;
const MIN_INTERVAL_MS = 5 * MINUTE_MS;

/** The cron expression that a text stands for. Throws `ScheduleError`. */
export function cronOf(text: string): string {
	const words = text.trim().toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ');
	const [, minutes, offset] =
		/^every (\d+) (?:minutes?|mins?)(?: start(?:ing)?(?: at| on)? :?(\d{1,2}))?$/.exec(words) ?? [];
	if (minutes !== undefined) {
		divides(Number(minutes), 60, 'Minute');
		const start = startMinute(offset);
		return start === 0 ? `*/${minutes} * * * *` : `${start}-59/${minutes} * * * *`;
	}
	const hourly = /^(?:hourly|every hour)(?: (?:starting )?at :?(\d{1,2}))?$/.exec(words);
	if (hourly) return `${startMinute(hourly[1])} * * * *`;
	const [, hours] = /^every (\d+) (?:hours?|hrs?)$/.exec(words) ?? [];
	if (hours !== undefined) {
		divides(Number(hours), 24, 'Hour');
		return `0 */${hours} * * *`;
	}
	const daily = /^(?:daily|every day)(?: at (\d{1,2})(?::(\d{2}))? ?(am|pm)?)?$/.exec(words);
	if (daily) return dailyCron(daily[1], daily[2], daily[3]);
	if (words === 'weekly' || words === 'every week') return '0 0 * * 0';
	throw new ScheduleError(
		"Unsupported schedule text. Try phrases like 'every 30 minutes', 'hourly', or 'daily at 9:00'",
	);
}

function divides(value: number, whole: number, unit: string): void {
	if (value < 1 || value > whole)
		throw new ScheduleError(`${unit} interval must be between 1 and ${whole}`);
	if (whole % value !== 0)
		throw new ScheduleError(`${unit} interval must divide evenly into ${whole}`);
}

function startMinute(offset = '0'): number {
	if (Number(offset) <= 59) return Number(offset);
	throw new ScheduleError('Schedule start minute must be between 0 and 59');
}

function dailyCron(hour = '0', minute = '0', half?: string): string {
	const number = Number(hour);
	if (half !== undefined && (number < 1 || number > 12))
		throw new ScheduleError('Daily schedule hour with am/pm must be between 1 and 12');
	const onDay = half === undefined ? number : (number % 12) + (half === 'pm' ? 12 : 0);
	if (onDay > 23) throw new ScheduleError('Daily schedule hour must be between 0 and 23');
	if (Number(minute) > 59)
		throw new ScheduleError('Daily schedule minute must be between 0 and 59');
	return `${Number(minute)} ${onDay} * * *`;
}

/**
 * When a schedule is due next. Throws `ScheduleError`.
 *
 * @param after unix milliseconds; the result is later
 */
export function nextTime(cron: string, timezone: string, after: number): number {
	const times = cronTimes(cron);
	const clock = localClock(timezone);
	let time = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
	const end = time + SEARCHED_DAYS * 24 * 60 * MINUTE_MS;
	while (time < end) {
		const { minute, hour, day, month, weekday } = clock(time);
		const isDay = times.days.has(day) && times.months.has(month) && times.weekdays.has(weekday);
		// What cannot be in this hour is looked for in the next one.
		if (!isDay || !times.hours.has(hour)) time += (60 - minute) * MINUTE_MS;
		else if (times.minutes.has(minute)) return time;
		else time += MINUTE_MS;
	}
	throw new ScheduleError('Cron expression did not produce a run within one year');
}

/**
 * Milliseconds between the next two times. Throws `ScheduleError` for a schedule that is too dense.
 *
 * @param now unix milliseconds
 */
export function intervalOf(cron: string, timezone: string, now: number): number {
	const first = nextTime(cron, timezone, now);
	const interval = nextTime(cron, timezone, first) - first;
	if (interval >= MIN_INTERVAL_MS) return interval;
	throw new ScheduleError('Monitor schedule must not run more often than every 5 minutes');
}

function cronTimes(cron: string): CronTimes {
	const [minute = '', hour = '', day = '', month = '', weekday, ...others] = cron
		.trim()
		.split(/\s+/);
	if (weekday === undefined || others.length > 0)
		throw new ScheduleError('Cron expression must contain five fields');
	const weekdays = fieldValues(weekday, 0, 7);
	if (weekdays.has(7)) weekdays.add(0);
	return {
		minutes: fieldValues(minute, 0, 59),
		hours: fieldValues(hour, 0, 23),
		days: fieldValues(day, 1, 31),
		months: fieldValues(month, 1, 12),
		weekdays,
	};
}

function fieldValues(field: string, min: number, max: number): Set<number> {
	const values = new Set<number>();
	for (const part of field.split(',')) {
		const [range = '', every = '1'] = part.split('/');
		const [from = '', to = from] = range === '*' ? [String(min), String(max)] : range.split('-');
		const [first, last, step] = [from, to, every].map(wholeNumber);
		if (!step) throw new ScheduleError('Invalid cron step');
		if (first === undefined || last === undefined || first < min || last > max || first > last)
			throw new ScheduleError('Invalid cron field');
		for (let value = first; value <= last; value += step) values.add(value);
	}
	return values;
}

function wholeNumber(digits: string): number | undefined {
	return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

interface LocalTime {
	minute: number;
	hour: number;
	day: number;
	month: number;
	weekday: number;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Tells what the clocks of a time zone show. Throws `ScheduleError` for one that is unknown. */
function localClock(timezone: string): (time: number) => LocalTime {
	let format: Intl.DateTimeFormat;
	try {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone: timezone,
			hourCycle: 'h23',
			minute: 'numeric',
			hour: 'numeric',
			day: 'numeric',
			month: 'numeric',
			weekday: 'short',
		});
	} catch {
		throw new ScheduleError(`Invalid monitor schedule timezone: ${timezone}`);
	}
	return (time) => {
		const parts = Object.fromEntries(
			format.formatToParts(time).map(({ type, value }) => [type, value]),
		);
		const number = (name: string): number => Number(parts[name]);
		return {
			minute: number('minute'),
			hour: number('hour'),
			day: number('day'),
			month: number('month'),
			weekday: WEEKDAYS.indexOf(parts['weekday'] ?? ''),
		};
	};
}
