/** The examples of Web Search and File, run in n8n; the second also with n8n's files in its database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
	errorOf,
	outputItems,
	packTarball,
	startN8n,
	type N8nClient,
} from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { pdfOf, webSite } from '../sandbox/scrapeSite.ts';
import { credentialForm, openEditor } from './editor.ts';
import { filledIn, jsonOf } from './exampleFiles.ts';
import { OWNER } from './owner.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'fc-of-search-and-files';

let service: Service;

beforeAll(async () => {
	service = await startService({ apiKeys: [KEY] });
});

afterAll(async () => await service.stop());

/** Imports an example, some of its nodes changed, and runs it. */
async function runExample(
	client: N8nClient,
	file: string,
	change: Record<string, INode['parameters']> = {},
) {
	const form = credentialForm(service.url, KEY);
	const webDataApi = { id: await client.createCredential(form), name: form.name };
	const workflow = filledIn(file, service.websiteUrl, { webDataApi });
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...change[node.name] },
	}));
	const id = await client.createWorkflow({ ...workflow, nodes });
	const execution = await client.runWorkflow(id, 'Run by hand');
	expect(errorOf(execution)?.message).toBeUndefined();
	return execution;
}

describe('searchAndRead.json', () => {
	it('makes a row of each result that could be read', async () => {
		const execution = await runExample(await openEditor(), 'searchAndRead.json');
		const rows = jsonOf(execution, 'Rows');
		expect(rows).toHaveLength(5);
		expect(rows[0]).toEqual({
			title: expect.stringContaining('Backups') as string,
			url: expect.stringContaining(service.websiteUrl) as string,
			text: expect.stringContaining('backups') as string,
		});
	});
});

/** Runs the example on invoices of the seller; the files that it has sent. */
async function readInvoices(client: N8nClient) {
	const site = await webSite({
		'/1.pdf': { type: 'application/pdf', body: pdfOf('Invoice number: 17', 'Total: 119') },
		'/2.pdf': { type: 'application/pdf', body: pdfOf('Invoice number: 18') },
	});
	const urls = ['/1.pdf', '/2.pdf'].map((path) => site.origin + path);
	const assignment = {
		id: '1',
		name: 'url',
		type: 'array',
		value: `={{ ${JSON.stringify(urls)} }}`,
	};
	service.requests.length = 0;
	const execution = await runExample(client, 'invoicesToSpreadsheet.json', {
		'The invoices': { assignments: { assignments: [assignment] } },
	});
	expect(jsonOf(execution, 'Rows').map(({ file }) => file)).toEqual(['1.pdf', '2.pdf']);
	expect(outputItems(execution, 'Write a spreadsheet')[0]?.binary?.data?.fileName).toBe(
		'invoices.xlsx',
	);
	const downloaded = outputItems(execution, 'Download each');
	return downloaded.map(({ binary }) => binary?.data?.id ?? '');
}

describe('invoicesToSpreadsheet.json', () => {
	it('makes a row of each file', async () => {
		const ids = await readInvoices(await openEditor());
		expect(ids).toEqual([
			expect.stringMatching(/^filesystem/),
			expect.stringMatching(/^filesystem/),
		]);
	});

	it('does so with the files in the database, too', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'web-data-database-'));
		const n8n = await startN8n({
			userFolder: join(folder, 'n8n'),
			packTarball: await packTarball(PROJECT, join(folder, 'pack')),
			settings: { N8N_DEFAULT_BINARY_DATA_MODE: 'database' },
		});
		try {
			await n8n.client.login(OWNER);
			const ids = await readInvoices(n8n.client);
			expect(ids).toEqual([expect.stringMatching(/^database/), expect.stringMatching(/^database/)]);
		} finally {
			await n8n.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	}, 240_000);
});
