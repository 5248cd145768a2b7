/**
 * Works on entries in their order, on some at once, as long as there is time.
 *
 * @returns what became of each entry; those that were not begun are missing at the end
 */
export async function inOrder<Entry, Result>(
	entries: readonly Entry[],
	concurrency: number,
	hasTime: () => boolean,
	work: (entry: Entry) => Promise<Result>,
): Promise<Array<PromiseSettledResult<Result>>> {
	const results: Array<PromiseSettledResult<Result>> = [];
	let next = 0;
	const worker = async () => {
		while (next < entries.length && hasTime()) {
			const index = next++;
			[results[index]!] = await Promise.allSettled([work(entries[index]!)]);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return results;
}
