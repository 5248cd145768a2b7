/** A file as a form sends it. */
export interface FormFile {
	name: string;
	/** Content type. */
	type: string;
	/** In bytes: exactly as many as `stream` gives. */
	size: number;
	/** Opens the file. Called anew for each attempt of a request. */
	stream(): AsyncIterable<Uint8Array>;
}

/**
 * A multipart form whose files are opened when they are sent, and again when it is sent again. A
 * `FormData` with blobs would hold them in memory twice. All that n8n's HTTP client reads of a form
 * are its entries; it makes boundary and Content-Length itself (engine facts 2, section 1). No class
 * of its own: to name `FormData` while the pack is loaded would have Node load its HTTP client.
 *
 * @param parts in the order in which they are sent
 */
export function streamedForm(
	parts: ReadonlyArray<[name: string, value: string | FormFile]>,
): FormData {
	const entries = () => parts[Symbol.iterator]();
	return Object.assign(new FormData(), { entries });
}
