import { ServiceError } from '../http/serviceError.ts';
import { wordings, type Wording } from './wording.ts';

/** At most `requests` in each fixed window of `perSeconds`, counted per team. */
export interface RateLimit {
	requests: number;
	perSeconds: number;
	/**
	 * Whether an error answer tells how long to wait in its text, and not as Retry-After. Default: as
	 * the deployment does.
	 */
	waitInText?: boolean;
	/** Whether it tells that at all. Default: true. */
	tellsWait?: boolean;
}

/**
 * Routes that share one count: scrape, batch starts and parse; crawl starts, their preview and
 * changes of monitors; agent and extract starts; sessions of browsers; calls into them; what is
 * read of crawls, batches, scrapes and monitors; what is read of agents; and the account.
 */
export type RateLimitGroup =
	| 'scrapes'
	| 'maps'
	| 'searches'
	| 'crawlStarts'
	| 'agentStarts'
	| 'browserStarts'
	| 'interactCalls'
	| 'crawlReads'
	| 'agentReads'
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
	readonly #wording: Wording;
	readonly #windows = new Map<string, Window>();

	/** The limits by the names that `admit` is given. */
	constructor(
		limits: Partial<Record<string, RateLimit>>,
		now: () => number,
		wording: Wording = wordings.hosted,
	) {
		this.#limits = limits;
		this.#now = now;
		this.#wording = wording;
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
			if (window.count > limit.requests) throw this.#exceeded(limit, window);
		}
	}

	#exceeded(limit: RateLimit, { count, endsAt }: Window): ServiceError {
		const seconds = Math.max(1, Math.ceil((endsAt - this.#now()) / 1000));
		const { tellsWait = true, waitInText = this.#wording.tellsWaitIn === 'text' } = limit;
		if (tellsWait && waitInText)
			return new ServiceError(429, this.#wording.rateLimit({ consumed: count, seconds, endsAt }));
		const headers = tellsWait ? { 'Retry-After': String(seconds) } : undefined;
		return new ServiceError(429, 'Rate limit exceeded', {}, headers);
	}

	#window(key: string, length: number): Window {
		const open = this.#windows.get(key);
		if (open && this.#now() < open.endsAt) return open;
		const window = { endsAt: this.#now() + length, count: 0 };
		this.#windows.set(key, window);
		return window;
	}
}
