import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Call } from '../operation/call';

/** A file ends before it has more bytes than this, and the next one begins. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** What is written at once, at most, unless a line alone needs more. */
const CHUNK_BYTES = 256 * 1024;

/** So many bytes a character of a text needs at most in UTF-8. */
const MAX_CHARACTER_BYTES = 3;

const TYPE = 'application/x-ndjson';

/** Records as JSON Lines in files. */
export interface NdjsonFiles {
	/** Named `data`, `data_1`, ... */
	binary: IBinaryKeyData;
	/** How many lines they have. */
	lines: number;
	bytes: number;
}

/**
 * Writes records into binary data, one a line, as they come: no more of them is kept in memory than
 * what n8n keeps itself, which is nothing where it stores binary data as files.
 *
 * @param name of the file, without its extension
 * @throws whatever the records throw
 */
export async function ndjsonFiles(
	call: Call,
	records: AsyncIterable<IDataObject>,
	name: string,
): Promise<NdjsonFiles> {
	const { helpers } = call.item;
	// A first line is there before the first file: only an answer brings the class of its stream.
	const lines = new Lines(records);
	const binary: IBinaryKeyData = {};
	for (let file = 0; (await lines.next()) !== undefined || file === 0; file++) {
		const content = call.streamOf(lines.ofFile());
		const fileName = `${name}${file === 0 ? '' : `-${file + 1}`}.jsonl`;
		binary[file === 0 ? 'data' : `data_${file}`] = await helpers.prepareBinaryData(
			content as unknown as Parameters<typeof helpers.prepareBinaryData>[0],
			fileName,
			TYPE,
		);
	}
	return { binary, lines: lines.count, bytes: lines.bytes };
}

/** Lines of several files, each of which takes as many as it has room for. */
class Lines {
	count = 0;

	bytes = 0;

	private readonly records: AsyncIterator<IDataObject>;

	/** The line that is to be written next, where it was looked at already. */
	private waiting?: string;

	constructor(records: AsyncIterable<IDataObject>) {
		this.records = records[Symbol.asyncIterator]();
	}

	/** The next line, which stays the next one; undefined after the last. */
	async next(): Promise<string | undefined> {
		if (this.waiting !== undefined) return this.waiting;
		const record = await this.records.next();
		if (record.done !== true) this.waiting = `${JSON.stringify(record.value)}\n`;
		return this.waiting;
	}

	/** The lines of one file, as they are written: making one text of them first takes longer. */
	async *ofFile(): AsyncGenerator<Buffer> {
		let size = 0;
		let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
		let filled = 0;
		for (let line = await this.next(); line !== undefined; line = await this.next()) {
			if (!fits(line, chunk.length - filled)) {
				if (filled > 0) yield chunk.subarray(0, filled);
				chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, Buffer.byteLength(line)));
				filled = 0;
			}
			const bytes = chunk.write(line, filled);
			if (size > 0 && size + bytes > MAX_FILE_BYTES) break;
			this.waiting = undefined;
			this.count++;
			this.bytes += bytes;
			size += bytes;
			filled += bytes;
		}
		if (filled > 0) yield chunk.subarray(0, filled);
	}
}

/** To count the bytes of a line takes time, and is left out where it has room enough in any case. */
function fits(line: string, room: number): boolean {
	return line.length * MAX_CHARACTER_BYTES <= room || Buffer.byteLength(line) <= room;
}
