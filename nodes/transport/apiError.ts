import { NodeApiError, type INode } from 'n8n-workflow';

import type { Explanation } from './failure';

/** An explanation as the error that n8n shows in its error panel. */
export function apiError(node: INode, explanation: Explanation, itemIndex?: number): NodeApiError {
	const { message, description, httpCode, details } = explanation;
	const error = new NodeApiError(
		node,
		{ message, ...details },
		{ message, description, httpCode: httpCode ?? 'none', itemIndex },
	);
	error.context.details = details;
	return error;
}
