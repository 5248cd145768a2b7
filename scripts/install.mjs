/** Installs what the project's tasks need, once, and says so while it does: these steps take minutes. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';

/**
 * The Node that runs the project: this one where it is Node 24, else one from npm, kept in `.tools/`.
 * Node's binaries are npm packages named after the platform, without install scripts.
 */
export function node24(root) {
	if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) {
		return withPath(process.execPath);
	}
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const packageName = `node-${platform}-${process.arch}`;
	const folder = join(root, '.tools');
	const executable = join(
		folder,
		'node_modules',
		packageName,
		'bin',
		process.platform === 'win32' ? 'node.exe' : 'node',
	);
	if (!existsSync(executable)) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
		step(`Fetching Node ${NODE_VERSION} for this project (yours is ${process.version})`, () =>
			npm(['install', '--no-package-lock', `${packageName}@${NODE_VERSION}`], folder, process.env),
		);
	}
	return withPath(executable);
}

/** The development packages of the lock file. Their install scripts are not needed, so not run. */
export function dependencies(root, node) {
	once(
		root,
		'package-lock.json',
		'node_modules',
		'Installing development packages (about 1 min)',
		() => npm(['ci', '--ignore-scripts'], root, node.env),
	);
}

/** The n8n application, 2.3 GB with its packages. Only its database driver has to be built. */
export function n8nApp(root, node) {
	const folder = join(root, 'sandbox', 'n8n', 'app');
	once(
		folder,
		'package-lock.json',
		'node_modules',
		'Installing n8n (about 5 min, only once)',
		() => {
			npm(['ci', '--ignore-scripts', '--legacy-peer-deps'], folder, node.env);
			npm(['rebuild', 'sqlite3'], folder, node.env);
		},
	);
}

/** The engine of n8n's last 1.x release. */
export function n8n1Engine(root, node) {
	const folder = join(root, 'test', 'n8n1');
	once(
		folder,
		'package-lock.json',
		'node_modules',
		'Installing the engine of n8n 1 (about 1 min)',
		() => npm(['ci', '--ignore-scripts', '--legacy-peer-deps'], folder, node.env),
	);
}

function withPath(executable) {
	const path = `${dirname(executable)}${delimiter}${process.env.PATH ?? ''}`;
	return { executable, env: { ...process.env, PATH: path } };
}

/** Runs `install` unless it has ended well for the very content of the lock file. */
function once(folder, lockFile, installed, title, install) {
	const lock = createHash('sha256')
		.update(readFileSync(join(folder, lockFile)))
		.digest('hex');
	const stamp = join(folder, installed, '.installed-lock');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
	step(title, install);
	writeFileSync(stamp, lock);
}

function step(title, work) {
	const start = Date.now();
	console.log(`> ${title} ...`);
	work();
	console.log(`> done in ${Math.round((Date.now() - start) / 1000)} s`);
}

function npm(args, cwd, env) {
	const { status, error } = spawnSync('npm', args, {
		cwd,
		env,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (error) throw error;
	if (status !== 0) {
		console.error(`"npm ${args.join(' ')}" failed in ${cwd}.`);
		process.exit(status ?? 1);
	}
}
