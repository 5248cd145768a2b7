import { launchN8n, type N8nProcess } from './n8nProcess.ts';
import { N8nClient } from './n8nClient.ts';
import { installPack } from './pack.ts';

export interface N8nOptions {
	/** n8n's own folder; made when missing, kept when there. */
	userFolder: string;
	/** Taken when free, else any free one. */
	port?: number;
	/** The pack to install, as `npm pack` wrote it. Without it, what the folder holds stays. */
	packTarball?: string;
}

/** A running n8n and the way to drive it. */
export interface RunningN8n extends N8nProcess {
	client: N8nClient;
}

/** Installs the pack into the folder, starts n8n on it and waits until it serves requests. */
export async function startN8n({ userFolder, port, packTarball }: N8nOptions): Promise<RunningN8n> {
	if (packTarball !== undefined) await installPack(packTarball, userFolder);
	const running = await launchN8n(userFolder, port);
	return { ...running, client: new N8nClient(running.url) };
}

export { errorOf, outputItems, type Execution } from './execution.ts';
export { readLog, troubleIn, type LogLine } from './log.ts';
export { N8nClient } from './n8nClient.ts';
export type { CredentialForm, CredentialTestResult, Owner, WorkflowFile } from './n8nClient.ts';
export { packTarball } from './pack.ts';
