import { randomUUID } from 'node:crypto';

import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';
import { DEFAULT_TEAM } from '../team/authentication.ts';
import { CheckRunner } from './checkRunner.ts';
import { judgeByRule, type Judge } from './judge.ts';
import type { CheckedPage, Monitor, MonitorCheck, MonitorEvent } from './monitor.ts';
import { fieldsOf } from './monitorFields.ts';
import type { MonitorChanges, MonitorRequest } from './rules.ts';
import { nextTime } from './schedule.ts';
import { tellOfCheck } from './webhookEvents.ts';

export interface MonitorsOptions {
	/** Judges changes in place of a language model. Default: by the words of the goal. */
	judge?: Judge;
	/** What searches of the web find, as addresses. Default: nothing. */
	monitorSearch?: (query: string) => string[];
	/** Told what happens in checks, in order. */
	onMonitorEvent?: (event: MonitorEvent) => void;
}

const DAY_MS = 24 * 60 * 60_000;

/** The monitors of all teams. Checks come when the clock has reached their time and somebody asks. */
export class Monitors {
	readonly #core: ServiceCore;
	readonly #options: MonitorsOptions;
	readonly #runner: CheckRunner;
	/** Oldest first. */
	readonly #monitors: Monitor[] = [];
	readonly #running = new Set<Promise<void>>();

	constructor(core: ServiceCore, options: MonitorsOptions) {
		this.#core = core;
		this.#options = options;
		this.#runner = new CheckRunner({
			core,
			judge: options.judge ?? judgeByRule,
			search: options.monitorSearch ?? (() => []),
			onPage: (monitor, check, page) => this.#tell({ type: 'monitor.page', monitor, check, page }),
		});
	}

	/** The team's monitors, newest first. */
	of(team: string = DEFAULT_TEAM): Monitor[] {
		return this.#monitors.filter((monitor) => monitor.team === team).reverse();
	}

	/** Throws 404 when there is no such monitor of the team. */
	find(id: string, team: string = DEFAULT_TEAM): Monitor {
		const monitor = this.#monitors.find((one) => one.id === id && one.team === team);
		if (!monitor) throw new ServiceError(404, 'Monitor not found');
		return monitor;
	}

	/** Throws `ScheduleError`. */
	create(request: MonitorRequest, team: string = DEFAULT_TEAM): Monitor {
		const now = this.#core.now();
		const { schedule = { cron: '', timezone: 'UTC' }, ...fields } = fieldsOf(request, now);
		const monitor: Monitor = {
			id: randomUUID(),
			team,
			name: request.name,
			status: 'active',
			schedule,
			nextRunAt: nextTime(schedule.cron, schedule.timezone, now),
			targets: [],
			webhook: null,
			notification: {},
			retentionDays: 30,
			goal: null,
			judgeEnabled: typeof request.goal === 'string',
			createdAt: now,
			updatedAt: now,
			checks: [],
			snapshots: new Map(),
			...fields,
		};
		this.#monitors.push(monitor);
		return monitor;
	}

	/** Throws `ScheduleError`. */
	update(monitor: Monitor, changes: MonitorChanges): void {
		const now = this.#core.now();
		const wasPaused = monitor.status === 'paused';
		Object.assign(monitor, fieldsOf(changes, now), { updatedAt: now });
		if (changes.goal === null && changes.judgeEnabled === undefined) monitor.judgeEnabled = false;
		if (changes.schedule || (wasPaused && monitor.status === 'active'))
			monitor.nextRunAt = nextTime(monitor.schedule.cron, monitor.schedule.timezone, now);
	}

	remove(monitor: Monitor): void {
		this.#monitors.splice(this.#monitors.indexOf(monitor), 1);
	}

	/** Begins the checks that are due. */
	beginDue(): void {
		const now = this.#core.now();
		for (const monitor of this.#monitors) {
			if (monitor.status !== 'active' || monitor.nextRunAt > now) continue;
			const { schedule, nextRunAt } = monitor;
			monitor.nextRunAt = nextTime(schedule.cron, schedule.timezone, now);
			if (this.current(monitor)) this.#skip(monitor, 'skipped_overlap', nextRunAt);
			else if (this.#core.credits.remaining(monitor.team) < 1)
				this.#skip(monitor, 'skipped_no_credits', nextRunAt);
			else this.begin(monitor, 'scheduled', nextRunAt);
		}
	}

	/** Begins the checks that are due, and waits until all checks have ended. */
	async catchUp(): Promise<void> {
		this.beginDue();
		while (this.#running.size > 0) await Promise.all(this.#running);
	}

	/** Begins a check. */
	begin(
		monitor: Monitor,
		trigger: MonitorCheck['trigger'] = 'manual',
		scheduledFor: number = this.#core.now(),
	): MonitorCheck {
		const check = this.#add(monitor, { trigger, scheduledFor, status: 'queued' });
		const work = this.#work(monitor, check).finally(() => this.#running.delete(work));
		this.#running.add(work);
		return check;
	}

	/** A check as it is given: for tests that are not about pages. */
	addCheck(
		monitor: Monitor,
		given: Partial<Omit<MonitorCheck, 'pages'>> & { pages?: Array<Partial<CheckedPage>> },
	): MonitorCheck {
		const now = this.#core.now();
		const times = { scheduledFor: now, startedAt: now, finishedAt: now };
		const pages = (given.pages ?? []).map((page, index): CheckedPage => ({
			id: randomUUID(),
			targetId: monitor.targets[0]?.id ?? '',
			url: `https://example.com/${index}`,
			status: 'changed',
			previousScrapeId: null,
			currentScrapeId: null,
			statusCode: 200,
			error: null,
			metadata: null,
			judgment: null,
			diff: null,
			createdAt: now,
			...page,
		}));
		return this.#add(monitor, {
			status: 'completed',
			trigger: 'scheduled',
			...times,
			...given,
			pages,
		});
	}

	/** The checks of a monitor that are still kept, newest first. */
	checksOf(monitor: Monitor): MonitorCheck[] {
		const since = this.#core.now() - monitor.retentionDays * DAY_MS;
		return monitor.checks.filter(({ createdAt }) => createdAt > since).reverse();
	}

	/** The check of a monitor that has not ended. */
	current(monitor: Monitor): MonitorCheck | undefined {
		return monitor.checks.find(({ status }) => status === 'queued' || status === 'running');
	}

	#add(
		monitor: Monitor,
		given: Pick<MonitorCheck, 'trigger' | 'scheduledFor' | 'status'> & Partial<MonitorCheck>,
	): MonitorCheck {
		const check: MonitorCheck = {
			id: randomUUID(),
			monitorId: monitor.id,
			createdAt: this.#core.now(),
			pages: [],
			...given,
		};
		monitor.checks.push(check);
		return check;
	}

	#skip(monitor: Monitor, status: MonitorCheck['status'], scheduledFor: number): void {
		const finishedAt = this.#core.now();
		const check = this.#add(monitor, { trigger: 'scheduled', scheduledFor, status, finishedAt });
		this.#tell({ type: 'monitor.check.completed', monitor, check });
	}

	async #work(monitor: Monitor, check: MonitorCheck): Promise<void> {
		// Whoever began it gets to see it queued.
		await Promise.resolve();
		check.status = 'running';
		check.startedAt = this.#core.now();
		monitor.lastRunAt = check.startedAt;
		try {
			await this.#runner.run(monitor, check);
			const failed = check.pages.filter(({ status }) => status === 'error').length;
			const isAll = failed > 0 && failed === check.pages.length;
			check.status = isAll ? 'failed' : failed > 0 ? 'partial' : 'completed';
		} catch (error) {
			check.status = 'failed';
			check.error = error instanceof Error ? error.message : String(error);
		}
		check.finishedAt = this.#core.now();
		this.#tell({ type: 'monitor.check.completed', monitor, check });
	}

	#tell(event: MonitorEvent): void {
		this.#options.onMonitorEvent?.(event);
		tellOfCheck(event, this.#core.webhooks);
	}
}
