import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { freePort } from '../../sandbox/n8n/ports.ts';
import { exampleNodes } from '../../sandbox/exampleWorkflow.ts';
import { outputItems, type N8nClient } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor, runExample } from './editor.ts';

/** Characters that occur nowhere else, and none that JSON or a URL would write differently. */
const KEY = 'fc5e1f7a9c3b2d4e6f8091a2b3c4d5e6f7';
const ONE_TRY = { parameters: { options: { maxAttempts: 1 } } };

describe('The API key', () => {
	let client: N8nClient;
	let service: Service;
	let foreign: Service;

	beforeAll(async () => {
		client = await openEditor();
		service = await startService({ apiKeys: [KEY] });
		foreign = await startService({ apiKeys: ['another-key'] });
	});

	afterAll(async () => {
		await service.stop();
		await foreign.stop();
	});

	it('is not in the saved execution of a run that succeeds', async () => {
		const form = credentialForm(service.url, KEY);
		const execution = await runExample(client, service.websiteUrl, form);
		expect(execution.status).toBe('success');
		expect(execution.saved).not.toContain(KEY);
	});

	it.each([
		['rejects it', () => foreign.url],
		['cannot be reached', async () => `http://127.0.0.1:${await freePort()}`],
		['drops the connection', () => dropping().url],
		['repeats it in its error', () => repeating().url],
	])('is not in the error of a run when the service %s', async (_, baseUrl) => {
		const form = credentialForm(await baseUrl(), KEY);
		const stopped = await runExample(client, service.websiteUrl, form, ONE_TRY);
		expect(stopped.status).toBe('error');
		expect(stopped.saved).not.toContain(KEY);
		expect(inspect(stopped.data.resultData.error, { depth: 20 })).not.toContain(KEY);

		const continued = await runExample(client, service.websiteUrl, form, {
			...ONE_TRY,
			onError: 'continueRegularOutput',
		});
		expect(continued.status).toBe('success');
		const [item, ...others] = outputItems(continued, exampleNodes.map);
		expect(others).toEqual([]);
		expect(typeof item?.json.error).toBe('string');
		expect(typeof item?.json.message).toBe('string');
		expect(continued.saved).not.toContain(KEY);
	});

	it('is neither in what n8n printed nor, readable, in any file of its folder', () => {
		const { logFile, userFolder } = inject('n8n');
		expect(readFileSync(logFile, 'utf8')).toContain('Editor is now accessible');
		const filesWith = (text: string) =>
			filesBelow(userFolder).filter((file) => readFileSync(file).includes(text));
		expect(filesWith(service.websiteUrl), 'the search finds what executions hold').not.toEqual([]);
		expect(filesWith(KEY)).toEqual([]);
	});

	function dropping(): Service {
		service.clearFaults();
		service.orderFault({ path: '/v2/map', times: 2, distortion: { kind: 'dropBeforeAnswer' } });
		return service;
	}

	function repeating(): Service {
		service.clearFaults();
		const json = { success: false, error: `Bad key ${KEY}`, details: [{ authorization: KEY }] };
		service.orderFault({ path: '/v2/map', times: 2, answer: { status: 400, json } });
		return service;
	}
});

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}
