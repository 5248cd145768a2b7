import { checksOf, type ListedCheck } from '../../contract/monitorCheck';
import type { CheckSource } from './checkSource';

/** Mostly the first part of the list has all that is new. */
const FIRST_PART = 25;

/** The most that the service gives at once. */
const LARGE_PART = 100;

/** A stretch of the list that was read. */
export interface ReadChecks {
	/** The newest first. One without a time has that of the next older one that has a time. */
	checks: ListedCheck[];
	/** Whether all checks since the wanted time are among them. */
	isWhole: boolean;
}

/**
 * Reads the list of checks from newer to older, as far back as one created before a time.
 *
 * @param from Unix milliseconds
 * @param goesOn asked before each further part
 */
export async function readChecks(
	source: CheckSource,
	from: number,
	goesOn: () => boolean,
): Promise<ReadChecks> {
	// A check that is new meanwhile moves the others, so that one may come twice.
	const found = new Map<string, ListedCheck>();
	let offset = 0;
	for (let limit = FIRST_PART; ; limit = LARGE_PART) {
		const part = await source.list(offset, limit);
		const checks = checksOf(part);
		for (const check of checks) if (!found.has(check.id)) found.set(check.id, check);
		offset += part.length;
		const isEnd = part.length < limit;
		if (isEnd || checks.some(({ createdAtMs }) => createdAtMs > 0 && createdAtMs < from)) {
			return { checks: withTimes([...found.values()]), isWhole: true };
		}
		if (!goesOn()) return { checks: withTimes([...found.values()]), isWhole: false };
	}
}

/** A check was created after those below it: that is late enough to be new, and never changes. */
function withTimes(checks: readonly ListedCheck[]): ListedCheck[] {
	let latest = 0;
	const timed = checks.toReversed().map((check) => {
		latest = check.createdAtMs || latest;
		return { ...check, createdAtMs: latest };
	});
	return timed.reverse();
}
