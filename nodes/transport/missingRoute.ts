import { ErrorAnswer } from './failure';

/**
 * Whether a deployment lacks a route that names no particular thing: the recorded servers answer
 * with an HTML 404 or with 501.
 */
export function isMissingRoute(error: unknown): boolean {
	return error instanceof ErrorAnswer && [404, 405, 501].includes(error.status);
}
