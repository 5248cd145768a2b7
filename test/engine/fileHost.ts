import { createServer, type IncomingMessage } from 'node:http';
import { afterEach } from 'vitest';

import { listen, stopListening } from '../../sandbox/service/http/listening.ts';

export const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

const stops: Array<() => Promise<void>> = [];

afterEach(async () => {
	await Promise.all(stops.splice(0).map((stop) => stop()));
});

export interface FileAnswer {
	status?: number;
	type?: string;
	location?: string;
	body?: Buffer;
	/** Bytes that are made while they are sent, instead of the body. */
	bytes?: number;
}

/** A host of files, and the requests that reach it. It ends with the test. */
export async function fileHost(files: Record<string, FileAnswer | FileAnswer[]>) {
	const visits: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		visits.push(request);
		const path = (request.url ?? '').split('?')[0] ?? '';
		const found = files[path];
		const answer = Array.isArray(found) ? found.shift() : found;
		const { status = answer ? 200 : 404, type = 'image/png', location, body, bytes } = answer ?? {};
		response.writeHead(location ? 302 : status, {
			'content-type': type,
			...(location && { location }),
		});
		if (bytes === undefined) return void response.end(body);
		const chunk = Buffer.alloc(1024 * 1024);
		let sent = 0;
		const more = (): void => {
			while (sent < bytes) {
				sent += chunk.length;
				if (!response.write(chunk)) return void response.once('drain', more);
			}
			response.end();
		};
		more();
	});
	const origin = `http://localhost:${await listen(server, 0)}`;
	stops.push(() => stopListening(server));
	return { origin, visits };
}
