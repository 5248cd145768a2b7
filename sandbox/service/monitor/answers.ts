import { comparedIn } from './checkRunner.ts';
import type { CheckedPage, Monitor, MonitorCheck, MonitorTarget, PageStatus } from './monitor.ts';
import { intervalOf } from './schedule.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

/** A monitor as the service shows it. */
export function monitorAnswer(
	monitor: Monitor,
	current: MonitorCheck | undefined,
	now: number,
): Record<string, unknown> {
	const { checks, id, name, status, schedule, targets, webhook, notification } = monitor;
	const last = checks.findLast(
		(check) => check.status === 'completed' || check.status === 'partial',
	);
	const { cron, timezone } = schedule;
	const runs = Math.ceil(MONTH_MS / intervalOf(cron, timezone, now));
	return {
		id,
		name,
		status,
		schedule,
		nextRunAt: shownTime(monitor.nextRunAt),
		lastRunAt: shownTime(monitor.lastRunAt),
		currentCheckId: current?.id ?? null,
		targets,
		webhook,
		notification,
		emailRecipientSubscriptions: [],
		retentionDays: monitor.retentionDays,
		estimatedCreditsPerMonth: runs * creditsPerCheck(monitor),
		lastCheckSummary: last ? summaryOf(last) : null,
		goal: monitor.goal,
		judgeEnabled: monitor.judgeEnabled,
		createdAt: shownTime(monitor.createdAt),
		updatedAt: shownTime(monitor.updatedAt),
	};
}

/** What a check may cost at most. */
export function creditsPerCheck({ targets, judgeEnabled }: Monitor): number {
	return targets.reduce((sum, target) => {
		const pages = pagesIn(target);
		const perPage = comparedIn(target) === 'markdown' ? 1 : 5;
		const read = target.type === 'search' ? 2 * target.queries.length : pages * perPage;
		return sum + read + (judgeEnabled ? pages : 0);
	}, 0);
}

function pagesIn(target: MonitorTarget): number {
	if (target.type === 'scrape') return target.urls.length;
	if (target.type === 'search') return target.maxResults;
	return Number(target.crawlOptions['limit']);
}

/** A check as the service shows it, without its pages. */
export function checkAnswer(check: MonitorCheck, monitor: Monitor): Record<string, unknown> {
	const { pages, error, actualCredits, ...fields } = check;
	const hasEnded = check.status !== 'queued' && check.status !== 'running';
	const counts = monitor.targets.map(({ id, type }) => {
		const ofTarget = pages.filter(({ targetId }) => targetId === id).length;
		return { type, targetId: id, pages: ofTarget };
	});
	return {
		...fields,
		scheduledFor: shownTime(check.scheduledFor),
		startedAt: shownTime(check.startedAt),
		finishedAt: shownTime(check.finishedAt),
		estimatedCredits: creditsPerCheck(monitor),
		reservedCredits: creditsPerCheck(monitor),
		actualCredits: actualCredits ?? null,
		billingStatus: hasEnded ? 'confirmed' : 'reserved',
		summary: summaryOf(check),
		targetResults: hasEnded ? counts : null,
		notificationStatus: null,
		error: error ?? null,
		createdAt: shownTime(check.createdAt),
		updatedAt: shownTime(check.finishedAt ?? check.createdAt),
	};
}

/** A page of a check as the service shows it. */
export function pageAnswer(page: CheckedPage): Record<string, unknown> {
	return { ...page, createdAt: shownTime(page.createdAt) };
}

export function summaryOf({ pages }: MonitorCheck): Record<PageStatus | 'totalPages', number> {
	const count = (status: PageStatus): number =>
		pages.filter((page) => page.status === status).length;
	return {
		totalPages: pages.length,
		same: count('same'),
		changed: count('changed'),
		new: count('new'),
		removed: count('removed'),
		error: count('error'),
	};
}

/** As the service's database writes times: "2026-11-21 17:44:03.72+00". */
function shownTime(ms: number | undefined): string | null {
	if (ms === undefined) return null;
	return new Date(ms)
		.toISOString()
		.replace('T', ' ')
		.replace(/\.?0*Z$/, '+00');
}
