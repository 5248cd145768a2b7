/**
 * The benchmarks, each in a process of its own; prints Markdown.
 *
 *   npm run bench               all of them
 *   npm run bench -- map size   only these
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PARTS = ['map', 'rateLimit', 'size', 'trigger', 'batch', 'crawl', 'memory', 'upload'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
	console.error(`Unknown part ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`);
	process.exit(2);
}

for (const part of wanted.length > 0 ? wanted : PARTS) {
	const script = fileURLToPath(new URL(`parts/${part}.ts`, import.meta.url));
	const { status } = spawnSync(process.execPath, ['--expose-gc', script], { stdio: 'inherit' });
	if (status !== 0) {
		console.error(`The benchmark "${part}" failed.`);
		process.exitCode = 1;
	}
}
