import { sleep } from 'n8n-workflow';

import { unlessAborted } from './abort';

/** Timers cannot be set for longer, in milliseconds: they would go off at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits, and stops at once when the signal aborts.
 *
 * @throws the signal's reason
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	if (!signal) {
		await sleep(ms);
		return;
	}
	signal.throwIfAborted();
	// Only n8n 2 looks at the signal, so that the race is needed for n8n 1.
	await unlessAborted(sleep(ms, signal), signal);
}
