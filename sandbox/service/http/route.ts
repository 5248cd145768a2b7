import type { IncomingHttpHeaders } from 'node:http';

import type { RateLimitGroup } from '../team/rateLimit.ts';
import type { Answer } from './answer.ts';
import type { FormPart } from './multipart.ts';

/** A request that has passed authentication and the rate limit. */
export interface RouteRequest {
	team: string;
	/** The path's variable parts, decoded. */
	params: string[];
	query: URLSearchParams;
	/** The parsed JSON body; undefined without one. */
	body: unknown;
	headers: IncomingHttpHeaders;
	/** The body as it came; undefined when it was larger than allowed. */
	raw: Buffer | undefined;
	/** The parts of a multipart form. */
	form: FormPart[] | undefined;
	/** Aborted when the client goes away. */
	signal: AbortSignal;
}

export interface Route<Name extends string = string> {
	/** What options call it: its rate limit, keys without permission, deployments without it. */
	name: Name;
	/** Whose count of requests per minute it shares. */
	group: RateLimitGroup;
	method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT';
	/** Matches the path; its groups become `params`. */
	path: RegExp;
	/** May throw `ServiceError`. */
	handle(request: RouteRequest): Answer | Promise<Answer>;
}

export interface FoundRoute {
	route: Route;
	params: string[];
}

/** The route of a request, its path's variable parts decoded once. */
export function findRoute(
	routes: readonly Route[],
	method: string,
	path: string,
): FoundRoute | undefined {
	for (const route of routes) {
		const match = route.method === method ? route.path.exec(path) : null;
		if (match) return { route, params: match.slice(1).map(decoded) };
	}
	return undefined;
}

/** A part that is not valid percent-encoding stays as it is, and no id matches it. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
