/**
 * Works on entries in their order, on some at once, as long as there is time.
 *
 * @returns what became of each entry; undefined for those that were not begun
 */
export async function inOrder<Entry, Result>(
	entries: readonly Entry[],
	concurrency: number,
	hasTime: () => boolean,
	work: (entry: Entry) => Promise<Result>,
): Promise<Array<PromiseSettledResult<Result> | undefined>> {
	const results = new Map<Entry, PromiseSettledResult<Result>>();
	const queue = entries.values();
	const worker = async () => {
		while (hasTime()) {
			const { value: entry, done } = queue.next();
			if (done) return;
			for (const result of await Promise.allSettled([work(entry)])) results.set(entry, result);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return entries.map((entry) => results.get(entry));
}
