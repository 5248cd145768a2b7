/**
 * The pack at work without an account: the stand-in of the service and an n8n of its own.
 *
 *   npm start                            until Ctrl-C; says where to log in
 *   npm start -- --export links.xlsx     runs the example, writes its spreadsheet and ends
 */
import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { rowsOf } from './exampleWorkflow.ts';
import { openSandbox, sandboxOwner, type Sandbox } from './sandbox.ts';

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
	const { values } = parseArgs({ options: { export: { type: 'string' } } });
	if (values.export !== undefined) refuseUnwritable(values.export);
	const sandbox = await openSandbox({
		folder: FOLDER,
		progress: (step) => console.log(`> ${step} ...`),
		signal: interrupted.signal,
	});
	try {
		if (values.export === undefined) await stayOpen(sandbox);
		else await exportExample(sandbox, values.export);
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

async function stayOpen({ n8n, service, workflowUrl }: Sandbox): Promise<void> {
	console.log(
		[
			'',
			'n8n is ready, with the Web Data node, a credential and an example workflow:',
			'',
			`  Open      ${workflowUrl}`,
			`  E-mail    ${sandboxOwner.email}`,
			`  Password  ${sandboxOwner.password}`,
			'',
			'Click "Execute workflow". Then double-click the last node and press "Download" in its',
			'output: a spreadsheet of all pages of the sandbox website.',
			'',
			`Service ${service.url}, website ${service.websiteUrl}, log ${n8n.logFile}`,
			'The example is put back as it was at every start: save changes under another name.',
			'Ctrl-C stops everything.',
		].join('\n'),
	);
	const end = await Promise.race([n8n.ended, interruption]);
	if (end !== 'interrupted') throw new Error(`${end}. Its log is ${n8n.logFile}`);
}
