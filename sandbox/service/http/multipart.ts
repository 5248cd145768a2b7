import { createHash, type Hash } from 'node:crypto';

/** A part of a multipart form. */
export interface FormPart {
	name: string;
	/** Only files have one. */
	fileName?: string;
	contentType?: string;
	/** In bytes. */
	size: number;
	sha256: string;
	/** Undefined when it was larger than is kept. */
	content: Buffer | undefined;
}

const LINE_END = '\r\n';
const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Reads a form (RFC 7578) as it arrives. Of parts above `maxPartBytes` only size and hash are
 * taken, so that a large one costs no memory. Undefined when it is none; reads to the end anyway.
 */
export async function receiveForm(
	stream: AsyncIterable<Buffer>,
	contentType: string,
	maxPartBytes: number,
): Promise<FormPart[] | undefined> {
	const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
	const reader = new FormReader(quoted ?? plain ?? '', maxPartBytes);
	for await (const piece of stream) reader.read(piece);
	return reader.isComplete ? reader.parts : undefined;
}

class FormReader {
	readonly parts: FormPart[] = [];
	isComplete = false;
	readonly #delimiter: Buffer;
	readonly #maxPartBytes: number;
	/** What has arrived and is not yet told apart. The first delimiter lacks its line end. */
	#rest = Buffer.from(LINE_END);
	#part: PartReader | undefined;

	constructor(boundary: string, maxPartBytes: number) {
		this.#delimiter = Buffer.from(`${LINE_END}--${boundary}`);
		this.#maxPartBytes = maxPartBytes;
	}

	read(piece: Buffer): void {
		if (this.isComplete) return;
		this.#rest = Buffer.concat([this.#rest, piece]);
		while (this.#step());
	}

	/** Takes the next delimiter with the headers behind it. Whether there was a whole one. */
	#step(): boolean {
		const found = this.#rest.indexOf(this.#delimiter);
		if (found < 0) {
			this.#part?.add(this.#take(Math.max(0, this.#rest.length - this.#delimiter.length)));
			return false;
		}
		const headersFrom = found + this.#delimiter.length;
		const isLast = this.#rest.subarray(headersFrom, headersFrom + 2).toString() === '--';
		const headersTo = isLast ? headersFrom : this.#rest.indexOf(HEADERS_END, headersFrom);
		if (headersTo < 0 || this.#rest.length < headersFrom + 2) return false;
		this.#part?.add(this.#take(found));
		if (this.#part) this.parts.push(this.#part.end());
		const headers = this.#take(headersTo - found + (isLast ? 2 : HEADERS_END.length)).toString();
		this.#part = isLast ? undefined : new PartReader(headers, this.#maxPartBytes);
		this.isComplete = isLast;
		return !isLast;
	}

	#take(length: number): Buffer {
		const taken = this.#rest.subarray(0, length);
		this.#rest = this.#rest.subarray(length);
		return taken;
	}
}

class PartReader {
	readonly #headers: string;
	readonly #maxBytes: number;
	readonly #hash: Hash = createHash('sha256');
	#pieces: Buffer[] = [];
	#size = 0;

	constructor(headers: string, maxBytes: number) {
		this.#headers = headers;
		this.#maxBytes = maxBytes;
	}

	add(piece: Buffer): void {
		this.#hash.update(piece);
		this.#size += piece.length;
		if (this.#size > this.#maxBytes) this.#pieces = [];
		else this.#pieces.push(Buffer.from(piece));
	}

	end(): FormPart {
		const name = /[; ]name="([^"]*)"/i.exec(this.#headers)?.[1] ?? '';
		const fileName = /; filename="([^"]*)"/i.exec(this.#headers)?.[1];
		const contentType = /^content-type: *(.+)$/im.exec(this.#headers)?.[1]?.trim();
		return {
			name: unescaped(name),
			...(fileName === undefined ? {} : { fileName: unescaped(fileName) }),
			...(contentType === undefined ? {} : { contentType }),
			size: this.#size,
			sha256: this.#hash.digest('hex'),
			content: this.#size > this.#maxBytes ? undefined : Buffer.concat(this.#pieces),
		};
	}
}

/** Clients write these three characters encoded, and no others. */
function unescaped(text: string): string {
	return text.replace(/%(0D|0A|22)/gi, (code) => decodeURIComponent(code));
}

/** What the request log shows of a form: texts, and of files all but their bytes. */
export function formForLog(parts: FormPart[] | undefined): unknown {
	return parts?.map(({ content, ...part }) =>
		part.fileName === undefined ? { ...part, text: content?.toString() } : part,
	);
}
