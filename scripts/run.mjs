/**
 * Runs one of the project's tasks with everything that it needs: the project's own Node 24 (which
 * n8n demands), the locked development packages and, for tasks that drive it, the n8n application.
 * What is missing is installed first, into this folder only. Runs on any Node from 20 on.
 *
 *   node scripts/run.mjs <task> [arguments for its last command]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { dependencies, n8n1Engine, n8nApp, node24 } from './install.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parent = process.ppid;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What Node is given to run a script of this project. */
const script = (file, ...fixed) => [join(root, file), ...fixed];

/** What Node is given to run a tool of the development packages. */
const tool = (name, ...fixed) => [join(root, 'node_modules', '.bin', name), ...fixed];

const build = [
	script('scripts/clean.mjs'),
	tool('rolldown', '--config', 'rolldown.config.mjs'),
	tool('gulp', 'build:assets'),
];

/** The pack as single modules, into which benchmarks and memory tests look. */
const modules = tool('tsc', '-p', 'tsconfig.json', '--outDir', '.sandbox/modules/dist');

/** What each task runs, one after the other, and what has to be installed for it beside the usual. */
const tasks = {
	build: { commands: build },
	lint: {
		commands: [
			...build,
			tool('eslint', '.'),
			tool('prettier', '--check', '.'),
			script('scripts/scan.mjs'),
			script('scripts/fieldTable.mjs', '--check'),
			script('scripts/checkRelease.mjs'),
		],
	},
	fields: { commands: [...build, script('scripts/fieldTable.mjs')] },
	typecheck: {
		commands: [
			tool('tsc', '-p', 'tsconfig.json', '--noEmit'),
			tool('tsc', '-p', 'tsconfig.dev.json'),
		],
	},
	test: { commands: [...build, modules, tool('vitest', 'run', '--coverage')] },
	n8n1: {
		needs: [n8n1Engine],
		commands: [...build, tool('vitest', 'run', '--config', 'test/n8n1/vitest.config.mts')],
	},
	e2e: {
		needs: [n8nApp],
		commands: [...build, tool('vitest', 'run', '--config', 'test/e2e/vitest.config.mts')],
	},
	queue: {
		needs: [n8nApp],
		commands: [...build, tool('vitest', 'run', '--config', 'test/queue/vitest.config.mts')],
	},
	bench: {
		commands: [...build, modules, script('bench/run.ts')],
	},
	start: { needs: [n8nApp], commands: [...build, script('sandbox/start.ts')] },
};

const [name, ...args] = process.argv.slice(2);
const task = tasks[name];
if (!task) {
	console.error(`Unknown task "${name}". There are: ${Object.keys(tasks).join(', ')}.`);
	process.exit(2);
}

const node = node24(root);
dependencies(root, node);
for (const install of task.needs ?? []) install(root, node);

for (const [index, command] of task.commands.entries()) {
	const isLast = index === task.commands.length - 1;
	const status = await run(isLast ? [...command, ...args] : command);
	if (status !== 0) process.exit(status);
}

/** Runs Node and waits for its end, also after a signal: the command may have things to stop first. */
async function run(nodeArguments) {
	const child = spawn(node.executable, nodeArguments, {
		cwd: root,
		env: node.env,
		stdio: 'inherit',
	});
	const passOn = (signal) => child.kill(signal);
	for (const signal of SIGNALS) process.on(signal, passOn);
	const watch = setInterval(() => leftByNpm() && child.kill('SIGTERM'), 1_000);
	const [code, signal] = await once(child, 'exit');
	clearInterval(watch);
	for (const name of SIGNALS) process.removeListener(name, passOn);
	return code ?? 128 + constants.signals[signal];
}

/** npm passes a SIGTERM on to its shell only, which ends without passing it on any further. */
function leftByNpm() {
	return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}
