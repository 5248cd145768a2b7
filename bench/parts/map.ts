import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { presentContenders, TITLES } from '../contenders.ts';
import { print, table } from '../markdown.ts';
import { BenchN8n } from '../n8n.ts';
import { PROJECT } from '../paths.ts';
import { mapBy, type Runner } from '../runners.ts';
import { startRemoteService } from '../service.ts';
import { median, ratios, spread } from '../statistics.ts';

/** Rounds that are measured, by number of links; in each round every contender runs once. */
const ROUNDS = new Map([
	[100, 25],
	[10_000, 15],
	[100_000, 31],
]);
const WARM_UP_ROUNDS = 3;
const MEMORY_RUNS = 5;

interface Measured {
	/** Milliseconds from start to end. */
	elapsed: number[];
	/** Milliseconds of processor time: what others do on the machine hardly changes it. */
	cpu: number[];
}

const sizes = [...ROUNDS.keys()];
const service = await startRemoteService({ sizes });
const n8n = await BenchN8n.load({ withContenders: true });
const runners: Runner[] = [...presentContenders(), 'floor'];

async function measure(runner: Runner, size: number): Promise<{ elapsed: number; cpu: number }> {
	// The garbage of the one before is not this one's time.
	globalThis.gc?.();
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	await mapBy(runner, n8n, service.url, size);
	const { user, system } = process.cpuUsage(cpuBefore);
	return { elapsed: performance.now() - start, cpu: (user + system) / 1000 };
}

async function measureAll(size: number, rounds: number): Promise<Map<Runner, Measured>> {
	const all = new Map<Runner, Measured>();
	for (const runner of runners) all.set(runner, { elapsed: [], cpu: [] });
	for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
		// Nobody always goes first.
		const shift = (round + WARM_UP_ROUNDS) % runners.length;
		for (const runner of [...runners.slice(shift), ...runners.slice(0, shift)]) {
			const { elapsed, cpu } = await measure(runner, size);
			if (round < 0) continue;
			all.get(runner)?.elapsed.push(elapsed);
			all.get(runner)?.cpu.push(cpu);
		}
	}
	return all;
}

function peakMemory(runner: Runner, size: number): number {
	const script = join(PROJECT, 'bench', 'parts', 'peakMemory.ts');
	const args = [script, runner, service.url, String(size)];
	return Number(execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] }));
}

const times: string[][] = [];
const cpuMedians = new Map<string, number>();
for (const [size, rounds] of ROUNDS) {
	const all = await measureAll(size, rounds);
	const own = all.get('pack');
	for (const [runner, { elapsed, cpu }] of all) {
		cpuMedians.set(`${runner} ${size}`, median(cpu));
		times.push([
			size.toLocaleString('en-US'),
			TITLES[runner],
			spread(elapsed, 0),
			runner === 'pack' ? '1' : spread(ratios(own?.elapsed ?? [], elapsed)),
			spread(cpu, 0),
			runner === 'pack' ? '1' : spread(ratios(own?.cpu ?? [], cpu)),
		]);
	}
}
print(
	'Map: time',
	'From the start of the execution to its last item: median and middle half of the rounds. The contenders take turns within each round; a ratio is (a) to the contender in the same round.',
	table(['Links', 'By', 'ms', '(a) to it', 'CPU ms', '(a) to it'], times),
);

const memory = runners.map((runner) => {
	const growth =
		(cpuMedians.get(`${runner} 100000`) ?? Number.NaN) /
		(cpuMedians.get(`${runner} 10000`) ?? Number.NaN);
	const peaks = sizes.map((size) =>
		Array.from({ length: MEMORY_RUNS }, () => peakMemory(runner, size)),
	);
	return [TITLES[runner], ...peaks.map((values) => spread(values, 0)), growth.toFixed(1)];
});
const columns = sizes.map((size) => `MB for ${size.toLocaleString('en-US')}`);
print(
	'Map: peak memory and growth',
	'Peak memory of a process that loads n8n and maps once; growth is the CPU time for 100,000 links as a multiple of that for 10,000.',
	table(['By', ...columns, 'Growth'], memory),
);

await n8n.close();
service.stop();
