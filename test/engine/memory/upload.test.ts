import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('400 MB of files are uploaded in a few MB of memory, and repeated byte by byte', () => {
	const script = fileURLToPath(new URL('../../../bench/parts/upload.ts', import.meta.url));
	const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
	expect(status, stdout + stderr).toBe(0);
}, 300_000);
