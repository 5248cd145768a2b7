import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';

export function creditUsage({ credits, now }: ServiceCore): Route<'creditUsage'> {
	return {
		name: 'creditUsage',
		group: 'account',
		method: 'GET',
		path: /^\/v2\/team\/credit-usage\/?$/,
		handle({ team }) {
			const date = new Date(now());
			const monthStart = (offset: number): string =>
				new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)).toISOString();
			return {
				status: 200,
				json: {
					success: true,
					data: {
						remainingCredits: credits.remaining(team),
						planCredits: credits.plan,
						billingPeriodStart: monthStart(0),
						billingPeriodEnd: monthStart(1),
					},
				},
			};
		},
	};
}
