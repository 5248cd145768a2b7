import type { LineDiff } from '../scrape/lineDiff.ts';
import type { ScrapeOptions } from '../scrape/scrapeRequest.ts';

/** What a monitor looks at, as the body of a create has it. */
export type MonitorTarget = { id: string } & (
	| { type: 'scrape'; urls: string[]; scrapeOptions: ScrapeOptions }
	| {
			type: 'crawl';
			url: string;
			crawlOptions: Record<string, unknown>;
			scrapeOptions: ScrapeOptions;
	  }
	| { type: 'search'; queries: string[]; searchWindow: string; maxResults: number }
);

export interface MonitorWebhook {
	url: string;
	headers: Record<string, string>;
	metadata: Record<string, unknown>;
	events: string[];
}

/** A monitor. Times are unix milliseconds. */
export interface Monitor {
	id: string;
	team: string;
	name: string;
	status: 'active' | 'paused';
	schedule: { cron: string; timezone: string };
	/** When the next check is due, whether or not the monitor is paused. */
	nextRunAt: number;
	lastRunAt?: number;
	targets: MonitorTarget[];
	webhook: MonitorWebhook | null;
	notification: Record<string, unknown>;
	retentionDays: number;
	goal: string | null;
	judgeEnabled: boolean;
	createdAt: number;
	updatedAt: number;
	/** Oldest first. */
	checks: MonitorCheck[];
	/** What each page looked like at the last check that could read it, by target and address. */
	snapshots: Map<string, PageSnapshot>;
}

export interface PageSnapshot {
	scrapeId: string;
	markdown: string;
	json?: unknown;
}

export type CheckStatus =
	| 'queued'
	| 'running'
	| 'completed'
	| 'failed'
	| 'partial'
	| 'skipped_overlap'
	| 'skipped_no_credits';

export type PageStatus = 'same' | 'new' | 'changed' | 'removed' | 'error';

/** One check of a monitor. Times are unix milliseconds. */
export interface MonitorCheck {
	id: string;
	monitorId: string;
	status: CheckStatus;
	trigger: 'scheduled' | 'manual';
	scheduledFor: number;
	createdAt: number;
	startedAt?: number;
	finishedAt?: number;
	estimatedCredits?: number;
	actualCredits?: number;
	error?: string;
	pages: CheckedPage[];
}

export interface CheckedPage {
	id: string;
	targetId: string;
	url: string;
	status: PageStatus;
	previousScrapeId: string | null;
	currentScrapeId: string | null;
	statusCode: number | null;
	error: string | null;
	metadata: Record<string, unknown> | null;
	judgment: Judgment | null;
	diff: PageDiff | null;
	snapshot?: { json: unknown };
	/** Unix milliseconds. */
	createdAt: number;
}

export interface PageDiff {
	text?: string;
	json?: LineDiff['json'] | Record<string, { previous: unknown; current: unknown }>;
}

export interface Judgment {
	meaningful: boolean;
	confidence: 'high' | 'medium' | 'low';
	reason: string;
	meaningfulChanges: Array<{
		type: 'added' | 'removed' | 'changed';
		before: string | null;
		after: string | null;
		reason: string;
	}>;
}

/** What happens in a check, for whoever tells others of it. */
export type MonitorEvent = { monitor: Monitor; check: MonitorCheck } & (
	{ type: 'monitor.page'; page: CheckedPage } | { type: 'monitor.check.completed' }
);
