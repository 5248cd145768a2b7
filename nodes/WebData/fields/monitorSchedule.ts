import type { INodeProperties } from 'n8n-workflow';

import { FieldError, isBlank } from '../../contract/checks';
import { schedule, type Schedule } from '../../contract/schedule';
import type { Input } from '../../operation/input';

const KEPT = 'Leave it empty to keep the present one.';

const RARE =
	'Only numbers, lists, ranges and steps; no names of days. Some servers of your own stand still for up to a minute over a schedule that comes round once a month or less.';

/**
 * When a monitor checks (service facts, "G. Monitor").
 *
 * @param show when the fields are shown
 * @param isKept whether a schedule that is left empty stays as it is
 */
export function scheduleFields(show: Record<string, string[]>, isKept = false): INodeProperties[] {
	const kept = (field: INodeProperties): INodeProperties =>
		isKept
			? { ...field, required: false, description: `${field.description ?? ''}. ${KEPT}` }
			: field;
	return [
		{
			displayName: 'Schedule Mode',
			name: 'scheduleMode',
			type: 'options',
			default: 'text',
			description: 'How the schedule is written',
			displayOptions: { show },
			options: [
				{ name: 'Cron', value: 'cron', description: 'As a cron expression with five fields' },
				{ name: 'Text', value: 'text', description: 'In words, such as “daily at 9:00”' },
			],
		},
		kept({
			displayName: 'Schedule',
			name: 'schedule',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. every 30 minutes, hourly at :15, daily at 9:00',
			description:
				'When to check, at least 5 minutes apart: “every 30 minutes”, “hourly”, “every 6 hours”, “daily at 5:30 PM” or “weekly”',
			displayOptions: { show: { ...show, scheduleMode: ['text'] } },
		}),
		kept({
			displayName: 'Schedule',
			name: 'schedule',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 0 9 * * 1-5',
			description:
				'When to check, at least 5 minutes apart, as minute, hour, day of the month, month and weekday; the last three must all match',
			hint: RARE,
			displayOptions: { show: { ...show, scheduleMode: ['cron'] } },
		}),
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description: 'Time zone of the schedule, as an IANA name. Left empty, the times are UTC.',
			displayOptions: { show },
		},
	];
}

/**
 * @returns undefined where none was given
 * @throws FieldError
 */
export function readSchedule(input: Input): Schedule | undefined {
	const value = input.parameter('schedule', '');
	const timezone = input.parameter('timezone', '');
	if (!isBlank(value)) {
		return schedule(input.oneOf('scheduleMode', 'text', 'cron'), value, timezone, Date.now());
	}
	if (isBlank(timezone)) return undefined;
	throw new FieldError('schedule', 'is required where a time zone is given', value);
}
