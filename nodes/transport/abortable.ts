/**
 * The same request, whose connection closes when the signal aborts. n8n's helper for authenticated
 * requests puts the execution's own signal in place of any other, in n8n 1 and 2 alike: hence a
 * property that keeps its value.
 */
export function abortable<Options extends object>(options: Options, signal: AbortSignal): Options {
	return Object.defineProperty({ ...options }, 'abortSignal', {
		get: () => signal,
		set: () => {},
		enumerable: true,
	});
}
