import { mapChain, TITLES, type Contender } from './contenders.ts';
import { mapWithAxios } from './floor.ts';
import type { BenchN8n } from './n8n.ts';

export type Runner = Contender | 'floor';

const URL = 'https://docs.example.com';

/** Maps so many links, and makes sure that they all arrive. */
export async function mapBy(runner: Runner, n8n: BenchN8n, serviceUrl: string, size: number) {
	const { length } =
		runner === 'floor'
			? await mapWithAxios(serviceUrl, URL, size)
			: (await n8n.run(mapChain(runner, serviceUrl, URL, size), [{}])).items;
	if (length !== size) throw new Error(`${TITLES[runner]} brought ${length} of ${size} links`);
}
