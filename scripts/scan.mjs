/**
 * Runs n8n's scanner for community packages on the source, and on the built code as it is packed
 * for the registry. `dist/` has to be built before. Ends with status 1 when there is any finding.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'packed-'));

try {
	const source = await passes('source', root, SOURCE_FILE_PATTERNS);
	const built = await passes('built code', unpack(pack()), ['**/*.js', 'package.json']);
	process.exitCode = source && built ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function passes(what, directory, patterns) {
	const { passed, message, details = '' } = await analyzePackage(directory, patterns);
	// The scanner calls an empty folder passed; nothing to analyse is a finding here.
	const found = passed ? message : details || message;
	console.log(found ? `Scan of the ${what}: ${found}` : `Scan of the ${what}: no findings`);
	return !found;
}

/** @returns the packed tarball's path */
function pack() {
	const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const [{ filename }] = JSON.parse(run('npm', options));
	return join(folder, filename);
}

/** @returns the folder with the package's content */
function unpack(tarball) {
	const content = join(folder, 'content');
	mkdirSync(content);
	run('tar', ['-xzf', tarball, '-C', content, '--strip-components=1']);
	return content;
}

function run(command, commandArguments) {
	const shell = process.platform === 'win32';
	const stdio = ['ignore', 'pipe', 'inherit'];
	return execFileSync(command, commandArguments, { cwd: root, encoding: 'utf8', shell, stdio });
}
