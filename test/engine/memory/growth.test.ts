import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('ten maps of 100,000 links and 10,000 polls leave no memory behind', () => {
	const script = fileURLToPath(new URL('../../../bench/parts/memory.ts', import.meta.url));
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', script], {
		encoding: 'utf8',
	});
	expect(status, stdout + stderr).toBe(0);
}, 120_000);
