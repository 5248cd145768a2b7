import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';

import { answerBody, answerHeaders, sendAnswer, type Answer } from './answer.ts';
import type { CannedAnswer, Fault } from './faults.ts';

/** Sends an answer the way the fault demands. Ends early, quietly, when the client goes away. */
export async function sendFaultyAnswer(
	response: ServerResponse,
	answer: CannedAnswer,
	fault: Fault,
): Promise<void> {
	if ('bytes' in answer) {
		await sendHugeAnswer(response, answer);
		return;
	}
	const { distortion } = fault;
	const body = answerBody(answer);
	switch (distortion?.kind) {
		case undefined: {
			sendAnswer(response, answer);
			return;
		}
		case 'dropBeforeHandling':
		case 'dropBeforeAnswer': {
			drop(response, distortion.reset);
			return;
		}
		case 'dropAfterHeaders':
			writeHead(response, answer, body.length);
			response.flushHeaders();
			await sleep(20);
			{
				drop(response, distortion.reset);
				return;
			}
		case 'dropMidBody':
			await writeHalf(response, answer, body);
			{
				drop(response, distortion.reset);
				return;
			}
		case 'truncate': {
			const bytes = distortion.bytes ?? Math.floor(body.length / 2);
			writeHead(response, answer, Math.min(bytes, body.length));
			response.end(body.subarray(0, bytes));
			return;
		}
		case 'slowBody': {
			await sendSlowly(response, answer, body, distortion);
			return;
		}
		case 'endlessBody': {
			await writeHalf(response, answer, body);
			return;
		}
		case 'headers': {
			sendAnswer(response, {
				...answer,
				headers: { ...answer.headers, ...distortion.headers },
			});
			return;
		}
	}
}

/** Closes the connection; with `reset` the client sees ECONNRESET from the network itself. */
export function drop(response: ServerResponse, reset = false): void {
	if (reset) response.socket?.resetAndDestroy();
	else response.socket?.destroy();
}

/** Waits unless the client goes away first. Says whether it is still there. */
export async function waitWhileConnected(response: ServerResponse, ms: number): Promise<boolean> {
	const gone = new AbortController();
	const leave = (): void => gone.abort();
	response.once('close', leave);
	await sleep(ms, undefined, { signal: gone.signal }).catch(() => undefined);
	response.off('close', leave);
	return !response.destroyed;
}

function writeHead(response: ServerResponse, answer: Answer, length: number): void {
	response.writeHead(answer.status, {
		...answerHeaders(answer),
		'content-length': String(length),
	});
}

/** Promises the whole body and sends half; waits a little so that the half reaches the client. */
async function writeHalf(response: ServerResponse, answer: Answer, body: Buffer): Promise<void> {
	writeHead(response, answer, body.length);
	response.write(body.subarray(0, Math.ceil(body.length / 2)));
	await sleep(20);
}

async function sendSlowly(
	response: ServerResponse,
	answer: Answer,
	body: Buffer,
	pace: { pieceBytes: number; pauseMs: number },
): Promise<void> {
	writeHead(response, answer, body.length);
	response.flushHeaders();
	for (let sent = 0; sent < body.length; sent += pace.pieceBytes) {
		if (!(await waitWhileConnected(response, pace.pauseMs))) return;
		response.write(body.subarray(sent, sent + pace.pieceBytes));
	}
	response.end();
}

async function sendHugeAnswer(
	response: ServerResponse,
	answer: { status: number; headers?: Record<string, string>; bytes: number; gzip: boolean },
): Promise<void> {
	response.writeHead(answer.status, {
		'content-type': 'application/json; charset=utf-8',
		...(answer.gzip ? { 'content-encoding': 'gzip' } : {}),
		...answer.headers,
	});
	const json = Readable.from(hugeJson(answer.bytes));
	await (answer.gzip ? pipeline(json, createGzip(), response) : pipeline(json, response)).catch(
		() => undefined,
	);
}

/** Valid JSON of exactly so many bytes (at least its own frame): one long link. */
function* hugeJson(bytes: number): Generator<Buffer> {
	const start = Buffer.from('{"success":true,"links":["');
	const end = Buffer.from('"]}');
	const piece = Buffer.alloc(1024 * 1024, 'a');
	yield start;
	for (let left = bytes - start.length - end.length; left > 0; left -= piece.length)
		yield piece.subarray(0, Math.min(left, piece.length));
	yield end;
}
