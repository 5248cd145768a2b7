import { setTimeout as sleep } from 'node:timers/promises';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	IRun,
	IWorkflowSettings,
} from 'n8n-workflow';
import axios, { type AxiosInstance } from 'axios';

import { readExecution, type Execution, type ExecutionAnswer } from './execution.ts';

/** The account that owns an n8n. The password needs 8 characters, a digit and a capital letter. */
export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** A credential as n8n's editor holds it in its form. */
export interface CredentialForm {
	name: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

/** A workflow, as in a file exported from n8n. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

/** What a click on the credential's test button shows. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** What n8n's list of executions tells of one. */
export interface ExecutionSummary {
	id: string;
	status: IRun['status'];
	/** ISO 8601. In queue mode an execution may begin later. */
	createdAt: string;
}

interface Saved {
	id: string;
	name: string;
}

const UNFINISHED = ['new', 'running', 'waiting'];
const EVERY_STATUS = [...UNFINISHED, 'success', 'error', 'crashed', 'canceled', 'unknown'];

/** Drives an n8n the way its editor does: through the REST API behind it. */
export class N8nClient {
	private readonly http: AxiosInstance;

	constructor(url: string) {
		this.http = axios.create({
			baseURL: `${url}/rest`,
			timeout: 60_000,
			proxy: false,
			validateStatus: () => true,
		});
	}

	/** Logs in as the owner; creates that account first where n8n has no owner yet. */
	async login(owner: Owner): Promise<void> {
		const settings = await this.call<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'GET',
			'/settings',
		);
		const answer = settings.userManagement.showSetupOnFirstLoad
			? await this.send('POST', '/owner/setup', owner)
			: await this.send('POST', '/login', {
					emailOrLdapLoginId: owner.email,
					password: owner.password,
				});
		const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
		this.http.defaults.headers.common.Cookie = cookies.join('; ');
	}

	/** Full names of the node types of a pack, such as `n8n-nodes-web-data.webData`. */
	async nodeTypes(packageName: string): Promise<string[]> {
		const { data } = await this.http.get<Array<{ name: string }>>('/types/nodes.json', {
			baseURL: this.http.defaults.baseURL?.replace(/\/rest$/, ''),
		});
		return data.map(({ name }) => name).filter((name) => name.startsWith(`${packageName}.`));
	}

	async credentials(): Promise<Saved[]> {
		return await this.call('GET', '/credentials');
	}

	/** @returns the credential's id */
	async createCredential(form: CredentialForm): Promise<string> {
		const { id } = await this.call<Saved>('POST', '/credentials', form);
		return id;
	}

	async updateCredential(id: string, form: CredentialForm): Promise<void> {
		await this.call('PATCH', `/credentials/${id}`, form);
	}

	/** What the credential's test button does, with the form's values as they are. */
	async testCredential(form: CredentialForm): Promise<CredentialTestResult> {
		return await this.call('POST', '/credentials/test', { credentials: { id: '', ...form } });
	}

	/** @returns a key of n8n's public API that may do all that its owner may */
	async createApiKey(label: string): Promise<string> {
		const scopes = await this.call<string[]>('GET', '/api-keys/scopes');
		const { rawApiKey } = await this.call<{ rawApiKey: string }>('POST', '/api-keys', {
			label,
			scopes,
			expiresAt: null,
		});
		return rawApiKey;
	}

	async workflows(): Promise<Saved[]> {
		return await this.call('GET', '/workflows');
	}

	/** @returns the workflow's id */
	async createWorkflow(workflow: WorkflowFile): Promise<string> {
		// The editor stumbles over a workflow without pinned data when a second node is executed.
		const filledIn = { settings: {}, pinData: {}, ...workflow };
		const { id } = await this.call<Saved>('POST', '/workflows', filledIn);
		return id;
	}

	async updateWorkflow(id: string, workflow: WorkflowFile): Promise<void> {
		await this.call('PATCH', `/workflows/${id}?forceSave=true`, workflow);
	}

	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.call<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
	}

	/**
	 * Does what the editor's "Execute workflow" button does and waits for the end.
	 * @param triggerName the trigger node to start from
	 * @throws Error when the execution takes longer than `limitMs`
	 */
	async runWorkflow(id: string, triggerName: string, limitMs = 300_000): Promise<Execution> {
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{
				triggerToStartFrom: { name: triggerName },
			},
		);
		return await this.finishedExecution(executionId, limitMs);
	}

	/** Ids of a workflow's saved executions, newest first. */
	async executionIds(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Saved[] }>(
			'GET',
			`/executions?filter=${filter}`,
		);
		return results.map(({ id }) => id);
	}

	/** All of a workflow's saved executions, whatever their status, newest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const all: ExecutionSummary[] = [];
		const filter = JSON.stringify({ workflowId, status: EVERY_STATUS });
		for (;;) {
			const query = new URLSearchParams({ filter, limit: '100' });
			const last = all.at(-1);
			if (last) query.set('lastId', last.id);
			const { results } = await this.call<{ results: ExecutionSummary[] }>(
				'GET',
				`/executions?${query.toString()}`,
			);
			if (results.length === 0) return all;
			all.push(...results);
		}
	}

	async finishedExecution(id: string, limitMs = 300_000): Promise<Execution> {
		const deadline = Date.now() + limitMs;
		while (Date.now() < deadline) {
			const answer = await this.call<ExecutionAnswer>('GET', `/executions/${id}`);
			if (!UNFINISHED.includes(answer.status)) return readExecution(answer);
			await sleep(200);
		}
		throw new Error(`Execution ${id} has not ended within ${limitMs / 1000} s`);
	}

	/** The content of a file that an execution made, by the id in its binary data. */
	async binaryData(id: string): Promise<Buffer> {
		const { data, status } = await this.http.get<ArrayBuffer>('/binary-data', {
			params: { id, action: 'download' },
			responseType: 'arraybuffer',
		});
		if (status !== 200) throw new Error(`n8n answered ${status} for the binary data ${id}`);
		return Buffer.from(data);
	}

	private async call<T>(method: 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<T> {
		const { data } = await this.send<{ data: T }>(method, path, body);
		return data.data;
	}

	/** @throws Error with n8n's own message when it refuses */
	private async send<T>(method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) {
		const answer = await this.http.request<T>({ method, url: path, data: body });
		if (answer.status >= 400) {
			const reason = JSON.stringify(answer.data).slice(0, 500);
			throw new Error(`n8n answered ${answer.status} to ${method} ${path}: ${reason}`);
		}
		return answer;
	}
}
