import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { print, table } from '../markdown.ts';
import { engineFolder, PROJECT } from '../paths.ts';
import { spread } from '../statistics.ts';
import { vendorPackFolder } from '../vendorPack.ts';

const ROUNDS = 15;

const PACKS: Array<[title: string, folder: string]> = [
	['(a) this pack', PROJECT],
	["(c) vendor's pack", vendorPackFolder()],
];

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

interface Packed {
	size: number;
	unpackedSize: number;
	entryCount: number;
}

/** Milliseconds that a fresh process needs for a pack's files once n8n itself is loaded. */
function requireTime(folder: string): number {
	const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
	const files = [...n8n.nodes, ...n8n.credentials].map((file) => join(folder, file));
	const workflow = createRequire(join(engineFolder(), 'package.json')).resolve('n8n-workflow');
	const script = `
		const n8n = require(${JSON.stringify(workflow)});
		// A pack finds n8n's copy, wherever the pack lies.
		const { Module } = require('node:module');
		const load = Module._load;
		Module._load = (name, ...rest) => (name === 'n8n-workflow' ? n8n : load(name, ...rest));
		const start = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		console.log(performance.now() - start);`;
	const args = ['--input-type=commonjs', '--eval', script];
	return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function packed(folder: string): Packed {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	const [pack] = JSON.parse(output) as Packed[];
	if (!pack) throw new Error(`npm packed nothing in ${folder}`);
	return pack;
}

const times = PACKS.map((): number[] => []);
for (let round = 0; round < ROUNDS; round++) {
	for (const [index, [, folder]] of PACKS.entries()) times[index]?.push(requireTime(folder));
}
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);
const rows = PACKS.map(([title, folder], index) => {
	const { size, unpackedSize, entryCount } = packed(folder);
	const require = spread(times[index] ?? [], 0);
	return [title, require, kilobytes(size), kilobytes(unpackedSize), String(entryCount)];
});
print(
	'Loading and size',
	'Time to require all nodes and credentials of a pack in a fresh process in which n8n is already loaded: median and middle half. Size of the package as npm publishes it.',
	table(['Pack', 'Require, ms', 'Packed, KB', 'Unpacked, KB', 'Files'], rows),
);
