import type { Noun, ServiceCore } from '../core.ts';
import type { Deployment } from '../deployment.ts';
import type { Route } from '../http/route.ts';
import { AgentRuns, type AgentRunsOptions } from './agentRuns.ts';
import { agentRoutes, type AgentRouteName } from './routes.ts';
import type { AgentRequest } from './rules.ts';
import { tellOfRun } from './webhookEvents.ts';

export interface AgentOptions extends Pick<
	AgentRunsOptions,
	'listPageSize' | 'listsOptions' | 'afterExpiry' | 'cancelledStatus'
> {
	/** Most agent runs of a team at once, else 429 `Concurrency limit reached`. Default: no limit. */
	maxConcurrentRuns?: number;
	/**
	 * Runs to begin with, for example those of a stand-in that was stopped; the options that
	 * concern runs are then its own.
	 */
	agentRuns?: AgentRuns;
}

export interface AgentModels {
	/** The runs; tests may start, cancel and read them without HTTP. */
	agentRuns: AgentRuns;
}

/** The agent service. The open server has it from 2026 on, and then no list of runs. */
export function agent(core: ServiceCore, options: AgentOptions): Noun<AgentRouteName, AgentModels> {
	const { listPageSize, listsOptions, afterExpiry, cancelledStatus } = options;
	const modelOf = core.deployment === 'hosted' ? undefined : openModelOf;
	const agentRuns =
		options.agentRuns ??
		new AgentRuns({
			now: core.now,
			listPageSize,
			listsOptions,
			afterExpiry,
			cancelledStatus,
			modelOf,
			onStart: (run) => tellOfRun(run, core.webhooks, core.now),
		});
	core.credits.countAlso((team) => agentRuns.charges(team));
	const routes = agentRoutes(agentRuns, core, options.maxConcurrentRuns ?? Infinity);
	const missing: Record<Deployment, (route: Route<AgentRouteName>) => boolean> = {
		hosted: () => false,
		open2026: ({ name }) => name === 'agentList',
		open2025: () => true,
	};
	return {
		routes: routes.filter((route) => !missing[core.deployment](route)).map(broken(core)),
		models: { agentRuns },
	};
}

function openModelOf({ model = 'spark-1-pro' }: AgentRequest): string {
	return model;
}

/** Without a database, every route of the agent breaks. */
function broken(core: ServiceCore): (route: Route<AgentRouteName>) => Route<AgentRouteName> {
	return (route) =>
		core.isSelfHosted ? { ...route, handle: () => Promise.reject(core.crash()) } : route;
}
