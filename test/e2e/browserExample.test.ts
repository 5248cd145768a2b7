/** The example of Browser Session, run in n8n: whatever becomes of the code, the browser is closed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { errorOf } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';
import { filledIn, jsonOf } from './exampleFiles.ts';

const KEY = 'fc-of-browsers';

let service: Service;

beforeAll(async () => {
	service = await startService({
		apiKeys: [KEY],
		playCode: (code) =>
			code.includes('broken') ? { exitCode: 1, stderr: 'Error: broken' } : { stdout: 'Quotes' },
	});
});

afterAll(async () => await service.stop());

async function run(code?: string) {
	service.requests.length = 0;
	const client = await openEditor();
	const form = credentialForm(service.url, KEY);
	const webDataApi = { id: await client.createCredential(form), name: form.name };
	const workflow = filledIn('browserLogin.json', service.websiteUrl, { webDataApi });
	const nodes = workflow.nodes.map((node) =>
		code !== undefined && node.name === 'Log in and read'
			? { ...node, parameters: { ...node.parameters, code } }
			: node,
	);
	const id = await client.createWorkflow({ ...workflow, nodes });
	const execution = await client.runWorkflow(id, 'Run by hand');
	return execution;
}

describe('browserLogin.json', () => {
	it('looks at the balance, opens a browser, reads the page and closes the browser', async () => {
		const execution = await run();
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(jsonOf(execution, 'Log in and read')[0]).toMatchObject({ stdout: 'Quotes' });
		expect(jsonOf(execution, 'Close the browser')[0]).toMatchObject({ creditsBilled: 2 });
		expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'DELETE']);
	});

	it('closes the browser when the code fails, and fails with the reason', async () => {
		const execution = await run('broken()');
		expect(jsonOf(execution, 'Close it after a failure')[0]).toMatchObject({ creditsBilled: 2 });
		expect(execution.status).toBe('error');
		expect(errorOf(execution)?.message).toContain('The code in the browser failed');
	});
});
