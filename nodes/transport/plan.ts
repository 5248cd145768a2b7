import { sleep } from 'n8n-workflow';

import type { RateLimit } from '../contract/rateLimit';
import { NotSent, type ErrorAnswer, type Repeatable } from './failure';
import { inLine } from './inLine';
import { Line } from './queue';
import { Shared } from './shared';
import { MAX_TIMER_MS, wait } from './wait';

/** Pauses after which one request tries whether the plan has room again. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 30_000;
const PAUSE_GROWTH = 2;
const JITTER = 1 / 5;

/**
 * The requests of an account that wait because as much work is under way as its plan allows at once.
 * That ends when some work of the account ends, wherever it was begun: so one of them goes when a
 * job of this process ends or a request is accepted, and now and then one tries it anyway.
 */
export class PlanLine {
	private readonly line = new Line<(go: true) => void>();

	private pause = FIRST_PAUSE_MS;

	private isTicking = false;

	/** The service's last answer that said so. */
	private refusal?: ErrorAnswer;

	/**
	 * Waits while others wait, or while the plan was full for this very request.
	 *
	 * @param wasRefused whether the request itself was refused because the plan was full
	 * @param until Unix milliseconds
	 * @throws NotSent when it is too late
	 * @throws the signal's reason as soon as it aborts
	 */
	async turn(wasRefused: boolean, until: number, signal?: AbortSignal): Promise<void> {
		const { refusal } = this;
		if (!refusal || (!wasRefused && this.line.size === 0)) return;
		const over = new AbortController();
		const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
		const turn = inLine(this.line, wasRefused, either);
		void this.tick();
		const late = wait(Math.min(MAX_TIMER_MS, until - Date.now()), either);
		try {
			if (!(await Promise.race([turn, late]))) throw new NotSent(refusal);
		} finally {
			over.abort();
		}
	}

	/** Takes note that the plan was full once more. */
	refused(refusal: ErrorAnswer): void {
		this.refusal = refusal;
	}

	/** Lets the next one go: there may be room. */
	next(): void {
		this.pause = FIRST_PAUSE_MS;
		this.line.take()?.(true);
	}

	private async tick(): Promise<void> {
		if (this.isTicking) return;
		this.isTicking = true;
		while (this.line.size > 0) {
			await sleep(this.pause * (1 + Math.random() * JITTER));
			this.pause = Math.min(MAX_PAUSE_MS, this.pause * PAUSE_GROWTH);
			this.line.take()?.(true);
		}
		this.isTicking = false;
	}
}

/** The lines of this process, by `planKey`; one is made when it is needed. */
export const planLines = new Shared(
	() => new PlanLine(),
	() => false,
);

/** Starts of jobs, which take turns at the browsers of the account for minutes. */
const JOB_STARTS: ReadonlySet<RateLimit> = new Set(['agentStart', 'crawl', 'scrape']);

/**
 * Whose requests wait together for room in the plan: all starts of jobs, whatever their kind, and
 * others with those that the service counts with them. Code for a browser that is open already, say,
 * does not wait behind a batch.
 *
 * @param owner the account's digest
 */
export function planKey(owner: string, rateLimit: RateLimit, repeatable: Repeatable): string {
	const startsJob = repeatable === 'billedStart' && JOB_STARTS.has(rateLimit);
	return startsJob ? jobStarts(owner) : `${owner} ${rateLimit}`;
}

function jobStarts(owner: string): string {
	return `${owner} starts`;
}

/**
 * The plan of an account, for whoever waits for a job of it.
 *
 * @param owner the account's digest
 */
export function planConcurrency(owner: string): { jobEnded: () => void } {
	return {
		/** Takes note that a job has ended, so that the plan may have room for another. */
		jobEnded: () => planLines.find(jobStarts(owner))?.next(),
	};
}
