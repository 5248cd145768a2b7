import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { beginItem, nodeRunOf } from '../../../nodes/transport/nodeRun.ts';

/** An item of a node, as far as its run is concerned. */
function itemOf(executeData: object, node: string, itemIndex: number): IExecuteSingleFunctions {
	const item = {
		getExecuteData: () => executeData,
		getNode: () => ({ name: node }),
		getItemIndex: () => itemIndex,
		getExecutionCancelSignal: () => undefined,
	};
	return item as unknown as IExecuteSingleFunctions;
}

function dataOf(node: string, items: number): object {
	return { node: { name: node }, data: { main: [Array.from({ length: items }, () => ({}))] } };
}

describe('The run of a node', () => {
	test('is shared by its items', () => {
		const data = dataOf('Web Data', 2);
		const [first, second] = [0, 1].map((index) => beginItem(itemOf(data, 'Web Data', index), 5));
		expect(second).toBe(first);
		expect(first?.inputItems).toBe(2);
	});

	test('is a new one for each call as a tool, whose data is that of the AI agent', () => {
		const data = dataOf('AI Agent', 3);
		const items = [0, 1].map((index) => itemOf(data, 'Web Data', index));
		const runs = items.map((item) => beginItem(item, 5));
		expect(runs[1]).not.toBe(runs[0]);
		expect(runs.map(({ inputItems }) => inputItems)).toEqual([1, 1]);
		// n8n calls the pagination hook on an object made of the item's.
		for (const [index, item] of items.entries()) {
			expect(nodeRunOf(Object.create(item) as IExecuteSingleFunctions)).toBe(runs[index]);
		}
	});
});
