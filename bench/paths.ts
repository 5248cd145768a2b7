import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../', import.meta.url));

/** The n8n of the sandbox, where `npm start` or `npm run test:e2e` has installed it. */
const SANDBOX_N8N = join(PROJECT, 'sandbox', 'n8n', 'app');

/** The folder of n8n's own nodes; undefined where n8n is not installed. */
export function n8nNodesFolder(): string | undefined {
	const folder = join(SANDBOX_N8N, 'node_modules', 'n8n-nodes-base');
	return existsSync(join(folder, 'dist', 'known', 'nodes.json')) ? folder : undefined;
}

/** The folder whose `n8n-core` runs all contenders: n8n's own, else the project's. */
export function engineFolder(): string {
	return n8nNodesFolder() ? SANDBOX_N8N : PROJECT;
}
