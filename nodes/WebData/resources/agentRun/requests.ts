import type { IDataObject } from 'n8n-workflow';

import { hasEnded } from '../../../contract/agentOutcome';
import type { JobKind } from '../../../jobs/runJob';
import type { Call, RequestLimits } from '../../../operation/call';
import { harmless, PROMPT_ANSWER_MS, type RequestKind } from '../../../transport/requestKind';

/** Requests that read a run, or that change nothing when they are repeated. */
export const READ = harmless('agentRead');

/** Starting a run costs credits each time. */
const START: RequestKind = {
	rateLimit: 'agentStart',
	repeatable: 'billedStart',
	timeout: PROMPT_ANSWER_MS,
	howToLook: 'Use Get Many to look for the new run before you start another.',
};

export const AGENT_RUN: JobKind = {
	noun: 'agent run',
	start: START,
	read: READ,
	statusPath: routeOf,
	hasEnded: ({ status }) => hasEnded(status),
	endEvents: ['completed', 'failed', 'cancelled'],
};

/** The route of a run, or of something that belongs to it. */
export function routeOf(jobId: string, part = ''): string {
	return `/v2/agent/${encodeURIComponent(jobId)}${part}`;
}

export async function read(
	call: Call,
	path: string,
	{ qs, ...limits }: RequestLimits & { qs?: IDataObject } = {},
): Promise<IDataObject> {
	return await call.send(READ, { method: 'GET', path, qs }, limits);
}
