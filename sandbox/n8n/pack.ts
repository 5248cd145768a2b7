import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packs the project's built pack as for publication.
 * @param projectFolder holds the package.json and a finished `dist/`
 * @param destination folder to write the tarball to
 * @returns the tarball's path
 */
export async function packTarball(projectFolder: string, destination: string): Promise<string> {
	mkdirSync(destination, { recursive: true });
	await npm(['pack', '--pack-destination', destination], projectFolder);
	const tarball = readdirSync(destination).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error(`"npm pack" wrote no tarball to ${destination}`);
	return join(destination, tarball);
}

/**
 * Installs a pack where n8n puts those installed from its editor, so that its nodes get their real
 * type names. Like n8n, leaves peer dependencies to n8n. Needs no network.
 */
export async function installPack(tarball: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	// npm takes a rebuilt pack of the same version for the one already there.
	rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const flags = ['--omit=peer', '--legacy-peer-deps', '--ignore-scripts', '--offline'];
	await npm(
		['install', ...flags, '--no-save', '--no-package-lock', '--prefix', folder, tarball],
		folder,
	);
}

async function npm(args: string[], cwd: string): Promise<void> {
	try {
		await run('npm', args, { cwd, shell: process.platform === 'win32' });
	} catch (error) {
		const output =
			error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
		throw new Error(`"npm ${args.join(' ')}" failed:\n${output}`);
	}
}
