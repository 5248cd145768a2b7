import type { INodeProperties } from 'n8n-workflow';

import { FieldError, isBlank } from '../../../contract/checks';
import { tbsOf } from '../../../contract/requests/search';
import { dateTime } from '../../../operation/dateTime';
import type { Input } from '../../../operation/input';

/** When results were published; the service knows it as `tbs`. */
export const time: INodeProperties = {
	displayName: 'Time',
	name: 'tbs',
	type: 'fixedCollection',
	default: { value: {} },
	placeholder: 'Add Time',
	description: 'When results were published. It has an effect on web results only.',
	options: [
		{
			displayName: 'Time',
			name: 'value',
			values: [
				{
					displayName: 'Published',
					name: 'period',
					type: 'options',
					default: 'anyTime',
					description: 'How recent results have to be',
					options: [
						{ name: 'Any Time', value: 'anyTime' },
						{ name: 'Between Two Dates', value: 'range' },
						{ name: 'Past Day', value: 'day' },
						{ name: 'Past Hour', value: 'hour' },
						{ name: 'Past Month', value: 'month' },
						{ name: 'Past Week', value: 'week' },
						{ name: 'Past Year', value: 'year' },
					],
				},
				{
					displayName: 'From',
					name: 'from',
					type: 'dateTime',
					default: '',
					description: 'First day of publication. May be empty where To is given.',
					displayOptions: { show: { period: ['range'] } },
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'dateTime',
					default: '',
					description: 'Last day of publication. May be empty where From is given.',
					displayOptions: { show: { period: ['range'] } },
				},
				{
					displayName: 'Newest First',
					name: 'newestFirst',
					type: 'boolean',
					default: false,
					description: 'Whether to sort by date instead of by relevance',
				},
			],
		},
	],
};

/** @throws FieldError */
export function readTime(input: Input): string | undefined {
	const group = input.group('options.tbs');
	if (!group) return undefined;
	const { period, from, to, newestFirst } = group;
	const fromMs = readDay(input, 'tbs.from', from);
	const toMs = readDay(input, 'tbs.to', to);
	if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
		throw new FieldError('tbs.to', 'must not be before From', to);
	}
	return tbsOf('tbs', {
		period,
		from: dayOf(fromMs, input.timeZone),
		to: dayOf(toMs, input.timeZone),
		newestFirst,
	});
}

/** Unix milliseconds. */
function readDay(input: Input, field: string, value: unknown): number | undefined {
	return isBlank(value) ? undefined : dateTime(input.timeZone)(field, value);
}

/** A day as the service writes it, MM/DD/YYYY. */
function dayOf(ms: number | undefined, timeZone: string): string | undefined {
	if (ms === undefined) return undefined;
	const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
	return new Date(ms).toLocaleDateString('en-US', { ...parts, timeZone });
}
