import { isRecord } from '../contract/checks';

/** What of an error answer is kept: enough to understand it, whatever was sent. */
const MAX_TEXT = 2_000;
const MAX_DEPTH = 6;
const MAX_VALUES = 500;

/** The beginning of a text, with a mark where it goes on. */
export function boundedText(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
}

/** A copy of a JSON value that is neither long nor deep: what is too much stands as "…". */
export function boundedCopy(value: unknown): unknown {
	let left = MAX_VALUES;
	const copy = (inner: unknown, depth: number): unknown => {
		left--;
		if (typeof inner === 'string') return boundedText(inner);
		if (typeof inner !== 'object' || inner === null) return inner;
		if (depth === MAX_DEPTH || left <= 0) return '…';
		if (Array.isArray(inner)) return inner.slice(0, left).map((entry) => copy(entry, depth + 1));
		if (!isRecord(inner)) return '…';
		const entries: Array<[string, unknown]> = [];
		for (const name in inner) {
			if (left <= 0) break;
			entries.push([boundedText(name) ?? '', copy(inner[name], depth + 1)]);
		}
		return Object.fromEntries(entries);
	};
	return copy(value, 0);
}
