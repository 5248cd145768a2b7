import { ServiceError } from '../http/serviceError.ts';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The job id that is the first variable part of a path. Throws 400 when it is no UUID. */
export function jobId([id = '']: string[]): string {
	if (!uuid.test(id))
		throw new ServiceError(400, 'Invalid job ID format. Job ID must be a valid UUID.');
	return id;
}
