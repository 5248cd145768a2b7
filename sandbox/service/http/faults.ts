import type { Answer } from './answer.ts';

/**
 * Something that goes wrong on the way, ordered by a test. Without `answer`, the request is handled
 * as usual (a run starts, credits are spent) and the real answer is delayed or distorted.
 */
export interface Fault {
	/** Only requests of this method. Default: any. */
	method?: string;
	/** Only this path (without query), or paths that match. Default: any. */
	path?: string | RegExp;
	/** Only requests whose parsed body satisfies this. */
	body?: (body: unknown) => boolean;
	/** Lets so many matching requests through first. Default: 0. */
	skip?: number;
	/** How many requests it hits; `Infinity` for all. Default: 1. */
	times?: number;
	/** Milliseconds before anything is answered. */
	delay?: number;
	/** Answered in place of handling the request. */
	answer?: CannedAnswer;
	/** The request is handled all the same, and its real answer is lost to `answer`. */
	afterHandling?: boolean;
	/** What is done to the answer on its way. */
	distortion?: Distortion;
}

export type CannedAnswer =
	| Answer
	/** JSON with a string as long as needed, made while it is sent: `bytes` once decompressed. */
	| { status: number; headers?: Record<string, string>; bytes: number; gzip: boolean };

export type Distortion =
	/** The connection closes and the request is never handled. `reset`: by a TCP reset. */
	| { kind: 'dropBeforeHandling'; reset?: boolean }
	/** The request is handled, then the connection closes without an answer. */
	| { kind: 'dropBeforeAnswer'; reset?: boolean }
	| { kind: 'dropAfterHeaders'; reset?: boolean }
	/** The connection closes after half of the body. */
	| { kind: 'dropMidBody'; reset?: boolean }
	/** A complete HTTP answer whose body is cut off after so many bytes; default: half of it. */
	| { kind: 'truncate'; bytes?: number }
	/** The body comes in pieces of so many bytes, with a pause before each. */
	| { kind: 'slowBody'; pieceBytes: number; pauseMs: number }
	/** Half of the body comes, then nothing more; the connection stays open. */
	| { kind: 'endlessBody' }
	/** Headers replaced or added on the real answer, for example a wrong content type. */
	| { kind: 'headers'; headers: Record<string, string> };

/** An answer with the service's error body, for `Fault.answer`. */
export function errorAnswer(
	status: number,
	error: string,
	more: { details?: unknown; headers?: Record<string, string> } = {},
): Answer {
	const { headers, ...fields } = more;
	return { status, headers, json: { success: false, error, ...fields } };
}

export function redirectAnswer(location: string, status = 302): Answer {
	return { status, headers: { location }, body: '' };
}

interface OrderedFault {
	fault: Fault;
	/** Matching requests still to be let through. */
	toSkip: number;
	/** Requests still to be hit. */
	left: number;
}

/** The faults in order; the first that matches a request is applied to it. */
export class Faults {
	#ordered: OrderedFault[] = [];

	order(fault: Fault): void {
		this.#ordered.push({ fault, toSkip: fault.skip ?? 0, left: fault.times ?? 1 });
	}

	clear(): void {
		this.#ordered = [];
	}

	/** The fault for this request, if any, counted as used. */
	take(request: { method: string; path: string; body: unknown }): Fault | undefined {
		for (const entry of this.#ordered) {
			if (entry.left <= 0 || !matches(entry.fault, request)) continue;
			if (entry.toSkip > 0) {
				entry.toSkip -= 1;
				continue;
			}
			entry.left -= 1;
			return entry.fault;
		}
		return undefined;
	}
}

function matches(fault: Fault, request: { method: string; path: string; body: unknown }): boolean {
	if (fault.method && fault.method.toUpperCase() !== request.method) return false;
	if (typeof fault.path === 'string' && fault.path !== request.path) return false;
	if (fault.path instanceof RegExp && request.path.search(fault.path) < 0) return false;
	return fault.body?.(request.body) ?? true;
}
