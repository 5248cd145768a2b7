import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { executionOf, joinExecution } from '../../../nodes/operation/joinExecution.ts';

/** An item of a node, as far as its execution is concerned. */
function itemOf(executeData: object, node: string, itemIndex: number): IExecuteSingleFunctions {
	const item = {
		getExecuteData: () => executeData,
		getNode: () => ({ name: node }),
		getItemIndex: () => itemIndex,
		getExecutionCancelSignal: () => undefined,
		getNodeParameter: (_path: string, fallback: unknown) => fallback,
	};
	return item as unknown as IExecuteSingleFunctions;
}

function dataOf(node: string, items: number): object {
	return { node: { name: node }, data: { main: [Array.from({ length: items }, () => ({}))] } };
}

describe('A node execution', () => {
	test('is shared by its items', () => {
		const data = dataOf('Web Data', 2);
		const [first, second] = [0, 1].map((index) =>
			joinExecution(itemOf(data, 'Web Data', index), 5),
		);
		expect(second).toBe(first);
		expect(first?.items.input).toBe(2);
	});

	test('is a new one for each call as a tool, whose data is that of the AI agent', () => {
		const data = dataOf('AI Agent', 3);
		const items = [0, 1].map((index) => itemOf(data, 'Web Data', index));
		const executions = items.map((item) => joinExecution(item, 5));
		expect(executions[1]).not.toBe(executions[0]);
		expect(executions.map(({ items }) => items.input)).toEqual([1, 1]);
		// n8n calls the pagination hook on an object made of the item's.
		for (const [index, item] of items.entries()) {
			expect(executionOf(Object.create(item) as IExecuteSingleFunctions)).toBe(executions[index]);
		}
	});
});
