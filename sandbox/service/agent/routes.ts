import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { refuse } from '../http/validation.ts';
import { jobId } from '../jobs/jobId.ts';
import { checkThreatProtection } from '../team/threatProtection.ts';
import type { AgentRuns } from './agentRuns.ts';
import { agentRequestRule, type AgentRequest } from './rules.ts';

export type AgentRouteName =
	'agentStart' | 'agentList' | 'agentStatus' | 'agentCancel' | 'agentTrace' | 'agentSnapshot';

const ZERO_DATA_RETENTION =
	'Your team has zero data retention enabled. This is not supported on extract.';

/** The agent routes: HTTP in front of the model of the runs, of which a team may run so many. */
export function agentRoutes(
	agentRuns: AgentRuns,
	core: ServiceCore,
	maxConcurrentRuns: number,
): Array<Route<AgentRouteName>> {
	return [
		{
			name: 'agentStart',
			group: 'agentStarts',
			method: 'POST',
			path: /^\/v2\/agent\/?$/,
			handle({ team, body }) {
				refuse(agentRequestRule(body, []));
				const request = body as AgentRequest;
				checkThreatProtection(core.threatProtection, request);
				if (core.zeroDataRetention) throw new ServiceError(400, ZERO_DATA_RETENTION);
				core.credits.demand(team);
				if (agentRuns.activeCount(team) >= maxConcurrentRuns)
					throw new ServiceError(429, 'Concurrency limit reached');
				return { status: 200, json: agentRuns.start(request, { team }) };
			},
		},
		{
			name: 'agentList',
			group: 'jobReads',
			method: 'GET',
			path: /^\/v2\/agent\/?$/,
			handle({ team, query }) {
				const { agents, nextBefore } = agentRuns.list({ team, before: readBefore(query) });
				const next = nextBefore && `${core.url()}/v2/agent?before=${nextBefore}`;
				return { status: 200, json: { success: true, agents, next } };
			},
		},
		{
			name: 'agentStatus',
			group: 'jobReads',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.status(jobId(params), team),
			}),
		},
		{
			name: 'agentCancel',
			group: 'jobReads',
			method: 'DELETE',
			path: /^\/v2\/agent\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.cancel(jobId(params), team),
			}),
		},
		{
			name: 'agentTrace',
			group: 'jobReads',
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
			group: 'jobReads',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/snapshots\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.snapshot(jobId(params), params[1] ?? '', team),
			}),
		},
	];
}

function readBefore(query: URLSearchParams): number | undefined {
	const before = query.get('before');
	if (before === null) return undefined;
	if (!/^\d+$/.test(before))
		refuse([{ path: ['before'], message: 'Must be unix milliseconds', code: 'invalid_type' }]);
	return Number(before);
}
