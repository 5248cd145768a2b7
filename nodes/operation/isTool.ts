import type { INode } from 'n8n-workflow';

/** Whether an AI agent uses the node: n8n clones it as a tool under a type name of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
