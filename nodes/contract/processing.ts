import { isRecord } from './checks';

const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 10 * 60_000;
const DEFAULT_PAUSE_MS = 60_000;

/**
 * After which pause to ask again for a document that the service goes on to work at: the same
 * request then joins the work under way (service, A4).
 *
 * @param details of a 408
 * @param headerMs the pause that a header of the answer asks for, in milliseconds
 * @returns milliseconds; undefined where the service does not go on
 */
export function processingPauseMs(details: unknown, headerMs?: number): number | undefined {
	if (!isRecord(details) || details.state !== 'processing_continues') return undefined;
	const told = Number(details.retryAfterSeconds) * 1000;
	const pause = told > 0 ? told : (headerMs ?? DEFAULT_PAUSE_MS);
	return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pause));
}
