import { readdirSync, readFileSync } from 'node:fs';
import type { IDataObject, INode } from 'n8n-workflow';

import { outputItems, type Execution, type WorkflowFile } from '../../sandbox/n8n/index.ts';

const FOLDER = new URL('../../examples/', import.meta.url);

export const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** The credentials of an n8n that examples are given. */
export type ExampleCredentials = Partial<
	Record<'webDataApi' | 'n8nApi', { id: string; name: string }>
>;

export function readExample(file: string): WorkflowFile {
	return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as WorkflowFile;
}

/** The example after what its note asks for: credentials chosen, the website entered. */
export function filledIn(
	file: string,
	websiteUrl: string,
	credentials: ExampleCredentials,
): WorkflowFile {
	const { webDataApi, n8nApi } = credentials;
	const workflow = readExample(file);
	const nodes = workflow.nodes.map((node): INode => {
		const { parameters } = node;
		if (node.type.startsWith('n8n-nodes-web-data.') && webDataApi) {
			const url = parameters.url === undefined ? {} : { url: websiteUrl };
			return { ...node, parameters: { ...parameters, ...url }, credentials: { webDataApi } };
		}
		const isCall = parameters.nodeCredentialType === 'n8nApi' && n8nApi !== undefined;
		return isCall ? { ...node, credentials: { n8nApi } } : node;
	});
	return { ...workflow, nodes };
}

/** The json of what a node of an execution gave out. */
export function jsonOf(execution: Execution, name: string): IDataObject[] {
	return outputItems(execution, name).map(({ json }) => json);
}
