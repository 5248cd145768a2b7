import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/**
 * Below those that systems give to outgoing connections: one of these would else take the port
 * between this look and the moment at which n8n, seconds later, listens on it.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const TRIES = 50;

/** A loopback port that nothing listens on: `preferred` where it is free, else any. */
export async function freePort(preferred?: number): Promise<number> {
	if (preferred !== undefined && (await isFree(preferred))) return preferred;
	for (let tries = 0; tries < TRIES; tries++) {
		const port = randomInt(LOWEST, HIGHEST);
		if (await isFree(port)) return port;
	}
	throw new Error(`No free port found from ${LOWEST} to ${HIGHEST}`);
}

async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, HOST, () => server.close(() => resolve(true)));
	});
}
