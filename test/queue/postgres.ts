import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../sandbox/n8n/index.ts';
import { startServer, type Server } from './server.ts';

const run = promisify(execFile);

/** Where Debian keeps the programs of each of its PostgreSQL versions, outside of the PATH. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** The superuser of the database; anybody on this machine may log in as it. */
export const POSTGRES_USER = 'n8n';

/** Starts a PostgreSQL with an empty database, in a temporary folder of its own. */
export async function startPostgres(): Promise<Server> {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-postgres-'));
	const asUser = await unprivileged(folder);
	const data = join(folder, 'data');
	const initdb = asUser('initdb', [
		...['--pgdata', data, '--username', POSTGRES_USER, '--auth', 'trust'],
		...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
	]);
	await run(initdb.command, initdb.args);

	const port = await freePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		// The database is thrown away, and never loses its power.
		fsync: 'off',
		full_page_writes: 'off',
		synchronous_commit: 'off',
	};
	const isReady = program('pg_isready');
	const server = await startServer({
		...asUser('postgres', [
			...['-D', data, '-p', String(port)],
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		]),
		port,
		logFile: join(folder, 'postgres.log'),
		stopSignal: 'SIGQUIT',
		isReady: async () =>
			await run(isReady, ['-h', '127.0.0.1', '-p', String(port)]).then(
				() => true,
				() => false,
			),
	});
	return {
		port,
		async stop() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/**
 * How to run PostgreSQL's programs, which refuse to run as root: then as Debian's user for them, who
 * is given the folder.
 */
async function unprivileged(folder: string) {
	if (process.getuid?.() !== 0) {
		return (name: string, args: string[]) => ({ command: program(name), args });
	}
	const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	const [user, group] = [await idOf('-u'), await idOf('-g')];
	chownSync(folder, user, group);
	const flags = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
	return (name: string, args: string[]) => ({
		command: 'setpriv',
		args: [...flags, program(name), ...args],
	});
}

/** The newest version that is installed. */
function program(name: string): string {
	const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const paths = newestFirst.map((version) => join(DEBIAN_VERSIONS, version, 'bin', name));
	return paths.find((path) => existsSync(path)) ?? name;
}
