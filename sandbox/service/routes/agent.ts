import type { AgentRuns } from '../agent/agentRuns.ts';
import type { Credits } from '../credits.ts';
import type { ServiceOptions } from '../options.ts';
import { agentRequestRule, uuid, type AgentRequest } from '../requestBodies.ts';
import type { Route } from '../route.ts';
import { ServiceError } from '../serviceError.ts';
import { checkThreatProtection } from '../threatProtection.ts';
import { refuse } from '../validation.ts';

type AgentOptions = Pick<ServiceOptions, 'maxConcurrentRuns' | 'zeroDataRetention'> & {
	threatProtection: NonNullable<ServiceOptions['threatProtection']>;
};

const ZERO_DATA_RETENTION =
	'Your team has zero data retention enabled. This is not supported on extract.';

/** The agent routes: HTTP in front of the model of the runs. `publicUrl` begins `next` links. */
export function agentRoutes(
	agentRuns: AgentRuns,
	credits: Credits,
	options: AgentOptions,
	publicUrl: () => string,
): Route[] {
	return [
		{
			name: 'agentStart',
			method: 'POST',
			path: /^\/v2\/agent\/?$/,
			handle({ team, body }) {
				refuse(agentRequestRule(body, []));
				const request = body as AgentRequest;
				checkThreatProtection(options.threatProtection, request);
				if (options.zeroDataRetention) throw new ServiceError(400, ZERO_DATA_RETENTION);
				credits.demand(team);
				if (agentRuns.activeCount(team) >= (options.maxConcurrentRuns ?? Infinity))
					throw new ServiceError(429, 'Concurrency limit reached');
				return { status: 200, json: agentRuns.start(request, { team }) };
			},
		},
		{
			name: 'agentList',
			method: 'GET',
			path: /^\/v2\/agent\/?$/,
			handle({ team, query }) {
				const { agents, nextBefore } = agentRuns.list({ team, before: readBefore(query) });
				const next = nextBefore && `${publicUrl()}/v2/agent?before=${nextBefore}`;
				return { status: 200, json: { success: true, agents, next } };
			},
		},
		{
			name: 'agentStatus',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.status(jobId(params), team),
			}),
		},
		{
			name: 'agentCancel',
			method: 'DELETE',
			path: /^\/v2\/agent\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.cancel(jobId(params), team),
			}),
		},
		{
			name: 'agentTrace',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/trace\/?$/,
			handle: ({ team, params, query }) => ({
				status: 200,
				json: agentRuns.trace(jobId(params), {
					team,
					liveView: query.get('liveView') === 'true',
				}),
			}),
		},
		{
			name: 'agentSnapshot',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/snapshots\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.snapshot(jobId(params), params[1] ?? '', team),
			}),
		},
	];
}

function jobId([id = '']: string[]): string {
	if (!uuid.test(id))
		throw new ServiceError(400, 'Invalid job ID format. Job ID must be a valid UUID.');
	return id;
}

function readBefore(query: URLSearchParams): number | undefined {
	const before = query.get('before');
	if (before === null) return undefined;
	if (!/^\d+$/.test(before))
		refuse([{ path: ['before'], message: 'Must be unix milliseconds', code: 'invalid_type' }]);
	return Number(before);
}
