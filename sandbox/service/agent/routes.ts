import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { object, text } from '../http/validation.ts';
import { jobId } from '../jobs/jobId.ts';
import type { AgentRuns } from './agentRuns.ts';
import { openStart, openStatus } from './answers.ts';
import { agentRequestRule, openAgentRequestRule, type AgentRequest } from './rules.ts';

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
	const isHosted = core.deployment === 'hosted';
	return [
		{
			name: 'agentStart',
			group: 'agentStarts',
			method: 'POST',
			path: /^\/v2\/agent\/?$/,
			handle({ team, body }) {
				core.checkBody(isHosted ? agentRequestRule : openAgentRequestRule, body);
				const request = body as AgentRequest;
				core.checkThreatProtection(request);
				if (core.zeroDataRetention) throw new ServiceError(400, ZERO_DATA_RETENTION);
				core.credits.demand(team);
				if (agentRuns.activeCount(team) >= maxConcurrentRuns)
					throw new ServiceError(429, 'Concurrency limit reached');
				const started = agentRuns.start(request, { team });
				const target = request.urls?.[0] ?? request.prompt;
				core.activities.record({ id: started.id, team, endpoint: 'agent', target });
				return { status: 200, json: isHosted ? started : openStart(started) };
			},
		},
		{
			name: 'agentList',
			group: 'agentReads',
			method: 'GET',
			path: /^\/v2\/agent\/?$/,
			handle({ team, query }) {
				const { agents, nextBefore } = agentRuns.list({ team, before: readBefore(core, query) });
				const next = nextBefore && `${core.url()}/v2/agent?before=${nextBefore}`;
				return { status: 200, json: { success: true, agents, next } };
			},
		},
		{
			name: 'agentStatus',
			group: 'agentReads',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/?$/,
			handle({ team, params }) {
				const status = agentRuns.status(jobId(params), team);
				return { status: 200, json: isHosted ? status : openStatus(status) };
			},
		},
		{
			name: 'agentCancel',
			group: 'agentReads',
			method: 'DELETE',
			path: /^\/v2\/agent\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.cancel(jobId(params), team),
			}),
		},
		{
			name: 'agentTrace',
			group: 'agentReads',
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
			group: 'agentReads',
			method: 'GET',
			path: /^\/v2\/agent\/([^/]+)\/snapshots\/([^/]+)\/?$/,
			handle: ({ team, params }) => ({
				status: 200,
				json: agentRuns.snapshot(jobId(params), params[1] ?? '', team),
			}),
		},
	];
}

function readBefore(core: ServiceCore, query: URLSearchParams): number | undefined {
	const before = query.get('before');
	if (before === null) return undefined;
	core.checkBody(beforeRule, { before });
	return Number(before);
}

const beforeRule = object({ before: text({ pattern: /^\d+$/, means: 'unix milliseconds' }) });
