import type { Noun, ServiceCore } from '../core.ts';
import { activity } from './activity.ts';
import { concurrencyCheck, queueStatus } from './concurrency.ts';
import { creditUsage, creditUsageHistory } from './creditUsage.ts';

export type AccountRouteName =
	'creditUsage' | 'creditUsageHistory' | 'queueStatus' | 'activity' | 'concurrencyCheck';

/** What a team may ask about its plan and its use of it. The server of 2025 has less of it. */
export function account(core: ServiceCore): Noun<AccountRouteName, object> {
	const routes: Noun<AccountRouteName, object>['routes'] = [
		creditUsage(core),
		concurrencyCheck(core),
		queueStatus(core),
	];
	if (core.deployment !== 'open2025') routes.push(creditUsageHistory(core), activity(core));
	return { routes, models: {} };
}
