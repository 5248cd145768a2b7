import { NodeApiError, type INode } from 'n8n-workflow';

import type { Explanation } from '../messages/explanation';
import { isTool } from './isTool';

/** An explanation as the error that n8n shows in its error panel, or tells an AI agent's model. */
export function apiError(node: INode, explanation: Explanation, itemIndex?: number): NodeApiError {
	const { description, httpCode, details } = explanation;
	const message = isTool(node) ? inOneText(explanation) : explanation.message;
	// Nothing but the message: n8n would take other fields for a status and show texts of its own.
	const error = new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
	error.context.details = details;
	return error;
}

/** Of a tool's error, n8n's AI Agent passes nothing on to the model but the message. */
function inOneText({ message, description }: Explanation): string {
	return description === '' ? message : `${message}. ${description}`;
}
