import { whenAborted } from './abort';
import { remove, type Line } from './queue';

/**
 * Waits in line until called.
 *
 * @param line of functions, each of which calls one who waits
 * @returns what the call tells
 * @throws the signal's reason as soon as it aborts; the line then has one less
 */
export async function inLine<T>(
	line: Line<(told: T) => void>,
	comesAgain: boolean,
	signal?: AbortSignal,
): Promise<T> {
	signal?.throwIfAborted();
	return await new Promise<T>((resolve, reject) => {
		const entry = line.add((told) => {
			forget?.();
			resolve(told);
		}, comesAgain);
		const forget =
			signal &&
			whenAborted(signal, () => {
				remove(entry);
				reject(signal.reason as Error);
			});
	});
}
