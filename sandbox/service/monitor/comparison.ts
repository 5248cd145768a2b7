import { isObject } from '../http/validation.ts';
import { lineDiff } from '../scrape/lineDiff.ts';
import type { PageDiff, PageSnapshot } from './monitor.ts';

/** What a monitor compares: the text of pages, fields of theirs, or both (section G). */
export type Compared = 'markdown' | 'json' | 'mixed';

/** Whether a page is the same in what a monitor compares. */
export function isSame(before: PageSnapshot, after: PageSnapshot, compared: Compared): boolean {
	const isText = compared === 'json' || before.markdown === after.markdown;
	const isData = compared === 'markdown' || Object.keys(changedFields(before, after)).length === 0;
	return isText && isData;
}

/** The difference as each kind of monitor tells it. */
export function differenceOf(
	before: PageSnapshot,
	after: PageSnapshot,
	compared: Compared,
): PageDiff {
	if (compared === 'markdown') return lineDiff(before.markdown, after.markdown);
	const json = changedFields(before, after);
	if (compared === 'json') return { json };
	return { text: lineDiff(before.markdown, after.markdown).text, json };
}

/** The fields that differ, by paths such as `plans[0].price`. */
function changedFields(
	before: PageSnapshot,
	after: PageSnapshot,
): Record<string, { previous: unknown; current: unknown }> {
	const previous = leavesOf(before.json);
	const current = leavesOf(after.json);
	const changed = [...new Set([...previous.keys(), ...current.keys()])].filter(
		(path) => previous.get(path) !== current.get(path),
	);
	return Object.fromEntries(
		changed.map((path) => [
			path,
			{ previous: previous.get(path) ?? null, current: current.get(path) ?? null },
		]),
	);
}

function leavesOf(value: unknown, path = '', leaves = new Map<string, unknown>()) {
	if (Array.isArray(value))
		value.forEach((entry, index) => leavesOf(entry, `${path}[${index}]`, leaves));
	else if (isObject(value))
		for (const [name, entry] of Object.entries(value))
			leavesOf(entry, path === '' ? name : `${path}.${name}`, leaves);
	else leaves.set(path, value);
	return leaves;
}
