import type { ServiceCore } from './core.ts';
import type { Deployment } from './deployment.ts';
import { dialectOf } from './http/dialect.ts';
import { Faults, type Fault } from './http/faults.ts';
import { listen, stopListening } from './http/listening.ts';
import type { LoggedRequest } from './http/requestLog.ts';
import { createApiServer, type MissingRouteStatus } from './http/server.ts';
import { Browsers } from './jobs/browsers.ts';
import { MAX_FILE_BYTES } from './parse/uploadedFile.ts';
import { createNouns, type NounModels, type NounOptions, type RouteName } from './nouns.ts';
import { Scraper, type ScraperOptions } from './scrape/scraper.ts';
import { Activities } from './team/activity.ts';
import { Authentication, type ApiKey as ApiKeyOf } from './team/authentication.ts';
import { Credits } from './team/credits.ts';
import { RateLimiter, type RateLimit, type RateLimitGroup } from './team/rateLimit.ts';
import { checkThreatProtection, type ThreatProtection } from './team/threatProtection.ts';
import { wordings } from './team/wording.ts';
import { Webhooks, type WebhookOptions } from './webhooks/webhooks.ts';
import { createWebsite } from './website/website.ts';

export type { Outcome, TraceError, TraceEvent } from './agent/agentEvents.ts';
export { endingOf, type AgentRun, type Ending } from './agent/agentRun.ts';
export { AgentRuns, type AgentRunsOptions, type ExpiredRunBehaviour } from './agent/agentRuns.ts';
export type {
	AgentListItem,
	AgentListPage,
	AgentStatus,
	AgentTrace,
	StartedRun,
} from './agent/answers.ts';
export type { AgentRequest } from './agent/rules.ts';
export type { Deployment } from './deployment.ts';
export type { Answer } from './http/answer.ts';
export {
	errorAnswer,
	redirectAnswer,
	type CannedAnswer,
	type Distortion,
	type Fault,
} from './http/faults.ts';
export type { LoggedRequest } from './http/requestLog.ts';
export { ServiceError } from './http/serviceError.ts';
export { RESULT_LIFETIME_MS } from './jobs/jobs.ts';
export type { MapRequest } from './map/rules.ts';
export type { RouteName } from './nouns.ts';
export { DEFAULT_TEAM } from './team/authentication.ts';
export type { RateLimit, RateLimitGroup } from './team/rateLimit.ts';

export { signatureOf, type Delivery } from './webhooks/delivery.ts';
export type { Webhooks } from './webhooks/webhooks.ts';

export type ApiKey = ApiKeyOf<RouteName>;

/** `all` counts every request to the API; a route's group and its own limit count on top of it. */
export type RateLimits = Partial<Record<RouteName | RateLimitGroup | 'all', RateLimit>>;

/** Each noun adds options of its own. */
export interface ServiceOptions extends NounOptions, ScraperOptions, WebhookOptions {
	/** Whose answers are given. Default: `hosted`, the contract's. */
	deployment?: Deployment;
	/**
	 * Whether keys are asked for. An open server without has no database: nothing of agents and
	 * accounts works there. Default: true.
	 */
	authentication?: boolean;
	/** Port of the API on 127.0.0.1; 0, the default, takes any free one. */
	port?: number;
	/** Port of the sandbox website on 127.0.0.1; 0, the default, takes any free one. */
	websitePort?: number;
	/** Keys that are accepted. Default: `sandbox-key`. */
	apiKeys?: Array<string | ApiKey>;
	/** Default: no limits. */
	rateLimits?: RateLimits;
	/** Most browsers of a team at once; pages of jobs wait for one. Default: 50, open servers 2. */
	maxConcurrency?: number;
	/** Routes that this deployment lacks, with the status it answers instead. */
	withoutRoutes?: Partial<Record<RouteName, MissingRouteStatus>>;
	/** Default: `disabled`. */
	threatProtection?: ThreatProtection;
	/** A team with mandatory zero data retention cannot run agents. Default: false. */
	zeroDataRetention?: boolean;
	/** Credits that each team begins with; at 0 left, billed routes answer 402. Default: 500,000. */
	planCredits?: number;
	/** Largest request body in bytes, above it 413. Default: 10 MiB. */
	maxBodyBytes?: number;
	/** Addresses of websites (`http://localhost:3000`) by host names that shall stand for them. */
	hosts?: Record<string, string>;
	/** Clock of jobs, rate limits and caches, in unix milliseconds. Default: `Date.now`. */
	now?: () => number;
}

/** A running stand-in of the service, with the models of its nouns. */
export interface Service extends NounModels {
	/** Where the API is, without a trailing slash: `http://127.0.0.1:{port}`. */
	url: string;
	/** Where the sandbox website is, without a trailing slash: `http://localhost:{port}`. */
	websiteUrl: string;
	/** What was sent to the webhooks of jobs; tests may double and hold it back. */
	webhooks: Webhooks;
	/** Every API request since the start, oldest first. May be emptied by setting its length. */
	requests: LoggedRequest[];
	/** Orders a fault. Of several that match a request, the first ordered is applied. */
	orderFault(fault: Fault): void;
	clearFaults(): void;
	/** Closes both listeners and every connection. */
	stop(): Promise<void>;
}

/** Starts the stand-in on loopback, with its website on a second port. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const now = options.now ?? Date.now;
	let url = '';
	let websiteUrl = '';
	const deployment = options.deployment ?? 'hosted';
	const hasAuthentication = options.authentication ?? true;
	const isSelfHosted = deployment !== 'hosted' && !hasAuthentication;
	const dialect = dialectOf(deployment, isSelfHosted);
	const wording = wordings[deployment];
	const threatProtection = options.threatProtection ?? 'disabled';
	const core: Omit<ServiceCore, 'scraper'> = {
		deployment,
		isSelfHosted,
		now,
		url: () => url,
		websiteUrl: () => websiteUrl,
		hosts: options.hosts ?? {},
		crash: () => dialect.crash(),
		checkBody: (rule, body) => {
			const problems = rule(body, [], dialect.strictBodies);
			if (problems.length > 0) throw dialect.refusal(problems);
		},
		checkThreatProtection: (body) =>
			checkThreatProtection(threatProtection, wording.threatProtection, body),
		zeroDataRetention: options.zeroDataRetention ?? false,
		credits: new Credits({
			plan: options.planCredits ?? 500_000,
			noneLeft: wording.noCredits,
			now,
		}),
		browsers: new Browsers(options.maxConcurrency ?? (deployment === 'hosted' ? 50 : 2)),
		activities: new Activities(now),
		webhooks: new Webhooks(options),
	};
	const scraper = new Scraper(core, options);
	const { routes, models } = createNouns({ ...core, scraper }, options);
	const faults = new Faults();
	const requests: LoggedRequest[] = [];
	const api = createApiServer({
		routes,
		authentication: new Authentication(
			options.apiKeys ?? ['sandbox-key'],
			hasAuthentication,
			wording,
		),
		rateLimiter: new RateLimiter(options.rateLimits ?? {}, now, wording),
		dialect,
		faults,
		requests,
		withoutRoutes: options.withoutRoutes ?? {},
		maxBodyBytes: options.maxBodyBytes ?? 10 * 1024 * 1024,
		maxPartBytes: MAX_FILE_BYTES,
	});
	const website = createWebsite();
	url = `http://127.0.0.1:${await listen(api, options.port ?? 0)}`;
	websiteUrl = `http://localhost:${await listen(website, options.websitePort ?? 0)}`;
	return {
		...models,
		url,
		websiteUrl,
		webhooks: core.webhooks,
		requests,
		orderFault: (fault) => faults.order(fault),
		clearFaults: () => faults.clear(),
		stop: async () => {
			core.webhooks.close();
			await Promise.all([stopListening(api), stopListening(website), scraper.close()]);
		},
	};
}
