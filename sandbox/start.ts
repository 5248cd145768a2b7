/**
 * The pack at work without an account: the stand-in of the service and an n8n of its own.
 *
 *   npm start                            until Ctrl-C; says where to log in
 *   npm start -- --export                runs the example, writes its spreadsheet and ends
 *   npm start -- --export links.xlsx     the same, with the spreadsheet where you say
 */
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rowsOf } from './exampleWorkflow.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { DEFAULT_EXPORT, exportPath, greeting } from './startCommand.ts';

const FOLDER = fileURLToPath(new URL('../.sandbox/n8n', import.meta.url));

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// Stays on: npm passes on what the terminal has already sent, so that a signal comes twice.
	process.on(signal, () => interrupted.abort(new Error(`Stopped by ${signal}`)));
}
const interruption = new Promise<'interrupted'>((resolve) => {
	interrupted.signal.addEventListener('abort', () => resolve('interrupted'));
});

try {
	const path = exportPath(process.argv.slice(2));
	if (path !== undefined) refuseUnwritable(path);
	const sandbox = await openSandbox({
		folder: FOLDER,
		progress: (step) => console.log(`> ${step} ...`),
		signal: interrupted.signal,
	});
	try {
		if (path === undefined) await stayOpen(sandbox);
		else await exportExample(sandbox, path);
	} finally {
		console.log('> Stopping n8n ...');
		await sandbox.close();
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}

/** Before anything is started: a path that cannot be written to would show only at the end. */
function refuseUnwritable(path: string): void {
	const folder = dirname(resolve(path));
	if (path === DEFAULT_EXPORT) mkdirSync(folder, { recursive: true });
	try {
		accessSync(folder, constants.W_OK);
	} catch {
		throw new Error(`Cannot write ${path}: there is no folder ${folder} that can be written to.`);
	}
}

async function exportExample(sandbox: Sandbox, path: string): Promise<void> {
	console.log(`> Mapping ${sandbox.service.websiteUrl} in n8n ...`);
	const file = await Promise.race([sandbox.runExample(), interruption]);
	if (file === 'interrupted') throw interrupted.signal.reason;
	writeFileSync(path, file);
	console.log(`Wrote ${rowsOf(file).length} rows to ${resolve(path)}`);
}

async function stayOpen(sandbox: Sandbox): Promise<void> {
	const { n8n } = sandbox;
	console.log(greeting(sandbox));
	const end = await Promise.race([n8n.ended, interruption]);
	if (end !== 'interrupted') throw new Error(`${end}. Its log is ${n8n.logFile}`);
}
