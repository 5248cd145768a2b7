import type { Credits } from '../credits.ts';
import type { Route } from '../route.ts';

export function teamRoutes(credits: Credits, now: () => number): Route[] {
	return [
		{
			name: 'creditUsage',
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
		},
	];
}
