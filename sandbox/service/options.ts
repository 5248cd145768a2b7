import type { AgentRuns, ExpiredRunBehaviour } from './agent/agentRuns.ts';

/** The routes of the service, by the names that options and the request log use. */
export const routeNames = [
	'map',
	'agentStart',
	'agentStatus',
	'agentList',
	'agentCancel',
	'agentTrace',
	'agentSnapshot',
	'creditUsage',
] as const;

export type RouteName = (typeof routeNames)[number];

/** At most `requests` in each fixed window of `perSeconds`, counted per team. */
export interface RateLimit {
	requests: number;
	perSeconds: number;
	/** Whether a refusal tells how long to wait in its text, and not as Retry-After. */
	waitInText?: boolean;
}

/** `all` counts every request to the API; a route's own limit counts on top of it. */
export type RateLimits = Partial<Record<RouteName | 'all', RateLimit>>;

export interface ApiKey {
	key: string;
	/** Runs and credits belong to a team. Default: the one team of the sandbox. */
	team?: string;
	/** Routes for which the key lacks permission: they answer 403. */
	forbidden?: RouteName[];
}

export interface ServiceOptions {
	/** Port of the API on 127.0.0.1; 0, the default, takes any free one. */
	port?: number;
	/** Port of the sandbox website on 127.0.0.1; 0, the default, takes any free one. */
	websitePort?: number;
	/** Keys that are accepted. Default: `sandbox-key`. */
	apiKeys?: Array<string | ApiKey>;
	/** Default: no limits. */
	rateLimits?: RateLimits;
	/** Most agent runs of a team at once, else 429 `Concurrency limit reached`. Default: no limit. */
	maxConcurrentRuns?: number;
	/** Runs on a page of the list route. Default: 20. */
	listPageSize?: number;
	/** Whether list items carry the optional `options`. Default: true. */
	listsOptions?: boolean;
	/** Routes that this deployment lacks, with the status it answers instead. */
	withoutRoutes?: Partial<Record<RouteName, 404 | 405>>;
	/** Older deployments list plain strings. Default: `objects`. */
	linksAs?: 'objects' | 'strings';
	/** `noOverrides`: enabled, but requests may not override it. Default: `disabled`. */
	threatProtection?: 'disabled' | 'enabled' | 'noOverrides';
	/** A team with mandatory zero data retention cannot run agents. Default: false. */
	zeroDataRetention?: boolean;
	/** Credits that each team begins with; at 0 left, billed routes answer 402. Default: 500,000. */
	planCredits?: number;
	/** Largest request body in bytes, above it 413. Default: 10 MiB. */
	maxBodyBytes?: number;
	/** What the status of a run tells once its result has expired. Default: `gone`. */
	afterExpiry?: ExpiredRunBehaviour;
	/** The status of a cancelled run. The contract says `failed`; the vendor's SDK knows both. */
	cancelledStatus?: 'failed' | 'cancelled';
	/**
	 * Runs to begin with, for example those of a stand-in that was stopped; the options above that
	 * concern runs are then its own.
	 */
	agentRuns?: AgentRuns;
	/** Clock of runs, rate limits and caches, in unix milliseconds. Default: `Date.now`. */
	now?: () => number;
}
