/**
 * What it costs to read the results of a crawl: 10,000 pages to a file, beside axios that streams the
 * same answers to disk, and 1,000 to items, beside axios and JSON.parse. Fails where it is more than
 * is allowed, or where pages are missing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import axios from 'axios';

import { loadEngine, type Engine } from '../../test/support/engine.ts';
import { deleteFile, inputFile } from '../../test/support/inputFiles.ts';
import { print, table } from '../markdown.ts';
import { median, spread } from '../statistics.ts';

const MB = 1024 * 1024;
const PAGE_BYTES = 20_000;
const ID = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';
const WARM_UPS = 6;
const RUNS = 9;
const ROUNDS = 5;

/** After an execution n8n prepares what the next one needs; who comes too soon waits for that. */
const REST_MS = 100;

const SAMPLE_MS = 10;

/** Beyond what the engine has before, in MB. */
const ALLOWED_MB = 150;

const CASES = {
	file: { pages: 10_000, allowed: 1.3 },
	items: { pages: 1_000, allowed: 1.2 },
} as const;

type Case = keyof typeof CASES;
type By = 'pack' | 'axios';

/** Removes the files that work has left: who keeps them is slowed down by the disk later on. */
type CleanUp = () => Promise<void>;

/** A run of the node in n8n's engine, which reads all pages, or as many as are asked for. */
async function byPack(engine: Engine, url: string, output: Case, limit?: number): Promise<CleanUp> {
	const { items, error } = await engine.execute({
		node: 'webData',
		parameters: {
			resource: 'crawl',
			operation: 'get',
			jobId: { __rl: true, mode: 'id', value: ID },
			...(limit !== undefined && { returnAll: false, limit }),
			options: { output },
		},
		credentials: { apiKey: 'key', baseUrl: url },
	});
	if (error) throw error;
	const read = output === 'file' ? Number(items[0]?.json.pages) : items.length;
	if (read !== (limit ?? CASES[output].pages)) throw new Error(`${read} pages`);
	const files = items.flatMap(({ binary = {} }) => Object.values(binary));
	return async () => {
		for (const file of files) await deleteFile(engine, file);
	};
}

/** The same answers, one after the other, each on a connection of its own, as n8n's client has them. */
async function byAxios(url: string, output: Case): Promise<CleanUp> {
	const httpAgent = new Agent({ keepAlive: false });
	const folder = await mkdtemp(join(tmpdir(), 'crawl-'));
	const read: unknown[] = [];
	for (let skip = 0; skip < CASES[output].pages; skip += 100) {
		const address = `${url}/v2/crawl/${ID}?skip=${skip}`;
		if (output === 'file') {
			const { data } = await axios.get<NodeJS.ReadableStream>(address, {
				httpAgent,
				responseType: 'stream',
			});
			await pipeline(data, createWriteStream(join(folder, String(skip))));
		} else {
			const { data } = await axios.get<string>(address, {
				httpAgent,
				responseType: 'text',
				transformResponse: (text: string) => text,
			});
			read.push(...(JSON.parse(data) as { data: unknown[] }).data);
		}
	}
	if (output === 'items' && read.length !== CASES.items.pages) throw new Error(`${read.length}`);
	return async () => {
		await rm(folder, { recursive: true });
	};
}

/** The most memory beyond that of before, in MB. */
async function megabytesOf(work: () => Promise<CleanUp>): Promise<number> {
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	let peak = before;
	const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
	const cleanUp = await work();
	clearInterval(timer);
	await cleanUp();
	return (peak - before) / MB;
}

/** Median of several runs, in seconds. n8n goes on running: the first ones only warm it up. */
async function secondsOf(work: () => Promise<CleanUp>): Promise<number> {
	const seconds: number[] = [];
	for (let run = 0; run < WARM_UPS + RUNS; run++) {
		await sleep(REST_MS);
		const start = performance.now();
		const cleanUp = await work();
		seconds.push((performance.now() - start) / 1000);
		await cleanUp();
	}
	return median(seconds.slice(WARM_UPS));
}

interface Measured {
	/** Of the first run, which begins with the smallest heap. */
	megabytes: number;
	seconds: number;
	/** Seconds that n8n needs for one page, which is what any node costs. */
	ofN8n: number;
}

/** One contender in a process of its own. */
async function measure(by: By, url: string, output: Case): Promise<void> {
	const engine = await loadEngine();
	// Files are kept in n8n's folder, as its default is.
	await inputFile(engine, { content: Buffer.from('') });
	// What n8n does for the first time is not what the pages need.
	await byPack(engine, url, output, 1);
	const whole = async () =>
		by === 'pack' ? await byPack(engine, url, output) : await byAxios(url, output);
	const result: Measured = {
		megabytes: await megabytesOf(whole),
		seconds: await secondsOf(whole),
		ofN8n: by === 'pack' ? await secondsOf(async () => await byPack(engine, url, output, 1)) : 0,
	};
	console.log(JSON.stringify(result));
	await engine.close();
}

/** As `measure`, in the process that it needs. */
function measuredApart(by: By, url: string, output: Case): Measured {
	const own = [...process.execArgv, process.argv[1] ?? ''];
	const { stdout, stderr } = spawnSync(process.execPath, [...own, by, url, output], {
		encoding: 'utf8',
	});
	const last = stdout.trim().split('\n').at(-1) ?? '';
	if (!last.startsWith('{')) throw new Error(stdout + stderr);
	return JSON.parse(last) as Measured;
}

async function measureAll(): Promise<void> {
	const script = fileURLToPath(new URL('../crawlResults.ts', import.meta.url));
	const rows: string[][] = [];
	for (const output of Object.keys(CASES) as Case[]) {
		const { pages, allowed } = CASES[output];
		const server = spawn(process.execPath, [script, String(pages), String(PAGE_BYTES)]);
		const [address] = (await once(server.stdout, 'data')) as [Buffer];
		const url = address.toString().trim();
		const rounds = Array.from({ length: ROUNDS }, () => ({
			pack: measuredApart('pack', url, output),
			bare: measuredApart('axios', url, output),
		}));
		server.kill();
		const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
		const factors = rounds.map(({ pack, bare }) => (pack.seconds - pack.ofN8n) / bare.seconds);
		const megabytes = middle(({ pack }) => pack.megabytes);
		const isTooMuch = output === 'file' && megabytes > ALLOWED_MB;
		if (median(factors) > allowed || isTooMuch) process.exitCode = 1;
		rows.push([
			`${pages.toLocaleString('en-US')} pages to ${output === 'file' ? 'a file' : 'items'}`,
			middle(({ pack }) => pack.seconds).toFixed(3),
			middle(({ pack }) => pack.ofN8n).toFixed(3),
			middle(({ bare }) => bare.seconds).toFixed(3),
			`${spread(factors)}, ${allowed} allowed`,
			megabytes.toFixed(0),
			middle(({ bare }) => bare.megabytes).toFixed(0),
		]);
	}
	print(
		'The results of a crawl',
		`Pages of ${PAGE_BYTES / 1000} kB, from a server of its own process. ${ROUNDS} rounds, each with a process of this pack and one of axios; seconds are the median of ${RUNS} runs in each, after ${WARM_UPS} that warm it up. The factor is that of the time beyond what n8n needs for one page; memory is the most beyond that of before, in MB, of which ${ALLOWED_MB} are allowed for a file.`,
		table(
			[
				'What',
				'This pack, s',
				'n8n for one page, s',
				'axios, s',
				'Factor',
				'This pack, MB',
				'axios, MB',
			],
			rows,
		),
	);
}

const [by, url, output] = process.argv.slice(2);
if (by === undefined) await measureAll();
else await measure(by as By, url ?? '', output as Case);
