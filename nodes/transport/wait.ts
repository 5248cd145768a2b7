import { sleep } from 'n8n-workflow';

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
	let stop = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => {
			reject(signal.reason as Error);
		};
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		// Only n8n 2 looks at the signal, so that the race is needed for n8n 1.
		await Promise.race([sleep(ms, signal), aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
