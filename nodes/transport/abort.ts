import { sleep } from 'n8n-workflow';

import { Queue, remove } from './queue';

/** How many are stopped before n8n is let do something else: what each then does takes time, too. */
const STOPPED_AT_ONCE = 250;

interface Watch {
	stops: Queue<() => void>;
	listener: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls `stop` when the signal aborts. However many wait for one signal, it has one listener, and
 * they are stopped some at a time.
 *
 * @returns what takes the wish back
 */
export function whenAborted(signal: AbortSignal, stop: () => void): () => void {
	const watch = watches.get(signal) ?? begin(signal);
	const entry = watch.stops.add(stop);
	return () => {
		remove(entry);
		// A listener left behind would keep a combined signal in memory for good.
		if (watch.stops.size === 0 && watches.get(signal) === watch) {
			watches.delete(signal);
			signal.removeEventListener('abort', watch.listener);
		}
	};
}

function begin(signal: AbortSignal): Watch {
	const stops = new Queue<() => void>();
	const watch: Watch = { stops, listener: () => void stopAll(stops) };
	watches.set(signal, watch);
	signal.addEventListener('abort', watch.listener, { once: true });
	return watch;
}

async function stopAll(stops: Queue<() => void>): Promise<void> {
	for (let stopped = 1; ; stopped++) {
		const stop = stops.take();
		if (!stop) return;
		stop();
		if (stopped % STOPPED_AT_ONCE === 0) await sleep(0);
	}
}

/**
 * The result of some work, unless the signal aborts first.
 *
 * @throws the signal's reason, while the work may go on unseen
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const stop = () => {
			reject(signal.reason as Error);
		};
		const forget = whenAborted(signal, stop);
		// Such a signal tells nobody any more.
		if (signal.aborted) stop();
		work.then(resolve, reject).finally(forget);
	});
}

/** Whether an error is the reason of a signal whose time is up. */
export function isTimeout(error: unknown): boolean {
	return error instanceof Error && error.name === 'TimeoutError';
}
