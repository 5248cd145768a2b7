import { expect } from 'vitest';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import type { Problem, Rule } from '../../../sandbox/service/http/validation.ts';
import { UUID } from './values.ts';

/** An id in a path. */
export const ID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** A request that the contract knows and an operation may send. */
export interface AllowedRoute {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: RegExp;
	/** None where left out. */
	query?: RegExp;
	/** What the stand-in demands of the body; a request without a rule has none. */
	body?: Rule;
}

/** What Min Credits looks at, wherever work is billed. */
const BALANCE: AllowedRoute = { method: 'GET', path: /^\/v2\/team\/credit-usage$/ };

/** Enough for any Min Credits. */
const ENOUGH = { remainingCredits: Number.MAX_SAFE_INTEGER };

/** Answers everything with success, so that only the requests themselves are judged. */
export function answerEverything(
	service: Service,
	{ data, ...more }: { data?: object } & Record<string, unknown> = {},
): void {
	const run = { id: UUID, status: 'completed', createdAt: '2026-01-15T12:00:00.000Z' };
	service.orderFault({
		times: Infinity,
		answer: {
			status: 200,
			json: {
				success: true,
				...run,
				links: [{ url: 'https://example.com/' }],
				data: Array.isArray(data) ? data : { ...ENOUGH, ...data },
				agents: [run],
				events: [],
				snapshot: 'text',
				...more,
			},
		},
	});
}

/** Fails when the stand-in has received anything that the contract does not allow. */
export function expectAllowed(
	requests: readonly LoggedRequest[],
	routes: readonly AllowedRoute[],
): void {
	for (const { method, path, query, headers, body } of requests) {
		const queryText = new URLSearchParams(query).toString();
		const route = [BALANCE, ...routes].find(
			(allowed) =>
				allowed.method === method &&
				allowed.path.test(path) &&
				(allowed.query ?? /^$/).test(queryText),
		);
		expect(route, `${method} ${path}?${queryText}`).toBeDefined();
		expect(headers.authorization).toBe('valid');
		if (route?.body) expect(problemsOf(route.body, jsonOf(body))).toEqual([]);
		else expect(body).toBeUndefined();
	}
}

/** Fields about which only the stand-in is strict, or which name something that is still to come. */
const LEFT_TO_THE_SERVICE = ['url', 'urls', 'queries', 'model', 'threadId'];

/**
 * What the stand-in's rules find, but for what it alone is strict about: names of models that are
 * still to come, threads' ids, domains in letters of other languages, hosts without a top-level
 * domain, and whether there is such a country.
 */
function problemsOf(rule: Rule, body: unknown): Problem[] {
	const problems = rule(body, [], true).filter(
		({ path }) =>
			!LEFT_TO_THE_SERVICE.some((field) => path.includes(field)) &&
			!(path.includes('location') && path.includes('country')) &&
			!(path.includes('blacklist') || path.includes('whitelist')) &&
			!(path.includes('includeDomains') || path.includes('excludeDomains')),
	);
	for (const domain of domainsIn(body)) {
		if (typeof domain === 'string') expect(domain).not.toMatch(/[/:\s@?#]/);
	}
	return problems;
}

function domainsIn(body: unknown): unknown[] {
	const {
		threatProtection = {},
		includeDomains,
		excludeDomains,
	} = (body ?? {}) as {
		threatProtection?: Record<string, unknown>;
		includeDomains?: unknown[];
		excludeDomains?: unknown[];
	};
	return [Object.values(threatProtection), includeDomains, excludeDomains].flat(2);
}

/** A JSON body as it is; of a form, as the stand-in logs it, the part `options`. */
function jsonOf(body: unknown): unknown {
	if (!Array.isArray(body)) return body;
	const parts = body as Array<{ name: string; text?: string }>;
	return JSON.parse(parts.find(({ name }) => name === 'options')?.text ?? 'null');
}
