import { describe, expect, test } from 'vitest';

import { boundedForModel } from '../../../nodes/operation/toolOutput.ts';

const links = Array.from({ length: 5_000 }, (_, index) => ({
	json: { url: `https://example.com/pages/${index}` },
	pairedItem: { item: 0 },
}));

describe('What a model gets of a tool', () => {
	test('is everything where that is little', () => {
		const few = links.slice(0, 10);
		expect(boundedForModel(few, 20_000)).toBe(few);
	});

	test('is whole items up to the bound, then a word on the rest', () => {
		const items = boundedForModel(links, 2_000);
		expect(items.slice(0, -1)).toEqual(links.slice(0, items.length - 1));
		expect(JSON.stringify(items).length).toBeLessThan(4_000);
		expect(items.at(-1)?.json.note).toMatch(
			/^Cut to 2,000 characters: this is \d+ of 5,000 results/,
		);
	});

	test.each([
		['a long text', { markdown: 'word '.repeat(50_000) }],
		['a long list', { links: links.map(({ json }) => json) }],
		['deep fields', { a: { b: { c: 'x'.repeat(100_000) }, d: 1 } }],
	])('is the beginning of one item that is too large: %s', (_what, json) => {
		const [item, note] = boundedForModel([{ json }], 5_000);
		const size = JSON.stringify(item?.json).length;
		expect(size).toBeGreaterThan(2_500);
		expect(size).toBeLessThan(6_000);
		expect(note?.json.note).toContain('not all of it');
	});
});
