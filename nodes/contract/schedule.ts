import { FieldError, isBlank } from './checks';
import { daysWithRuns, parsedCron, shortestGap } from './cron';

/** When a monitor checks (service facts, "G. Monitor", `schedule`). */
export interface Schedule {
	/** Exactly one of the two. */
	cron?: string;
	text?: string;
	timezone?: string;
}

const MIN_GAP_MINUTES = 5;
const MAX_TEXT_LENGTH = 128;

/** Cron schedules with fewer days in a year keep an open server busy for seconds, or for a minute. */
const RARE_DAYS = 24;

const TEXT_RULE =
	'must be a schedule that the service understands: “every 30 minutes”, “every 30 minutes starting at :10”, “hourly at :15”, “every 6 hours”, “daily at 9:00”, “daily at 5:30 PM” or “weekly”. Choose Cron for anything else';
const CRON_RULE =
	'must be five numbers, lists, ranges or steps for minute, hour, day of the month, month and weekday, such as 0 9 * * 1-5; names of days and months are not understood';

/**
 * The schedule of a monitor, in the user's words or as cron expression.
 *
 * @param now Unix milliseconds: a schedule has to have a run within the year that follows
 * @throws FieldError for what the service would not accept
 */
export function schedule(
	mode: 'text' | 'cron',
	value: unknown,
	timezone: unknown,
	now: number,
): Schedule {
	const words = typeof value === 'string' ? value.trim() : '';
	const cron = parsedCron(mode === 'cron' ? words : (cronOfText(words) ?? ''));
	if (!cron) throw new FieldError('schedule', mode === 'cron' ? CRON_RULE : TEXT_RULE, value);
	if (shortestGap(cron) < MIN_GAP_MINUTES) {
		throw new FieldError('schedule', 'must leave at least 5 minutes between two checks', value);
	}
	if (daysWithRuns(cron, now) === 0) {
		const rule =
			'must have a check within a year: day of the month, month and weekday have to come together';
		throw new FieldError('schedule', rule, value);
	}
	return { [mode]: words, ...(!isBlank(timezone) && { timezone: timeZone(timezone) }) };
}

/** Whether a schedule is one over which a server of one's own may stand still for a while. */
export function isRare({ cron }: Schedule, now: number): boolean {
	const parsed = cron === undefined ? undefined : parsedCron(cron);
	return parsed !== undefined && daysWithRuns(parsed, now) < RARE_DAYS;
}

function timeZone(value: unknown): string {
	const name = typeof value === 'string' ? value.trim() : '';
	if (isTimeZone(name)) return name;
	throw new FieldError('timezone', 'must be a time zone such as Europe/Berlin', value);
}

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

/** The forms of text that the service understands, each with the cron expression that it stands for. */
const TEXTS: Array<[RegExp, (...parts: Array<string | undefined>) => string | undefined]> = [
	[
		/^every (\d+) min(?:ute)?s?(?: start(?:ing)?(?: at| on)? :?(\d{1,2}))?$/,
		(every, minute = '0') =>
			60 % Number(every) === 0 ? `${Number(minute)}-59/${every ?? ''} * * * *` : undefined,
	],
	[
		/^(?:hourly|every hour)(?: (?:starting )?at :?(\d{1,2}))?$/,
		(minute = '0') => `${Number(minute)} * * * *`,
	],
	[
		/^every (\d+) (?:hour|hr)s?$/,
		(every) => (24 % Number(every) === 0 ? `0 */${every ?? ''} * * *` : undefined),
	],
	[
		/^(?:daily|every day)(?: at (\d{1,2})(?::(\d{2}))?\s*(am|pm)?)?$/,
		(hour = '0', minute = '0', half = '') => {
			const isOnClock = half === '' || (Number(hour) >= 1 && Number(hour) <= 12);
			return isOnClock ? `${Number(minute)} ${hourOf(hour, half)} * * *` : undefined;
		},
	],
	[/^(?:weekly|every week)$/, () => '0 0 * * 0'],
];

function hourOf(hour: string, half: string): number {
	return half === '' ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
}

/** @returns undefined for a text that the service does not understand */
function cronOfText(words: string): string | undefined {
	if (words.length > MAX_TEXT_LENGTH) return undefined;
	const text = words.toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ').trim();
	for (const [form, cronOf] of TEXTS) {
		const match = form.exec(text);
		if (match) return cronOf(...match.slice(1));
	}
	return undefined;
}
