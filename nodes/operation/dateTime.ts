import { tryToParseDateTime } from 'n8n-workflow';

import { FieldError, isRecord } from '../contract/checks';

/**
 * A point in time, in any form that n8n's date fields and expressions give; as Unix milliseconds.
 *
 * @param timeZone of a time that names none, as n8n's date fields give it
 */
export function dateTime(timeZone: string) {
	return (field: string, value: unknown): number => {
		const ms = isRecord(value) && typeof value.ts === 'number' ? value.ts : value;
		const time = typeof ms === 'number' ? ms : parsedTime(value, timeZone);
		if (!Number.isFinite(time)) throw new FieldError(field, 'must be a date and time', value);
		return time;
	};
}

function parsedTime(value: unknown, timeZone: string): number {
	try {
		return tryToParseDateTime(value, timeZone).toMillis();
	} catch {
		return Number.NaN;
	}
}
