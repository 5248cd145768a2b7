/**
 * The memory that uploads need: eight files of 50 MB at once, and one of 400 MB, each refused with 503
 * when it comes first. Fails where it is more than is allowed, or where other bytes arrive.
 */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { loadEngine, type Engine } from '../../test/support/engine.ts';
import { inputFile } from '../../test/support/inputFiles.ts';
import { print, table } from '../markdown.ts';
import { PROJECT } from '../paths.ts';
import { startRemoteService, type RemoteService } from '../service.ts';

const MB = 1024 * 1024;

/** Beyond what n8n needs for small files, in MB. */
const ALLOWED_MB = 60;

/** What a user may upload at once; and one file that the service itself would not take. */
const CASES = [
	{ title: '8 files of 50 MB at once', files: 8, megabytes: 50 },
	{ title: '1 file of 400 MB', files: 1, megabytes: 400 },
];

/** The pack as single modules, of which one can be changed. */
function modulesPack(): string {
	const folder = join(PROJECT, '.sandbox', 'modules');
	cpSync(join(PROJECT, 'package.json'), join(folder, 'package.json'));
	cpSync(join(PROJECT, 'dist', 'nodes', 'icons'), join(folder, 'dist', 'nodes', 'icons'), {
		recursive: true,
	});
	return folder;
}

/** The node refuses files above 50 MB. Here that limit is lifted, to see what streaming alone does. */
function liftSizeLimit(): void {
	const require = createRequire(import.meta.url);
	const contract = require('../../.sandbox/modules/dist/nodes/contract/requests/parse.js') as {
		MAX_FILE_BYTES: number;
	};
	contract.MAX_FILE_BYTES = Infinity;
}

/** Files of random bytes, no two alike, that were never in memory as a whole. */
async function storedFiles(engine: Engine, count: number, megabytes: number) {
	const files = [];
	for (let number = 0; number < count; number++) {
		const hash = createHash('sha256');
		const piece = randomBytes(MB);
		const pieces = function* () {
			for (let index = 0; index < megabytes; index++) {
				piece.writeUInt32LE(index);
				hash.update(piece);
				yield Buffer.from(piece);
			}
		};
		const content = Readable.from(pieces());
		const data = await inputFile(engine, { content, name: `file-${number}.pdf` });
		files.push({ data, sha256: hash.digest('hex') });
	}
	return files;
}

/** Uploads files at once. Throws unless each has arrived twice, with the same bytes. */
async function upload(
	engine: Engine,
	service: RemoteService,
	files: Awaited<ReturnType<typeof storedFiles>>,
): Promise<void> {
	const before = (await service.uploads()).length;
	const { items, error } = await engine.execute({
		node: 'webData',
		parameters: {
			resource: 'file',
			operation: 'parse',
			options: { maxConcurrency: files.length },
		},
		credentials: { apiKey: 'sandbox-key', baseUrl: service.url },
		items: files.map(() => ({})),
		files: files.map(({ data }) => ({ data })),
	});
	if (error) throw error;
	const arrived = (await service.uploads()).slice(before);
	for (const { sha256 } of files) {
		const statuses = arrived.filter((each) => each.sha256 === sha256).map(({ status }) => status);
		if (statuses.join() !== '503,200') throw new Error(`A file got the answers ${statuses.join()}`);
	}
	if (items.length !== files.length || arrived.length !== 2 * files.length) {
		throw new Error(`${arrived.length} uploads, ${items.length} items`);
	}
}

const SAMPLE_MS = 10;

/** The most memory that this process has while something goes on, in MB. */
async function peakDuring(work: () => Promise<void>): Promise<number> {
	let peak = 0;
	const sample = () => {
		peak = Math.max(peak, process.memoryUsage.rss() / MB);
	};
	const timer = setInterval(sample, SAMPLE_MS);
	try {
		await work();
	} finally {
		clearInterval(timer);
	}
	return peak;
}

/** One case, in a process of its own. */
async function measure(number: number): Promise<void> {
	const { files: count = 0, megabytes = 0 } = CASES[number] ?? {};
	const service = await startRemoteService({ refusesUploadsOnce: true });
	const engine = await loadEngine({ packRoot: modulesPack() });
	liftSizeLimit();
	const large = await storedFiles(engine, count, megabytes);
	const small = await storedFiles(engine, count, 1);
	await upload(engine, service, small);
	const before = await peakDuring(async () => {
		await upload(engine, service, await storedFiles(engine, count, 1));
	});
	const after = await peakDuring(async () => await upload(engine, service, large));
	console.log(JSON.stringify([before, after]));
	await engine.close();
	service.stop();
}

const [number] = process.argv.slice(2);
if (number === undefined) await measureAll();
else await measure(Number(number));

async function measureAll(): Promise<void> {
	const { spawnSync } = await import('node:child_process');
	const measured = CASES.map(({ title }, index) => {
		const { stdout, stderr } = spawnSync(
			process.execPath,
			[...process.execArgv, process.argv[1] ?? '', String(index)],
			{ encoding: 'utf8' },
		);
		const last = stdout.trim().split('\n').at(-1) ?? '';
		if (!last.startsWith('[')) throw new Error(stdout + stderr);
		return { title, peaks: JSON.parse(last) as [before: number, after: number] };
	});
	print(
		'Memory of uploads',
		`Peak of the process in MB; at most ${ALLOWED_MB} MB more than with files of 1 MB are allowed. Each file is refused with 503 once, and arrives again with the same bytes.`,
		table(
			['Upload', 'Files of 1 MB', 'These files', 'More'],
			measured.map(({ title, peaks: [before, after] }) => [
				title,
				before.toFixed(0),
				after.toFixed(0),
				(after - before).toFixed(0),
			]),
		),
	);
	const isTooMuch = measured.some(({ peaks: [before, after] }) => after - before > ALLOWED_MB);
	if (isTooMuch) process.exitCode = 1;
}
