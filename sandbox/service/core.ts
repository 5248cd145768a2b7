import type { Route } from './http/route.ts';
import type { Credits } from './team/credits.ts';
import type { ThreatProtection } from './team/threatProtection.ts';

/** What the routes of every noun share in one running stand-in. */
export interface ServiceCore {
	/** Unix milliseconds. */
	now: () => number;
	/** Where the API is, without a trailing slash; known once it listens. */
	url: () => string;
	credits: Credits;
	threatProtection: ThreatProtection;
	/** Whether the team has mandatory zero data retention. */
	zeroDataRetention: boolean;
}

/** A noun of the API: its routes, and the models that tests reach without HTTP, by name. */
export interface Noun<RouteName extends string, Models extends object> {
	routes: Array<Route<RouteName>>;
	models: Models;
}
