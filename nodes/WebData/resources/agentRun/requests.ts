import type { IDataObject } from 'n8n-workflow';

import { RefusedByService } from '../../../transport/failure';
import { AGENT_REQUEST_TIMEOUT_MS } from '../../../transport/httpOptions';
import type { ItemRequest, RequestKind } from '../../sendItem';

/** Requests that read a run, or that change nothing when they are repeated. */
export const READ: RequestKind = { rateLimit: 'agentRead', repeatable: 'harmless' };

/** Starting a run costs credits each time. */
export const START: RequestKind = { rateLimit: 'agentStart', repeatable: 'billedStart' };

/** Reads something of the agent routes. */
export async function read(
	request: ItemRequest,
	url: string,
	qs: IDataObject = {},
): Promise<IDataObject> {
	const [item] = await request.send(READ, {
		method: 'GET',
		url,
		qs,
		body: undefined,
		timeout: AGENT_REQUEST_TIMEOUT_MS,
	});
	return item?.json ?? {};
}

/**
 * The events of a run's trace.
 *
 * @returns undefined for a run of a model that records none
 */
export async function traceEvents(
	request: ItemRequest,
	jobId: string,
): Promise<IDataObject[] | undefined> {
	try {
		const { events } = await read(request, `/v2/agent/${jobId}/trace`);
		return Array.isArray(events) ? (events as IDataObject[]) : [];
	} catch (error) {
		if (error instanceof RefusedByService && error.status < 500) return undefined;
		throw error;
	}
}
