import type { RateLimits, RouteName } from './options.ts';
import { ServiceError } from './serviceError.ts';

interface Window {
	/** Unix milliseconds at which the next window begins and the count starts anew. */
	endsAt: number;
	count: number;
}

/** Counts requests in fixed windows, per team and limit, as the hosted service does per minute. */
export class RateLimiter {
	readonly #limits: RateLimits;
	readonly #now: () => number;
	readonly #windows = new Map<string, Window>();

	constructor(limits: RateLimits, now: () => number) {
		this.#limits = limits;
		this.#now = now;
	}

	/** Counts one request. Throws 429 with the wait in whole seconds when a limit is used up. */
	admit(team: string, route: RouteName): void {
		for (const name of ['all', route] as const) {
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
