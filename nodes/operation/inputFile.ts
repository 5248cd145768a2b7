import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { ExplainedFailure } from '../messages/explanation';
import type { FormFile } from '../transport/form';

/** Characters of base64 that are decoded at once: a multiple of four. */
const BASE64_PIECE = 64 * 1024;

type Helpers = Pick<IExecuteSingleFunctions['helpers'], 'getBinaryMetadata' | 'getBinaryStream'>;

/** A file of an input item as a form sends it, read piece by piece from wherever n8n keeps it. */
export class InputFile implements FormFile {
	/** Why the file could not be read to its end when it was opened last. */
	problem: Error | undefined;

	private constructor(
		readonly name: string,
		readonly type: string,
		readonly size: number,
		private readonly pieces: () => AsyncIterable<Uint8Array>,
	) {}

	/**
	 * @param kind under which name and content type it is sent
	 * @throws ExplainedFailure when n8n no longer has it
	 */
	static async of(
		binary: IBinaryData,
		kind: { name: string; type: string },
		helpers: Helpers,
	): Promise<InputFile> {
		const { id } = binary;
		if (id === undefined) {
			const data = cleanBase64(binary.data);
			return new InputFile(kind.name, kind.type, base64Bytes(data), () => decoded(data));
		}
		try {
			// Surer than what the item says of itself: the length of the request depends on it.
			const { fileSize } = await helpers.getBinaryMetadata(id);
			return new InputFile(kind.name, kind.type, fileSize, () => stored(id, helpers));
		} catch (error) {
			throw unreadable(kind.name, error as Error);
		}
	}

	/** Opens the file, and ends with an error rather than with more or fewer bytes than its size. */
	async *stream(): AsyncGenerator<Uint8Array> {
		this.problem = undefined;
		let sent = 0;
		try {
			for await (const piece of this.pieces()) {
				sent += piece.length;
				if (sent > this.size) throw new Error('It is longer than n8n says');
				yield piece;
			}
			if (sent < this.size) throw new Error('It is shorter than n8n says');
		} catch (error) {
			this.problem = error as Error;
			throw withoutCode(this.problem);
		}
	}

	/** What to tell where a request failed: the file's own failure, if that was why. */
	failureOf(error: unknown): unknown {
		return this.problem ? unreadable(this.name, this.problem) : error;
	}
}

/** How large a file is as far as its item tells; undefined where only n8n's storage knows. */
export function toldSize({ id, data, bytes }: IBinaryData): number | undefined {
	return id === undefined ? base64Bytes(cleanBase64(data)) : bytes;
}

/** The code of an error is taken for that of the network. */
function withoutCode({ message }: Error): Error {
	return new Error(message);
}

function unreadable(name: string, { message }: Error): ExplainedFailure {
	return new ExplainedFailure({
		message: `The file ${name} could not be read`,
		description: `n8n did not give it: ${message}. Files of earlier executions may have been deleted. Run the node that produced it again.`,
		details: { retryable: false },
	});
}

async function* stored(id: string, helpers: Helpers): AsyncGenerator<Uint8Array> {
	for await (const piece of await helpers.getBinaryStream(id)) yield piece as Uint8Array;
}

async function* decoded(data: string): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < data.length; at += BASE64_PIECE) {
		// Lets others have their turn in between.
		yield await Promise.resolve(Buffer.from(data.slice(at, at + BASE64_PIECE), 'base64'));
	}
}

/** Base64 without blanks and in the usual alphabet, which can be decoded piece by piece. */
function cleanBase64(data: string): string {
	const isClean = data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
	return isClean ? data : Buffer.from(data, 'base64').toString('base64');
}

function base64Bytes(data: string): number {
	const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
	return (data.length / 4) * 3 - padding;
}
