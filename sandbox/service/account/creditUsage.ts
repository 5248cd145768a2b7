import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { monthStart } from '../team/credits.ts';

/** The name of every key, as far as the history by keys is concerned. */
const KEY_NAME = 'Default';

/** Breaks on every open server of 2026; the one of 2025 tells nothing of the plan. */
export function creditUsage(core: ServiceCore): Route<'creditUsage'> {
	const { deployment, credits, now } = core;
	return {
		name: 'creditUsage',
		group: 'account',
		method: 'GET',
		path: /^\/v2\/team\/credit-usage\/?$/,
		handle({ team }) {
			if (deployment === 'open2026') throw core.crash();
			const remainingCredits = credits.remaining(team);
			const plan = {
				planCredits: credits.plan,
				billingPeriodStart: new Date(monthStart(now())).toISOString(),
				billingPeriodEnd: new Date(monthStart(now(), 1)).toISOString(),
			};
			const data = deployment === 'hosted' ? { remainingCredits, ...plan } : { remainingCredits };
			return { status: 200, json: { success: true, data } };
		},
	};
}

/** Months in which credits were used, the oldest first. */
export function creditUsageHistory(core: ServiceCore): Route<'creditUsageHistory'> {
	const { deployment, credits } = core;
	return {
		name: 'creditUsageHistory',
		group: 'account',
		method: 'GET',
		path: /^\/v2\/team\/credit-usage\/historical\/?$/,
		handle({ team, query }) {
			if (deployment === 'open2026') throw core.crash();
			const apiKey = query.get('byApiKey') === 'true' ? KEY_NAME : undefined;
			const months = [...credits.byMonth(team)].sort(([one], [other]) => one - other);
			const periods = months.map(([start, creditsUsed]) => ({
				startDate: new Date(start).toISOString(),
				endDate: new Date(monthStart(start, 1)).toISOString(),
				apiKey,
				creditsUsed,
			}));
			return { status: 200, json: { success: true, periods } };
		},
	};
}
