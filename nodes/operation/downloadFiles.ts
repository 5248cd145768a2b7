import type { IBinaryData, IBinaryKeyData, IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { fileNameOf, fileTypeOf, pageFiles, type PageFile } from '../contract/pageFiles';
import type { MissingFile } from '../messages/file';
import { Lane } from '../transport/lane';
import { wait } from '../transport/wait';
import type { ByteStream } from './byteStream';
import type { Call } from './call';

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 1_000;

/** A file of which nothing arrives for so long is given up. */
const MAX_SILENCE_MS = 60_000;

/** Why a file could not be had, as a sentence. */
class Unavailable extends Error {
	constructor(
		reason: string,
		readonly mayHelpAgain = false,
	) {
		super(reason);
	}
}

/** The files of a page, as far as they could be had. */
export interface DownloadedFiles {
	/** Undefined where there are none. */
	binary?: IBinaryKeyData;
	missing: MissingFile[];
}

/**
 * The files that the document of a page links to, as binary data. The links lead to other hosts than
 * the service's, so that the API key is not sent along.
 */
export async function downloadFiles(call: Call, document: IDataObject): Promise<DownloadedFiles> {
	const binary: IBinaryKeyData = {};
	const missing: MissingFile[] = [];
	for (const file of pageFiles(document)) {
		const outcome = await download(call, file);
		if (typeof outcome !== 'string') binary[file.name] = outcome;
		else missing.push({ name: file.name, url: file.source, reason: outcome });
	}
	return { ...(Object.keys(binary).length > 0 && { binary }), missing };
}

/**
 * The lane of downloads, as wide as that of requests, but another one: a job may hold a place there
 * until its files have come.
 */
function downloadsOf({ execution: { lane, shared } }: Call): Lane {
	const downloads = (shared.get(DOWNLOADS) as Lane | undefined) ?? new Lane(lane.max);
	shared.set(DOWNLOADS, downloads);
	return downloads;
}

const DOWNLOADS = 'downloads';

/** A file, or why it could not be had. @throws the signal's reason */
async function download(call: Call, file: PageFile): Promise<IBinaryData | string> {
	const { signal } = call.execution;
	const place = await downloadsOf(call).take(signal);
	try {
		for (let attempt = 1; ; attempt++) {
			const outcome = await fetched(call, file).catch((error: unknown) => error as Error);
			if (!(outcome instanceof Error)) return outcome;
			signal.throwIfAborted();
			const isFinal = outcome instanceof Unavailable && !outcome.mayHelpAgain;
			if (isFinal || attempt === MAX_ATTEMPTS) return outcome.message;
			await wait(RETRY_DELAY_MS * attempt, signal);
		}
	} finally {
		place.release();
	}
}

async function fetched(call: Call, file: PageFile): Promise<IBinaryData> {
	const { helpers } = call.item;
	if (!/^https?:/i.test(file.source)) {
		const { type, content } = heldFile(file);
		return await helpers.prepareBinaryData(content, fileNameOf(file, type), type);
	}
	const { body, headers } = await opened(call, file.source, MAX_REDIRECTS);
	const type = fileTypeOf(file, headers['content-type']);
	const stream = body as unknown as ByteStream;
	const bounded = stream.constructor.from(boundedBytes(stream, call.execution.signal));
	const content = bounded as unknown as Parameters<typeof helpers.prepareBinaryData>[0];
	try {
		return await helpers.prepareBinaryData(content, fileNameOf(file, type), type);
	} finally {
		stream.destroy();
	}
}

/** A file that the answer holds itself, as a `data:` URL or in base64. */
function heldFile(file: PageFile): { type: string; content: Buffer } {
	const [, declared, base64] = /^data:([^,]*?)(?:;base64)?,([^]*)$/.exec(file.source) ?? [];
	const text = base64 ?? file.source;
	if (!/^[\w+/=\s-]+$/.test(text)) {
		throw new Unavailable('The service gave neither a link to it nor its content.');
	}
	return { type: fileTypeOf(file, declared), content: Buffer.from(text, 'base64') };
}

/** The answer to a request for a file. No credential goes along, at no redirect either. */
async function opened(call: Call, url: string, redirects: number): Promise<IN8nHttpFullResponse> {
	const response = (await call.item.helpers.httpRequest({
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: MAX_SILENCE_MS,
		abortSignal: call.execution.signal,
	})) as IN8nHttpFullResponse;
	const { statusCode: status, headers } = response;
	if (status >= 200 && status < 300) return response;
	(response.body as unknown as ByteStream).destroy();
	const { location } = headers;
	if (status < 300 || status >= 400 || typeof location !== 'string') {
		throw new Unavailable(`Its server answered with status ${status}.`, status >= 500);
	}
	const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
	if (redirects === 0 || !target || !/^https?:$/.test(target.protocol)) {
		throw new Unavailable('Its server redirects too often, or to an address that is none.');
	}
	return await opened(call, target.href, redirects - 1);
}

/** The same bytes. @throws Unavailable where there are too many, or no more come */
async function* boundedBytes(
	stream: ByteStream,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
	const chunks = stream[Symbol.asyncIterator]();
	for (let size = 0; ;) {
		const next = await beforeSilence(chunks.next(), signal);
		if (next.done) return;
		size += next.value.length;
		if (size > MAX_FILE_BYTES) throw new Unavailable('It is larger than 100 MB.');
		yield next.value;
	}
}

/** What arrives in time. @throws Unavailable where nothing does, and the signal's reason */
async function beforeSilence<T>(arriving: Promise<T>, signal: AbortSignal): Promise<T> {
	const watch = new AbortController();
	const silence = wait(MAX_SILENCE_MS, AbortSignal.any([signal, watch.signal])).then(() => {
		throw new Unavailable('It stopped to arrive.', true);
	});
	try {
		return await Promise.race([arriving, silence]);
	} finally {
		watch.abort();
	}
}
