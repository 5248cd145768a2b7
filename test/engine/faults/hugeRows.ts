import { gzipSync } from 'node:zlib';

import type { Row } from './row.ts';

const MEGABYTE = 1024 * 1024;

/** Members of a gzip file may follow each other, so that a bomb need not be made in one piece. */
function bomb(megabytes: number): Buffer {
	const member = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '));
	return Buffer.concat(Array.from({ length: megabytes / 64 }, () => member));
}

const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

/** Answers that would fill the memory of n8n. They concern the transport, so a few operations suffice. */
export const HUGE_ROWS: Row[] = [
	{
		name: '200 MB',
		fault: { answer: { status: 200, bytes: 200 * MEGABYTE, gzip: false } },
		verdict: 'fails',
		ofStart: 'lost',
		isHeavy: true,
	},
	{
		name: '2 GB, compressed to 2 MB',
		fault: { answer: { status: 200, headers, body: bomb(2048) } },
		verdict: 'fails',
		ofStart: 'lost',
		isHeavy: true,
	},
];
