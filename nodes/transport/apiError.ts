import { NodeApiError, type INode } from 'n8n-workflow';

import type { Explanation } from './failure';

/** An explanation as the error that n8n shows in its error panel, or tells an AI agent's model. */
export function apiError(node: INode, explanation: Explanation, itemIndex?: number): NodeApiError {
	const { description, httpCode, details } = explanation;
	const message = isTool(node) ? inOneText(explanation) : explanation.message;
	const error = new NodeApiError(
		node,
		{ message, ...details },
		{ message, description, httpCode: httpCode ?? 'none', itemIndex },
	);
	error.context.details = details;
	return error;
}

/** n8n clones a node that is usable as a tool under a type name of its own. */
function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Of a tool's error, n8n's AI Agent passes nothing on to the model but the message. */
function inOneText({ message, description }: Explanation): string {
	return description === '' ? message : `${message}. ${description}`;
}
