import { FieldError } from './checks';

/** Addresses may not become longer than servers read. */
const MAX_LENGTH = 1000;

/**
 * An id of any form, to be encoded as part of a path.
 *
 * @param what it is the id of, such as "a snapshot"
 * @throws FieldError also for `.` and `..`, which no encoding keeps from changing the path
 */
export function pathId(value: unknown, field: string, what: string): string {
	const id = typeof value === 'string' ? value.trim() : '';
	const isPlain = id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
	if (isPlain && id.length <= MAX_LENGTH) return id;
	throw new FieldError(field, `must be the id of ${what}`, value);
}
