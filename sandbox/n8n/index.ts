import { N8nClient } from './n8nClient.ts';
import { launchN8n, type LaunchOptions, type N8nProcess } from './n8nProcess.ts';
import { installPack } from './pack.ts';

export interface N8nOptions extends LaunchOptions {
	/** The pack to install, as `npm pack` wrote it. Without it, what the folder holds stays. */
	packTarball?: string;
}

/** A running n8n and the way to drive it. */
export interface RunningN8n extends N8nProcess {
	client: N8nClient;
}

/** Installs the pack into the folder, starts n8n on it and waits until it serves requests. */
export async function startN8n({ packTarball, ...launch }: N8nOptions): Promise<RunningN8n> {
	if (packTarball !== undefined) await installPack(packTarball, launch.userFolder);
	const running = await launchN8n(launch);
	return { ...running, client: new N8nClient(running.url) };
}

export { errorOf, outputItems, type Execution } from './execution.ts';
export { readLog, troubleIn, type LogLine } from './log.ts';
export { N8nClient } from './n8nClient.ts';
export type {
	CredentialForm,
	CredentialTestResult,
	ExecutionSummary,
	Owner,
	WorkflowFile,
} from './n8nClient.ts';
export { freePort } from './ports.ts';
export { packTarball } from './pack.ts';
