interface Running {
	poll: Promise<unknown>;
	/** The copy of the workflow that it runs in. */
	workflow: object;
}

const running = new Map<string, Running>();

/**
 * Keeps polls of one trigger apart: n8n does not, and both would emit the same events. A poll that
 * begins during another one leaves everything to it. In the same copy of the workflow it also ends no
 * sooner: with its end, n8n would take the engine that resolves expressions away from the other one.
 *
 * @param trigger what all polls of the trigger have in common
 * @param workflow an object that all polls in one copy of the workflow have in common
 * @returns null where another poll was running
 */
export async function oneAtATime<Result>(
	trigger: string,
	workflow: object,
	poll: () => Promise<Result>,
): Promise<Result | null> {
	const other = running.get(trigger);
	if (other) {
		if (other.workflow === workflow) await Promise.allSettled([other.poll]);
		return null;
	}
	const result = poll();
	running.set(trigger, { poll: result, workflow });
	try {
		return await result;
	} finally {
		running.delete(trigger);
	}
}
