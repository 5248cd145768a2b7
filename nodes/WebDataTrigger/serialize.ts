interface Turn {
	result: Promise<unknown>;
	/** Whether the poll waits for another one to end. */
	isWaiting: boolean;
}

/** The last poll in line, by trigger. */
const last = new Map<string, Turn>();

/**
 * Runs polls of one trigger one after the other: n8n does not keep a slow one and the next apart,
 * and both would emit the same events. At most one poll waits, lest they pile up while the service
 * is slow: another one would find nothing that the waiting one does not.
 *
 * @returns null at once when a poll waits already
 */
export async function oneAtATime<Result>(
	trigger: string,
	poll: () => Promise<Result | null>,
): Promise<Result | null> {
	const previous = last.get(trigger);
	if (previous?.isWaiting) return null;
	const begin = async () => {
		turn.isWaiting = false;
		return await poll();
	};
	const previousEnd = previous?.result ?? Promise.resolve();
	const result = previousEnd.then(begin, begin);
	const turn: Turn = { result, isWaiting: previous !== undefined };
	last.set(trigger, turn);
	try {
		return await result;
	} finally {
		if (last.get(trigger) === turn) last.delete(trigger);
	}
}
