import type { INode } from 'n8n-workflow';
import { inject } from 'vitest';

import { exampleNodes, exampleWorkflow } from '../../sandbox/exampleWorkflow.ts';
import { N8nClient, type CredentialForm, type Execution } from '../../sandbox/n8n/index.ts';

/** A client of the shared n8n, logged in as its owner. */
export async function openEditor(): Promise<N8nClient> {
	const { url, owner } = inject('n8n');
	const client = new N8nClient(url);
	await client.login(owner);
	return client;
}

/** The credential's form, filled in. */
export function credentialForm(baseUrl: string, apiKey: string): CredentialForm {
	return { name: `Web Data at ${baseUrl}`, type: 'webDataApi', data: { apiKey, baseUrl } };
}

/**
 * Saves credential and example workflow, runs it and returns the saved execution.
 * @param mapNode changes to the example's Web Data node; parameters are added to its own
 */
export async function runExample(
	client: N8nClient,
	websiteUrl: string,
	form: CredentialForm,
	mapNode: Partial<INode> = {},
): Promise<Execution> {
	const id = await client.createCredential(form);
	const workflow = exampleWorkflow(websiteUrl, { id, name: form.name });
	const nodes = workflow.nodes.map((node) =>
		node.name === exampleNodes.map
			? { ...node, ...mapNode, parameters: { ...node.parameters, ...mapNode.parameters } }
			: node,
	);
	const workflowId = await client.createWorkflow({ ...workflow, nodes });
	return await client.runWorkflow(workflowId, exampleNodes.trigger);
}
