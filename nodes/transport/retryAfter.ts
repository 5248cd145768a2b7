/**
 * The time that a Retry-After header asks to wait.
 *
 * @param header seconds, or an HTTP date
 * @param now the present time in Unix milliseconds
 * @returns milliseconds, at least 0; undefined where there is no header or no sense in it
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const value = String(header).trim();
	if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
	// Date.parse takes almost anything, "-5" among it; an HTTP date begins with the day's name.
	const date = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * The same where the service says it in its error text alone, as the hosted one has done: "Rate limit
 * exceeded. … please retry after 25s, …". Its limits being per minute, shorter waits would be in vain.
 *
 * @param error the service's `error` string
 */
export function retryAfterInText(error: string | undefined): number | undefined {
	const seconds = /\bretry after (\d{1,6}) ?s\b/i.exec(error ?? '')?.[1];
	return seconds === undefined ? undefined : Number(seconds) * 1000;
}
