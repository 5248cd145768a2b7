import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { apiError } from '../../../nodes/operation/apiError.ts';

const EXPLANATION = {
	message: 'There is no such agent run',
	description: 'Check the id.',
	httpCode: '404',
	details: { retryable: false },
};

function node(type: string): INode {
	return { id: '1', name: 'Web Data', type, typeVersion: 1, position: [0, 0], parameters: {} };
}

describe('An explanation as an error', () => {
	test('has message, description and details where the error panel shows them', () => {
		const error = apiError(node('n8n-nodes-web-data.webData'), EXPLANATION, 2);
		expect(error).toMatchObject({
			message: 'There is no such agent run',
			description: 'Check the id.',
			httpCode: '404',
			context: { itemIndex: 2, details: { retryable: false } },
		});
	});

	test('of a tool says all in its message, the only thing that a model is told', () => {
		const error = apiError(node('n8n-nodes-web-data.webDataTool'), EXPLANATION);
		expect(error.message).toBe('There is no such agent run. Check the id.');
		expect(error.description).toBe('Check the id.');
	});

	test('of a tool without more to say is its message alone', () => {
		const tool = node('n8n-nodes-web-data.webDataTool');
		const error = apiError(tool, { ...EXPLANATION, description: '' });
		expect(error.message).toBe('There is no such agent run');
	});
});
