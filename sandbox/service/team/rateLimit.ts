import { ServiceError } from '../http/serviceError.ts';

/** At most `requests` in each fixed window of `perSeconds`, counted per team. */
export interface RateLimit {
	requests: number;
	perSeconds: number;
	/** Whether a refusal tells how long to wait in its text, and not as Retry-After. */
	waitInText?: boolean;
}

/**
 * Routes that share one count, as the service's plans name them: scrape, map, search and parse;
 * crawl starts and monitor changes; agent and extract starts; reads of jobs; interact sessions and
 * their calls; everything about the account.
 */
export type RateLimitGroup =
	| 'pages'
	| 'crawlStarts'
	| 'agentStarts'
	| 'jobReads'
	| 'interactStarts'
	| 'interactCalls'
	| 'account';

interface Window {
	/** Unix milliseconds at which the next window begins and the count starts anew. */
	endsAt: number;
	count: number;
}

/** Counts requests in fixed windows, per team and limit, as the hosted service does per minute. */
export class RateLimiter {
	readonly #limits: Partial<Record<string, RateLimit>>;
	readonly #now: () => number;
	readonly #windows = new Map<string, Window>();

	/** The limits by the names that `admit` is given. */
	constructor(limits: Partial<Record<string, RateLimit>>, now: () => number) {
		this.#limits = limits;
		this.#now = now;
	}

	/**
	 * Counts one request under each of the names that has a limit, until one is used up. Throws 429
	 * then, with the wait in whole seconds.
	 */
	admit(team: string, ...names: string[]): void {
		for (const name of names) {
			const limit = this.#limits[name];
			if (!limit) continue;
			const window = this.#window(`${team} ${name}`, limit.perSeconds * 1000);
			window.count += 1;
			if (window.count > limit.requests) {
				const seconds = Math.max(1, Math.ceil((window.endsAt - this.#now()) / 1000));
				const text = 'Rate limit exceeded';
				throw limit.waitInText
					? new ServiceError(429, `${text}. Wait for the next minute, or retry after ${seconds}s.`)
					: new ServiceError(429, text, {}, { 'Retry-After': String(seconds) });
			}
		}
	}

	#window(key: string, length: number): Window {
		const open = this.#windows.get(key);
		if (open && this.#now() < open.endsAt) return open;
		const window = { endsAt: this.#now() + length, count: 0 };
		this.#windows.set(key, window);
		return window;
	}
}
