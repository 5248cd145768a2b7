import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rowsOf } from '../../sandbox/exampleWorkflow.ts';
import { readLog, troubleIn } from '../../sandbox/n8n/index.ts';
import { openSandbox, type Sandbox } from '../../sandbox/sandbox.ts';

describe('The sandbox of npm start', () => {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-sandbox-'));
	let sandbox: Sandbox;

	async function open(): Promise<Sandbox> {
		return await openSandbox({ folder, progress: () => undefined });
	}

	beforeAll(async () => {
		sandbox = await open();
	});

	afterAll(async () => {
		await sandbox.close();
		rmSync(folder, { recursive: true, force: true });
	});

	async function rowsOfExample(): Promise<number> {
		return rowsOf(await sandbox.runExample()).length;
	}

	it('maps its own website to a spreadsheet of more than 1,000 rows', async () => {
		expect(await rowsOfExample()).toBeGreaterThan(1000);
	});

	it('prints no error and no warning that nobody knows', () => {
		expect(troubleIn(readLog(sandbox.n8n.logFile)).map(({ text }) => text)).toEqual([]);
	});

	it('refuses a second n8n on its folder', async () => {
		await expect(open()).rejects.toThrow(/already runs on http:.* Stop it first/);
	});

	it('works on after a crash, with one account, credential and example as before', async () => {
		await sandbox.n8n.kill();
		await sandbox.close();
		sandbox = await open();
		const { client } = sandbox.n8n;
		expect(await client.credentials()).toHaveLength(1);
		expect(await client.workflows()).toHaveLength(1);
		expect(await rowsOfExample()).toBeGreaterThan(1000);
	});

	it('gives up at once when it is interrupted while n8n starts', async () => {
		await sandbox.close();
		const signal = AbortSignal.timeout(2_000);
		const start = Date.now();
		await expect(openSandbox({ folder, progress: () => undefined, signal })).rejects.toThrow(
			/timeout/,
		);
		expect(Date.now() - start).toBeLessThan(8_000);
	});
});
