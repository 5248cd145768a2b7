/**
 * Whether memory grows with work that is over: ten maps of 100,000 links in a row, and 10,000 polls
 * of the trigger. Fails where it does.
 */
import { setTimeout } from 'node:timers/promises';

import { mapChain } from '../contenders.ts';
import { print, table } from '../markdown.ts';
import { BenchN8n } from '../n8n.ts';
import { PolledTeam } from '../polledTeam.ts';
import { startRemoteService } from '../service.ts';

const MAPS = 10;
const LINKS = 100_000;
const POLLS = 10_000;

/** Growth in MB that caches and the engine's own counters may bring. The links of one map are 40 MB. */
const ALLOWED_MB = 5;

/** What one collection finds to be over may be freed by a later one only. */
const COLLECTIONS = 5;
const BETWEEN_COLLECTIONS_MS = 100;

async function heapMegabytes(): Promise<number> {
	if (!globalThis.gc) throw new Error('Run this with --expose-gc');
	for (let collection = 0; collection < COLLECTIONS; collection++) {
		await setTimeout(BETWEEN_COLLECTIONS_MS);
		globalThis.gc();
	}
	return process.memoryUsage().heapUsed / 1024 / 1024;
}

/** Heap before and after work, each time with only what is still in use. */
async function growth(work: () => Promise<void>): Promise<[before: number, after: number]> {
	const before = await heapMegabytes();
	await work();
	return [before, await heapMegabytes()];
}

async function maps(): Promise<[number, number]> {
	const service = await startRemoteService({ sizes: [LINKS] });
	// n8n's isolated expressions keep some executions until their isolate collects garbage by itself.
	const n8n = await BenchN8n.load({ withContenders: false, expressions: 'legacy' });
	const chain = mapChain('pack', service.url, 'https://docs.example.com', LINKS);
	const map = async () => {
		const { items } = await n8n.run(chain, [{}]);
		if (items.length !== LINKS) throw new Error(`Only ${items.length} links came`);
	};
	for (let warmUp = 0; warmUp < 3; warmUp++) await map();
	const result = await growth(async () => {
		for (let run = 0; run < MAPS; run++) await map();
	});
	await n8n.close();
	service.stop();
	return result;
}

/** A minute between polls; now and then a run starts and ends. */
async function polls(): Promise<[number, number]> {
	const team = new PolledTeam();
	const pollOften = async (count: number) => {
		for (let poll = 0; poll < count; poll++) {
			if (poll % 20 === 0) team.runs.start({ prompt: '[lasts 90s]' });
			team.now += 60_000;
			await team.poll();
		}
	};
	await pollOften(1_000);
	return await growth(async () => await pollOften(POLLS));
}

const measured = [
	[`${MAPS} maps of ${LINKS.toLocaleString('en-US')} links in a row`, await maps()],
	[`${POLLS.toLocaleString('en-US')} polls of the trigger`, await polls()],
] as const;
print(
	'Memory after the work',
	`Heap in use after garbage collection, in MB; at most ${ALLOWED_MB} MB more are allowed.`,
	table(
		['Work', 'Before', 'After', 'Growth'],
		measured.map(([work, [before, after]]) => [
			work,
			before.toFixed(1),
			after.toFixed(1),
			(after - before).toFixed(1),
		]),
	),
);
if (measured.some(([, [before, after]]) => after - before > ALLOWED_MB)) process.exitCode = 1;
