import { expect } from 'vitest';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import { agentRequestRule } from '../../../sandbox/service/agent/rules.ts';
import { executeRule, interactRule, sessionRule } from '../../../sandbox/service/interact/rules.ts';
import { batchRequestRule } from '../../../sandbox/service/batch/rules.ts';
import { scrapeRequestRule } from '../../../sandbox/service/scrape/scrapeRules.ts';
import type { Problem, Rule } from '../../../sandbox/service/http/validation.ts';
import { mapRequestRule } from '../../../sandbox/service/map/rules.ts';
import { UUID } from './values.ts';

const ID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** A segment of a path, whatever it says: nothing in it is left unencoded but these. */
const SEGMENT = "(?!\\.{1,2}(/|$))[\\w.~!*'()%-]+";

/** Every request that the contract knows and the pack may send. */
const ROUTES: Array<[method: string, path: RegExp, query: RegExp]> = [
	['POST', /^\/v2\/map$/, /^$/],
	['POST', /^\/v2\/agent$/, /^$/],
	['POST', /^\/v2\/(batch\/)?scrape$/, /^$/],
	['GET', new RegExp(`^/v2/(batch/)?scrape/${ID}$`), /^(limit=\d+)?$/],
	['GET', new RegExp(`^/v2/batch/scrape/${ID}/errors$`), /^$/],
	['DELETE', new RegExp(`^/v2/batch/scrape/${ID}$`), /^$/],
	['GET', /^\/v2\/agent$/, /^(before=\d+)?$/],
	['GET', new RegExp(`^/v2/agent/${ID}$`), /^$/],
	['DELETE', new RegExp(`^/v2/agent/${ID}$`), /^$/],
	['GET', new RegExp(`^/v2/agent/${ID}/trace$`), /^(liveView=true)?$/],
	['GET', /^\/v2\/team\/(credit-usage|queue-status)$/, /^$/],
	['GET', /^\/v2\/team\/credit-usage\/historical$/, /^(byApiKey=true)?$/],
	['GET', /^\/v2\/team\/activity$/, /^limit=\d+(&endpoint=\w+)?$/],
	['GET', /^\/v2\/interact$/, /^(status=\w+)?$/],
	['POST', /^\/v2\/interact$/, /^$/],
	['POST', new RegExp(`^/v2/scrape/${ID}/interact$`), /^$/],
	['DELETE', new RegExp(`^/v2/scrape/${ID}/interact$`), /^$/],
	['POST', new RegExp(`^/v2/interact/${SEGMENT}/execute$`), /^$/],
	['DELETE', new RegExp(`^/v2/interact/${SEGMENT}$`), /^$/],
	['GET', new RegExp(`^/v2/agent/${ID}/snapshots/${SEGMENT}$`), /^$/],
];

/** Answers everything with success, so that only the requests themselves are judged. */
export function answerEverything(service: Service): void {
	answerAccount(service);
	const run = { id: UUID, status: 'completed', createdAt: '2026-01-15T12:00:00.000Z' };
	service.orderFault({
		times: Infinity,
		answer: {
			status: 200,
			json: {
				success: true,
				...run,
				links: [{ url: 'https://example.com/' }],
				data: {},
				agents: [run],
				events: [],
				snapshot: 'text',
				sessions: [run],
				exitCode: 0,
			},
		},
	});
}

/** The account's answers have fields of the same names as others, with something else in them. */
function answerAccount(service: Service): void {
	const answers: Record<string, object> = {
		'credit-usage': { data: { remainingCredits: Number.MAX_SAFE_INTEGER } },
		'credit-usage/historical': { periods: [{ creditsUsed: 1 }] },
		'queue-status': { jobsInQueue: 0 },
		activity: { data: [{ id: UUID }] },
	};
	for (const [part, told] of Object.entries(answers)) {
		const answer = { status: 200, json: { success: true, ...told } };
		service.orderFault({ path: `/v2/team/${part}`, times: Infinity, answer });
	}
}

/** Fails when the stand-in has received anything that the contract does not allow. */
export function expectAllowed(requests: readonly LoggedRequest[]): void {
	for (const { method, path, query, headers, body } of requests) {
		const queryText = new URLSearchParams(query).toString();
		const route = ROUTES.find(
			([routeMethod, routePath, routeQuery]) =>
				routeMethod === method && routePath.test(path) && routeQuery.test(queryText),
		);
		expect(route, `${method} ${path}?${queryText}`).toBeDefined();
		expect(headers.authorization).toBe('valid');
		if (method === 'POST') expect(problemsOf(path, body)).toEqual([]);
		else expect(body).toBeUndefined();
	}
}

const RULES: Record<string, Rule> = {
	'/v2/map': mapRequestRule,
	'/v2/scrape': scrapeRequestRule,
	'/v2/batch/scrape': batchRequestRule,
	'/v2/interact': sessionRule,
};

/**
 * What the stand-in's rules find, but for what it alone is strict about: names of models that are
 * still to come, threads' ids, domains in letters of other languages, hosts without a top-level
 * domain, and whether there is such a country.
 */
function problemsOf(path: string, body: unknown): Problem[] {
	const rule = RULES[path] ?? ruleOfPart(path) ?? agentRequestRule;
	const problems = rule(body, [], true).filter(
		({ path: [field, list] }) =>
			!(field === 'url' || (field === 'location' && list === 'country')) &&
			!(field === 'model' || field === 'threadId') &&
			!(field === 'threatProtection' && (list === 'blacklist' || list === 'whitelist')),
	);
	const domains = Object.values(
		(body as { threatProtection?: Record<string, unknown> }).threatProtection ?? {},
	).flat();
	for (const domain of domains) {
		if (typeof domain === 'string') expect(domain).not.toMatch(/[/:\s@?#]/);
	}
	return problems;
}

function ruleOfPart(path: string): Rule | undefined {
	if (path.endsWith('/execute')) return executeRule;
	return path.endsWith('/interact') ? interactRule : undefined;
}
