import { isRecord } from './checks';

/**
 * The records of a result that is a list, or an object with just one list of objects in it; any
 * other result is one record.
 */
export function recordsOf(data: unknown): Array<Record<string, unknown>> {
	const lists = isRecord(data) ? Object.values(data).filter(isListOfRecords) : [];
	const [only, ...others] = lists;
	const records: unknown[] = Array.isArray(data)
		? data
		: only && others.length === 0
			? only
			: [data];
	return records.map((record) => (isRecord(record) ? record : { value: record }));
}

function isListOfRecords(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.every(isRecord);
}
