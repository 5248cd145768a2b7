import type { Noun, ServiceCore } from '../core.ts';
import { AgentRuns, type AgentRunsOptions } from './agentRuns.ts';
import { agentRoutes, type AgentRouteName } from './routes.ts';

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

export function agent(core: ServiceCore, options: AgentOptions): Noun<AgentRouteName, AgentModels> {
	const { listPageSize, listsOptions, afterExpiry, cancelledStatus } = options;
	const agentRuns =
		options.agentRuns ??
		new AgentRuns({ now: core.now, listPageSize, listsOptions, afterExpiry, cancelledStatus });
	core.credits.countAlso((team) => agentRuns.creditsUsed(team));
	return {
		routes: agentRoutes(agentRuns, core, options.maxConcurrentRuns ?? Infinity),
		models: { agentRuns },
	};
}
