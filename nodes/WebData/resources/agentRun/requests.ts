import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { AGENT_REQUEST_TIMEOUT_MS } from '../../../transport/httpOptions';
import { jobIdParameter } from '../../fields/jobId';
import type { ItemRequest, RequestKind } from '../../sendItem';

/** Requests that read a run, or that change nothing when they are repeated. */
export const READ: RequestKind = { rateLimit: 'agentRead', repeatable: 'harmless' };

/** Starting a run costs credits each time. */
export const START: RequestKind = { rateLimit: 'agentStart', repeatable: 'billedStart' };

/** How long an answer may take, in milliseconds: as the user chose under Request Options, else 60 s. */
export function requestTimeout(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): number {
	return Number(item.getNodeParameter('requestOptions.timeout', 0)) || AGENT_REQUEST_TIMEOUT_MS;
}

/** Aims a request at an item's agent run, or at something that belongs to it. */
export function aimAtRun(part = '') {
	return (request: IHttpRequestOptions, item: IExecuteSingleFunctions): IHttpRequestOptions => ({
		...request,
		url: `/v2/agent/${jobIdParameter(item)}${part}`,
		timeout: requestTimeout(item),
	});
}

/** Reads something of the agent routes. */
export async function read(
	request: ItemRequest,
	url: string,
	{ qs = {}, signal }: { qs?: IDataObject; signal?: AbortSignal } = {},
): Promise<IDataObject> {
	const changes = { method: 'GET', url, qs, body: undefined } as const;
	const [item] = await request.send(
		READ,
		{ ...changes, timeout: requestTimeout(request.item) },
		signal,
	);
	return item?.json ?? {};
}
