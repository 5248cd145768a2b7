import { lineDiff, type LineDiff } from './lineDiff.ts';
import { isObject } from '../http/validation.ts';
import type { Format } from './scrapeRequest.ts';

export interface ChangeTracking {
	/** ISO time of the scrape that this one is compared with. */
	previousScrapeAt: string | null;
	changeStatus: 'new' | 'same' | 'changed' | 'removed';
	visibility: 'visible';
	diff?: LineDiff;
	json?: Record<string, { previous: unknown; current: unknown }>;
}

interface Snapshot {
	/** Unix milliseconds. */
	at: number;
	markdown: string;
	json: unknown;
}

/** What pages looked like when they were last scraped with change tracking. */
export class ChangeMemory {
	readonly #snapshots = new Map<string, Snapshot>();

	/** Compares a page with its last snapshot of the same team and tag, and becomes the last one. */
	compare(
		page: { team: string; url: string; statusCode: number; markdown: string; json: unknown },
		{ tag = null, modes = [] }: Format,
		now: number,
	): ChangeTracking {
		const key = JSON.stringify([page.team, page.url, tag]);
		const previous = this.#snapshots.get(key);
		this.#snapshots.set(key, { at: now, markdown: page.markdown, json: page.json });
		const changeStatus = statusOf(page, previous);
		const compared = previous && changeStatus === 'changed' ? previous : undefined;
		return {
			previousScrapeAt: previous ? new Date(previous.at).toISOString() : null,
			changeStatus,
			visibility: 'visible',
			...(compared && modes.includes('git-diff')
				? { diff: lineDiff(compared.markdown, page.markdown) }
				: {}),
			...(compared && modes.includes('json')
				? { json: changedFields(compared.json, page.json) }
				: {}),
		};
	}
}

function statusOf(
	{ statusCode, markdown }: { statusCode: number; markdown: string },
	previous: Snapshot | undefined,
): ChangeTracking['changeStatus'] {
	if (previous && (statusCode === 404 || statusCode === 410)) return 'removed';
	if (!previous) return 'new';
	return previous.markdown === markdown ? 'same' : 'changed';
}

function changedFields(before: unknown, after: unknown): NonNullable<ChangeTracking['json']> {
	const [previous, current] = [before, after].map((data) => (isObject(data) ? data : {}));
	const names = new Set([...Object.keys(previous ?? {}), ...Object.keys(current ?? {})]);
	return Object.fromEntries(
		[...names].map((name) => [
			name,
			{ previous: previous?.[name] ?? null, current: current?.[name] ?? null },
		]),
	);
}
