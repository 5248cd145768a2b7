import { FieldError } from './checks';

/**
 * The id of a job of the service. It becomes part of a path, so that nothing but a UUID may pass.
 *
 * @param what kind of job it is, such as "an agent run"
 * @throws FieldError
 */
export function uuidOf(value: unknown, field: string, what: string): string {
	const id = typeof value === 'string' ? value.trim() : value;
	if (typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
	throw new FieldError(field, `must be the id of ${what}, which is a UUID`, value);
}
