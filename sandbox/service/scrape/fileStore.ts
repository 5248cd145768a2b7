import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';

import { listen, stopListening } from '../http/listening.ts';

interface StoredFile {
	contentType: string;
	bytes: Buffer;
}

/**
 * Files that answers link to, such as screenshots. As with the service, they lie on a host of their
 * own, which needs no key but the link. It begins to listen with the first file.
 */
export class FileStore {
	readonly #files = new Map<string, StoredFile>();
	#server: Server | undefined;
	#origin: Promise<string> | undefined;

	/** Keeps a file; its address. */
	async add(bytes: Buffer, contentType: string, name: string): Promise<string> {
		const path = `/${randomUUID()}/${name}`;
		this.#files.set(path, { bytes, contentType });
		return `${await this.#listening()}${path}?signature=sandbox`;
	}

	async close(): Promise<void> {
		await this.#origin;
		if (this.#server) await stopListening(this.#server);
	}

	#listening(): Promise<string> {
		this.#origin ??= this.#listen();
		return this.#origin;
	}

	async #listen(): Promise<string> {
		this.#server = createServer((request, response) => {
			const file = this.#files.get((request.url ?? '').replace(/\?.*$/, ''));
			if (!file) return void response.writeHead(404).end();
			response.writeHead(200, {
				'content-type': file.contentType,
				'content-length': file.bytes.length,
			});
			response.end(file.bytes);
		});
		return `http://127.0.0.1:${await listen(this.#server, 0)}`;
	}
}
