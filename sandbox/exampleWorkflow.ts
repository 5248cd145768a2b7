import { readFileSync } from 'node:fs';
import xlsx from 'xlsx';

import type { Execution, N8nClient, WorkflowFile } from './n8n/index.ts';
import { outputItems } from './n8n/index.ts';

const FILE = new URL('../examples/mapToSpreadsheet.json', import.meta.url);

/** Names of the example's nodes. */
export const exampleNodes = {
	trigger: 'Run by hand',
	map: 'Map the website',
	spreadsheet: 'Write a spreadsheet',
} as const;

/** The example that users import, set to map `websiteUrl` with a credential of the n8n it goes to. */
export function exampleWorkflow(
	websiteUrl: string,
	credential: { id: string; name: string },
): WorkflowFile {
	const workflow = JSON.parse(readFileSync(FILE, 'utf8')) as WorkflowFile;
	const nodes = workflow.nodes.map((node) =>
		node.name === exampleNodes.map
			? {
					...node,
					parameters: { ...node.parameters, url: websiteUrl },
					credentials: { webDataApi: credential },
				}
			: node,
	);
	return { ...workflow, nodes };
}

/**
 * The spreadsheet that an execution of the example wrote.
 * @throws Error when the execution failed, with n8n's own words
 */
export async function spreadsheetOf(execution: Execution, client: N8nClient): Promise<Buffer> {
	const error = execution.data.resultData.error;
	if (execution.status !== 'success') {
		const description =
			error !== undefined && 'description' in error ? error.description : undefined;
		const words = [error?.message ?? `it ended as "${execution.status}"`, description];
		throw new Error(`The example workflow failed: ${words.filter(Boolean).join('\n')}`);
	}
	const file = outputItems(execution, exampleNodes.spreadsheet)[0]?.binary?.data;
	if (file === undefined)
		throw new Error('The example workflow wrote no spreadsheet: no links found');
	return file.id === undefined
		? Buffer.from(file.data, 'base64')
		: await client.binaryData(file.id);
}

/** A row of the spreadsheet: a page of the website. */
export interface LinkRow {
	url: string;
	title?: string;
	description?: string;
}

/** The rows below the header. */
export function rowsOf(spreadsheet: Buffer): LinkRow[] {
	const { Sheets } = xlsx.read(spreadsheet);
	return Sheets.Links === undefined ? [] : xlsx.utils.sheet_to_json<LinkRow>(Sheets.Links);
}
