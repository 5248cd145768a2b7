import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isRecord } from '../contract/checks';

/** Enough for a page of text or some 200 links. */
const DEFAULT_CHARACTERS = 20_000;

/** Shown only where the node is a tool: a model reads all that a tool returns (engine fact, "AI tools"). */
export const maxCharacters: INodeProperties = {
	displayName: 'Max Characters',
	name: 'maxCharacters',
	type: 'number',
	typeOptions: { minValue: 1000, numberPrecision: 0 },
	default: 20000,
	description:
		'How much of the result the model gets to read. What is cut off is said at the end; a model reads and pays for every character.',
	displayOptions: { show: { '@tool': [true] } },
};

/**
 * The items that a model gets: whole ones as long as they fit, then a word on what was left out.
 *
 * @param most characters of JSON
 */
export function boundedForModel(items: INodeExecutionData[], most: unknown): INodeExecutionData[] {
	const budget = Math.max(1_000, Number(most) || DEFAULT_CHARACTERS);
	const kept: INodeExecutionData[] = [];
	let used = 0;
	for (const item of items) {
		const size = JSON.stringify(item.json).length;
		if (used + size > budget) break;
		kept.push(item);
		used += size;
	}
	if (kept.length === items.length) return items;
	const [first] = items;
	if (kept.length === 0 && first) {
		kept.push({ ...first, json: shortenedValue(first.json, budget) as IDataObject });
	}
	const note = `Cut to ${budget.toLocaleString('en-US')} characters: this is ${kept.length} of ${items.length.toLocaleString('en-US')} results${used === 0 ? ', and not all of it' : ''}. Ask for less at once to see the rest.`;
	return [...kept, { json: { note }, pairedItem: first?.pairedItem }];
}

/** The same value within about so many characters of JSON: long texts and lists lose their ends. */
function shortenedValue(value: unknown, budget: number): unknown {
	if (typeof value === 'string') {
		return value.length <= budget ? value : `${value.slice(0, Math.max(0, budget))}… [cut]`;
	}
	if (!Array.isArray(value) && !isRecord(value)) return value;
	const entries: Array<[string, unknown]> = [];
	let left = budget;
	for (const [name, entry] of Object.entries(value)) {
		if (left <= 0) break;
		const short = shortenedValue(entry, left);
		entries.push([name, short]);
		left -= JSON.stringify(short ?? null).length + name.length;
	}
	return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}
