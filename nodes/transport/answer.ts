import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import { ErrorAnswer, RedirectAnswer, UnusableAnswer } from './failure';
import type { RequestKind } from './requestKind';
import { wait } from './wait';

/** An answer above this would endanger the memory of the n8n process; 100,000 links need about 20 MB. */
const MAX_ANSWER_BYTES = 150 * 1024 * 1024;

/** A body of which nothing arrives for so long has stopped. */
const MAX_SILENCE_MS = 60_000;

/** A body as it arrives, already decompressed. */
interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

/** What of a request kind its answer is read by; a time-out also ends an answer that stands still. */
type AnswerKind = Partial<Pick<RequestKind, 'timeout' | 'ifTooLarge' | 'isOutcome'>>;

/**
 * The JSON object of a successful answer.
 *
 * @param response full response whose body is a stream and whose status was not yet looked at
 * @throws ErrorAnswer for every status but 2xx, and for `success: false` in a 2xx
 * @throws RedirectAnswer for a 3xx
 * @throws UnusableAnswer for anything that is not a JSON object, or too large
 */
export async function readAnswer(
	response: IN8nHttpFullResponse,
	kind: AnswerKind = {},
): Promise<Record<string, unknown>> {
	const { statusCode, headers } = response;
	const text = await readText(response.body as unknown as ByteStream, kind);
	const body = parsed(text);
	if (statusCode >= 300 && statusCode < 400) {
		const { location } = headers;
		throw new RedirectAnswer(typeof location === 'string' ? location : undefined);
	}
	if (statusCode < 200 || statusCode > 299) throw new ErrorAnswer(statusCode, headers, body);
	if (!isRecord(body)) throw notTheService(headers['content-type']);
	// A run's status answer may say so of the run: the request itself succeeded.
	const isOutcome = typeof body.status === 'string' || kind.isOutcome?.(body) === true;
	if (body.success === false && !isOutcome) throw new ErrorAnswer(statusCode, headers, body);
	return body;
}

/** Decodes while it reads: V8 handles a large text made at once far more slowly. */
async function readText(
	stream: ByteStream,
	{ timeout = 0, ifTooLarge }: AnswerKind,
): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	const collect = async () => {
		for await (const chunk of stream) {
			size += chunk.length;
			if (size > MAX_ANSWER_BYTES) throw answerTooLarge(ifTooLarge);
			text += decoder.decode(chunk, { stream: true });
		}
	};
	const silence = Math.min(timeout || MAX_SILENCE_MS, MAX_SILENCE_MS);
	const watch = new AbortController();
	try {
		// Destroying the stream alone would not end its reading: axios wraps it in a generator.
		await Promise.race([collect(), standstill(silence, () => size, watch.signal)]);
	} finally {
		watch.abort();
		stream.destroy();
	}
	return text + decoder.decode();
}

/** @throws when nothing has arrived for `silence` milliseconds, or when `signal` aborts */
async function standstill(
	silence: number,
	arrived: () => number,
	signal: AbortSignal,
): Promise<never> {
	for (let before = -1; before !== arrived();) {
		before = arrived();
		await wait(silence, signal);
	}
	throw stopped();
}

function stopped(): Error {
	return Object.assign(new Error('The answer stopped'), { code: 'ETIMEDOUT' });
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function notTheService(contentType: unknown): UnusableAnswer {
	const kind = typeof contentType === 'string' ? ` (${contentType})` : '';
	return new UnusableAnswer(
		`The answer is not a JSON object${kind}`,
		"Probably something else answers at this address. Check the Base URL of this node's credential.",
	);
}

function answerTooLarge(advice = 'Ask for less at once.'): UnusableAnswer {
	const megabytes = MAX_ANSWER_BYTES / 1024 / 1024;
	return new UnusableAnswer(`The answer is larger than ${megabytes} MB`, advice, true);
}
