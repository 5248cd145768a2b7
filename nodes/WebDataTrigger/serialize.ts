const running = new Map<string, Promise<unknown>>();

/**
 * Runs polls of one trigger one after the other: n8n does not keep a slow one and the next apart,
 * and both would emit the same events.
 */
export async function oneAtATime<Result>(
	key: string,
	poll: () => Promise<Result>,
): Promise<Result> {
	const previous = running.get(key) ?? Promise.resolve();
	const current = previous.then(poll, poll);
	running.set(key, current);
	try {
		return await current;
	} finally {
		if (running.get(key) === current) running.delete(key);
	}
}
