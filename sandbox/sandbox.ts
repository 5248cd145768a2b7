import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { exampleNodes, exampleWorkflow, spreadsheetOf } from './exampleWorkflow.ts';
import { packTarball, startN8n, type N8nClient, type Owner, type RunningN8n } from './n8n/index.ts';
import { freePort } from './n8n/ports.ts';
import { startService, type Service } from './service/index.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const N8N_PORT = 5678;
const SERVICE_PORT = 3402;
const WEBSITE_PORT = 3403;
const API_KEY = 'sandbox-key';
const CREDENTIAL_NAME = 'Web Data sandbox';

export const sandboxOwner: Owner = {
	email: 'sandbox@example.com',
	password: 'Sandbox-1',
	firstName: 'Sandy',
	lastName: 'Box',
};

export interface SandboxOptions {
	/** n8n's user folder; an existing one is used again. */
	folder: string;
	/** Told what is being done, before each step that takes long. */
	progress: (step: string) => void;
	/** Gives up while the sandbox is being prepared. */
	signal?: AbortSignal;
}

/** The stand-in service and an n8n with the pack, the credential and the example workflow. */
export interface Sandbox {
	service: Service;
	/** Of the credential, and the only one that the service takes. */
	apiKey: string;
	n8n: RunningN8n;
	/** Where the editor shows the example. */
	workflowUrl: string;
	/** Runs the example in n8n; its spreadsheet as a file's content. */
	runExample(): Promise<Buffer>;
	close(): Promise<void>;
}

/**
 * Brings up the sandbox. Usual ports are taken when free, else any free ones. On a folder used
 * before, account, credential and example are found again and set to the ports of this time.
 */
export async function openSandbox({ folder, progress, signal }: SandboxOptions): Promise<Sandbox> {
	const service = await startService({
		port: await freePort(SERVICE_PORT),
		websitePort: await freePort(WEBSITE_PORT),
		apiKeys: [API_KEY],
	});
	let n8n: RunningN8n | undefined;
	const close = async () => {
		await n8n?.stop();
		await service.stop();
	};
	try {
		progress('Packing and installing the nodes');
		const packTo = mkdtempSync(join(tmpdir(), 'web-data-pack-'));
		try {
			const tarball = await packTarball(PROJECT, packTo);
			progress('Starting n8n (about 10 s, the first time 20 s)');
			n8n = await startN8n({ userFolder: folder, port: N8N_PORT, packTarball: tarball, signal });
		} finally {
			rmSync(packTo, { recursive: true, force: true });
		}
		progress('Preparing account, credential and example workflow');
		const workflowId = await furnish(n8n.client, service, folder);
		const { client, url } = n8n;
		return {
			service,
			apiKey: API_KEY,
			n8n,
			workflowUrl: `${url}/workflow/${workflowId}`,
			runExample: async () =>
				await spreadsheetOf(await client.runWorkflow(workflowId, exampleNodes.trigger), client),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** @returns the id of the example workflow */
async function furnish(client: N8nClient, service: Service, folder: string): Promise<string> {
	try {
		await client.login(sandboxOwner);
	} catch (error) {
		throw new Error(
			`The sandbox's account cannot log in. Delete ${folder} to begin anew. (${String(error)})`,
		);
	}
	const form = {
		name: CREDENTIAL_NAME,
		type: 'webDataApi',
		data: { apiKey: API_KEY, baseUrl: service.url },
	};
	const known = (await client.credentials()).find(({ name }) => name === CREDENTIAL_NAME);
	if (known !== undefined) await client.updateCredential(known.id, form);
	const credentialId = known?.id ?? (await client.createCredential(form));

	const workflow = exampleWorkflow(service.websiteUrl, { id: credentialId, name: CREDENTIAL_NAME });
	const saved = (await client.workflows()).find(({ name }) => name === workflow.name);
	if (saved !== undefined) await client.updateWorkflow(saved.id, workflow);
	return saved?.id ?? (await client.createWorkflow(workflow));
}
