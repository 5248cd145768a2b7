import type { Deployment } from './deployment.ts';
import type { Route } from './http/route.ts';
import type { ServiceError } from './http/serviceError.ts';
import type { Rule } from './http/validation.ts';
import type { Browsers } from './jobs/browsers.ts';
import type { Scraper } from './scrape/scraper.ts';
import type { Activities } from './team/activity.ts';
import type { Credits } from './team/credits.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What the routes of every noun share in one running stand-in. */
export interface ServiceCore {
	deployment: Deployment;
	/** Whether it is an open server without authentication: it then has no database, either. */
	isSelfHosted: boolean;
	/** Unix milliseconds. */
	now: () => number;
	/** Where the API is, without a trailing slash; known once it listens. */
	url: () => string;
	/** Where the sandbox website is, without a trailing slash; known once it listens. */
	websiteUrl: () => string;
	/** Addresses of websites by the host names that stand for them. */
	hosts: Record<string, string>;
	/** The deployment's error when something in it breaks. */
	crash(): ServiceError;
	/** Throws the deployment's 400 when a body breaks its rule. */
	checkBody(rule: Rule, body: unknown): void;
	/** Throws 403 when a body brings `threatProtection` and the team may not use it. */
	checkThreatProtection(body: { threatProtection?: unknown }): void;
	/** Whether the team has mandatory zero data retention. */
	zeroDataRetention: boolean;
	credits: Credits;
	browsers: Browsers;
	/** Reads pages, for every noun that does. */
	scraper: Scraper;
	activities: Activities;
	/** Tells the events of jobs to the addresses that their requests name. */
	webhooks: Webhooks;
}

/** A noun of the API: its routes, and the models that tests reach without HTTP, by name. */
export interface Noun<RouteName extends string, Models extends object> {
	routes: Array<Route<RouteName>>;
	models: Models;
}
