import { randomUUID } from 'node:crypto';

import { isObject } from '../http/validation.ts';
import type { Monitor, MonitorTarget } from './monitor.ts';
import { monitorEvents, type MonitorChanges, type MonitorRequest } from './rules.ts';
import { cronOf, intervalOf } from './schedule.ts';

/**
 * The fields of a monitor that a body sets, with the service's defaults inside them. Throws
 * `ScheduleError`.
 *
 * @param now unix milliseconds
 */
export function fieldsOf(body: MonitorChanges, now: number): Partial<Monitor> {
	const { name, status, goal, judgeEnabled, retentionDays } = body;
	return {
		...(name === undefined ? {} : { name }),
		...(status === undefined ? {} : { status }),
		...(body.schedule === undefined ? {} : { schedule: scheduleOf(body.schedule, now) }),
		...(body.targets === undefined ? {} : { targets: body.targets.map(targetOf) }),
		...(body.webhook === undefined ? {} : { webhook: webhookOf(body.webhook) }),
		...(body.notification === undefined ? {} : { notification: notificationOf(body.notification) }),
		...(goal === undefined ? {} : { goal, judgeEnabled: goal !== null }),
		...(judgeEnabled === undefined ? {} : { judgeEnabled }),
		...(retentionDays === undefined ? {} : { retentionDays }),
	};
}

function scheduleOf(
	{ cron = '', text, timezone = 'UTC' }: MonitorRequest['schedule'],
	now: number,
): Monitor['schedule'] {
	const schedule = { cron: text === undefined ? cron : cronOf(text), timezone };
	intervalOf(schedule.cron, timezone, now);
	return schedule;
}

const crawlDefaults = {
	limit: 10_000,
	sitemap: 'include',
	excludePaths: [],
	includePaths: [],
	regexOnFullURL: false,
	allowSubdomains: false,
	ignoreRobotsTxt: false,
	allowExternalLinks: false,
	ignoreQueryParameters: false,
	deduplicateSimilarURLs: true,
};

function targetOf(given: MonitorRequest['targets'][number]): MonitorTarget {
	const id = typeof given['id'] === 'string' ? given['id'] : randomUUID();
	const defaults =
		given.type === 'search' ? { maxResults: 10, searchWindow: '24h' } : { scrapeOptions: {} };
	const { crawlOptions } = given;
	return {
		...defaults,
		...given,
		...(given.type === 'crawl'
			? { crawlOptions: { ...crawlDefaults, ...(isObject(crawlOptions) ? crawlOptions : {}) } }
			: {}),
		id,
	} as MonitorTarget;
}

function webhookOf(given: NonNullable<MonitorChanges['webhook']> | null): Monitor['webhook'] {
	if (given === null) return null;
	const webhook = typeof given === 'string' ? { url: given } : given;
	return { headers: {}, metadata: {}, events: monitorEvents, ...webhook };
}

function notificationOf(given: Record<string, unknown> | null): Record<string, unknown> {
	const { email, ...others } = given ?? {};
	if (!isObject(email)) return others;
	return { ...others, email: { enabled: false, recipients: [], includeDiffs: false, ...email } };
}
