/** A stream of bytes, as it comes from n8n. The class of every one can make its like of another source. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
	constructor: { from(source: AsyncIterable<Uint8Array>): ByteStream };
}
