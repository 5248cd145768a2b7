/** Packs the pack, installs it into an n8n of its own and starts that once for all test files. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

import { packTarball, startN8n, type Owner } from '../../sandbox/n8n/index.ts';
import { OWNER } from './owner.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface SharedN8n {
	url: string;
	userFolder: string;
	logFile: string;
	owner: Owner;
}

declare module 'vitest' {
	export interface ProvidedContext {
		n8n: SharedN8n;
	}
}

export default async function startSharedN8n(project: TestProject) {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-e2e-'));
	const userFolder = join(folder, 'n8n');
	const tarball = await packTarball(PROJECT, join(folder, 'pack'));
	console.log('> Starting n8n for the end-to-end tests (about 20 s) ...');
	const n8n = await startN8n({ userFolder, packTarball: tarball });
	project.provide('n8n', { url: n8n.url, userFolder, logFile: n8n.logFile, owner: OWNER });

	return async () => {
		await n8n.stop();
		if (process.exitCode) console.error(readFileSync(n8n.logFile, 'utf8').slice(-5_000));
		rmSync(folder, { recursive: true, force: true });
	};
}
