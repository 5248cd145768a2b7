import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './paths.ts';

const NAME = '@mendable/n8n-nodes-firecrawl';
const VERSION = '2.1.2';

/** The folder of the vendor's pack, which is fetched from npm the first time. */
export function vendorPackFolder(): string {
	const scratch = join(PROJECT, '.tools', 'bench');
	const folder = join(scratch, 'node_modules', NAME);
	if (existsSync(join(folder, 'package.json'))) return folder;
	mkdirSync(scratch, { recursive: true });
	writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n');
	const flags = ['--omit=peer', '--legacy-peer-deps', '--ignore-scripts', '--no-package-lock'];
	console.error(`Fetching ${NAME}@${VERSION} for comparison ...`);
	execFileSync('npm', ['install', ...flags, '--no-save', `${NAME}@${VERSION}`], {
		cwd: scratch,
		stdio: ['ignore', 'ignore', 'inherit'],
		shell: process.platform === 'win32',
	});
	return folder;
}
