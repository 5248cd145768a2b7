const running = new WeakMap<object, Promise<unknown>>();

/**
 * Keeps polls of one active trigger apart: n8n does not, and both would emit the same events. A poll
 * that begins during another one leaves everything to it, yet ends no sooner: with its end, n8n
 * would take the engine that resolves expressions away from the other one too.
 *
 * @param trigger what all polls of the trigger share, as long as n8n holds it in memory
 * @returns null where another poll was running
 */
export async function oneAtATime<Result>(
	trigger: object,
	poll: () => Promise<Result>,
): Promise<Result | null> {
	const other = running.get(trigger);
	if (other) {
		await Promise.allSettled([other]);
		return null;
	}
	const result = poll();
	running.set(trigger, result);
	try {
		return await result;
	} finally {
		running.delete(trigger);
	}
}
