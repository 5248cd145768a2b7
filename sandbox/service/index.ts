import { AgentRuns } from './agent/agentRuns.ts';
import { createApiServer } from './apiServer.ts';
import { Authentication } from './authentication.ts';
import { Credits } from './credits.ts';
import { Faults, type Fault } from './faults.ts';
import { listen, stopListening } from './listening.ts';
import { SiteMapper } from './map/siteMapper.ts';
import type { ServiceOptions } from './options.ts';
import { RateLimiter } from './rateLimit.ts';
import type { LoggedRequest } from './requestLog.ts';
import { agentRoutes } from './routes/agent.ts';
import { mapRoutes } from './routes/map.ts';
import { teamRoutes } from './routes/team.ts';
import { createWebsite } from './website/website.ts';

export type { Outcome, TraceError, TraceEvent } from './agent/agentEvents.ts';
export { endingOf, type AgentRun, type Ending } from './agent/agentRun.ts';
export {
	AgentRuns,
	DEFAULT_TEAM,
	RESULT_LIFETIME_MS,
	type AgentListItem,
	type AgentListPage,
	type AgentRunsOptions,
	type AgentStatus,
	type AgentTrace,
	type ExpiredRunBehaviour,
	type StartedRun,
} from './agent/agentRuns.ts';
export type { Answer } from './answer.ts';
export {
	errorAnswer,
	redirectAnswer,
	type CannedAnswer,
	type Distortion,
	type Fault,
} from './faults.ts';
export type { ApiKey, RateLimit, RateLimits, RouteName, ServiceOptions } from './options.ts';
export type { AgentRequest, MapRequest } from './requestBodies.ts';
export type { LoggedRequest } from './requestLog.ts';
export { ServiceError } from './serviceError.ts';

/** A running stand-in of the service. */
export interface Service {
	/** Where the API is, without a trailing slash: `http://127.0.0.1:{port}`. */
	url: string;
	/** Where the sandbox website is, without a trailing slash: `http://localhost:{port}`. */
	websiteUrl: string;
	/** Every API request since the start, oldest first. May be emptied by setting its length. */
	requests: LoggedRequest[];
	/** The runs; tests may start, cancel and read them without HTTP. */
	agentRuns: AgentRuns;
	/** Orders a fault. Of several that match a request, the first ordered is applied. */
	orderFault(fault: Fault): void;
	clearFaults(): void;
	/** Closes both listeners and every connection. */
	stop(): Promise<void>;
}

/** Starts the stand-in on loopback, with its website on a second port. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const now = options.now ?? Date.now;
	const threatProtection = options.threatProtection ?? 'disabled';
	const linksAs = options.linksAs ?? 'objects';
	const { listPageSize, listsOptions, afterExpiry, cancelledStatus } = options;
	const agentRuns =
		options.agentRuns ??
		new AgentRuns({ now, listPageSize, listsOptions, afterExpiry, cancelledStatus });
	const credits = new Credits(options.planCredits ?? 500_000, agentRuns);
	const faults = new Faults();
	const requests: LoggedRequest[] = [];
	let url = '';
	const api = createApiServer({
		routes: [
			...mapRoutes(new SiteMapper(now), credits, { threatProtection, linksAs }),
			...agentRoutes(agentRuns, credits, { ...options, threatProtection }, () => url),
			...teamRoutes(credits, now),
		],
		authentication: new Authentication(options.apiKeys ?? ['sandbox-key']),
		rateLimiter: new RateLimiter(options.rateLimits ?? {}, now),
		faults,
		requests,
		options: { ...options, maxBodyBytes: options.maxBodyBytes ?? 10 * 1024 * 1024 },
	});
	const website = createWebsite();
	url = `http://127.0.0.1:${await listen(api, options.port ?? 0)}`;
	const websiteUrl = `http://localhost:${await listen(website, options.websitePort ?? 0)}`;
	return {
		url,
		websiteUrl,
		requests,
		agentRuns,
		orderFault: (fault) => faults.order(fault),
		clearFaults: () => faults.clear(),
		stop: async () => {
			await Promise.all([stopListening(api), stopListening(website)]);
		},
	};
}
