import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleNodes, rowsOf, spreadsheetOf } from '../../sandbox/exampleWorkflow.ts';
import { outputItems, type Execution, type N8nClient } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor, runExample } from './editor.ts';

const KEY = 'fc-of-the-example';

describe('The example workflow, run in n8n', () => {
	let client: N8nClient;
	let service: Service;
	let execution: Execution;

	beforeAll(async () => {
		client = await openEditor();
		service = await startService({ apiKeys: [KEY] });
		execution = await runExample(client, service.websiteUrl, credentialForm(service.url, KEY));
	});

	afterAll(async () => await service.stop());

	it('succeeds with one request to the service', () => {
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(service.requests).toMatchObject([{ method: 'POST', path: '/v2/map', status: 200 }]);
	});

	it('gives one item per page, linked to the item that asked for it', () => {
		const items = outputItems(execution, exampleNodes.map);
		expect(items.length).toBeGreaterThan(1000);
		expect(new Set(items.map(({ json }) => json.url)).size).toBe(items.length);
		expect(items.every(({ pairedItem }) => typeof pairedItem === 'object')).toBe(true);
	});

	it('ends with a spreadsheet of more than 1,000 rows that holds every page', async () => {
		const rows = rowsOf(await spreadsheetOf(execution, client));
		const items = outputItems(execution, exampleNodes.map);
		expect(rows.length).toBeGreaterThan(1000);
		expect(rows.map(({ url }) => url)).toEqual(items.map(({ json }) => json.url));
		expect(rows.some(({ title }) => title !== undefined)).toBe(true);
	});

	it('stops with the reason when the service refuses', async () => {
		const failed = await runExample(
			client,
			service.websiteUrl,
			credentialForm(service.url, 'fc-x'),
		);
		expect(failed.status).toBe('error');
		await expect(spreadsheetOf(failed, client)).rejects.toThrow(/example workflow failed: .*key/i);
	});
});
