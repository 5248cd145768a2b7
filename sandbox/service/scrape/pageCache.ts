import { formatsOf, type ScrapeOptions } from './scrapeRequest.ts';
import type { TargetFile } from './targetFile.ts';

/** The service's own default of `maxAge`, and the one in lockdown (section A1). */
const DEFAULT_MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;
const LOCKDOWN_MAX_AGE_MS = 2 * 365 * 24 * 60 * 60 * 1000;

/** Copies kept: enough for any test, and never much memory. */
const MAX_COPIES = 500;

export interface CachedFile {
	file: TargetFile;
	/** Unix milliseconds. */
	at: number;
}

/** Copies of files as they were fetched, which later scrapes may be answered from. */
export class PageCache {
	readonly #copies = new Map<string, CachedFile>();

	/** A copy that is young enough for these options. */
	find(url: string, options: ScrapeOptions, now: number): CachedFile | undefined {
		const copy = this.#copies.get(keyOf(url, options));
		if (!copy || (skipsCache(options) && !options.lockdown)) return undefined;
		const maxAge = maxAgeOf(options);
		return maxAge > 0 && now - copy.at <= maxAge ? copy : undefined;
	}

	keep(url: string, options: ScrapeOptions, copy: CachedFile): void {
		if (options.storeInCache === false || skipsCache(options)) return;
		const key = keyOf(url, options);
		this.#copies.delete(key);
		this.#copies.set(key, copy);
		const [oldest] = this.#copies.keys();
		if (this.#copies.size > MAX_COPIES && oldest !== undefined) this.#copies.delete(oldest);
	}
}

function maxAgeOf({ maxAge, minAge, lockdown }: ScrapeOptions): number {
	// With `minAge`, any copy will do that is not too old for an explicit `maxAge`.
	if (minAge !== undefined) return maxAge ?? Infinity;
	return maxAge ?? (lockdown ? LOCKDOWN_MAX_AGE_MS : DEFAULT_MAX_AGE_MS);
}

function skipsCache(options: ScrapeOptions): boolean {
	const { headers, actions, profile } = options;
	return (
		headers !== undefined ||
		actions !== undefined ||
		profile !== undefined ||
		formatsOf(options).some(
			({ type, viewport, quality }) =>
				type === 'changeTracking' || viewport !== undefined || quality !== undefined,
		)
	);
}

function keyOf(url: string, { mobile = false, location }: ScrapeOptions): string {
	return JSON.stringify([url, mobile, location ?? null]);
}
