import { connect } from 'node:net';
import { join } from 'node:path';

import { freePort } from '../../sandbox/n8n/index.ts';
import { startServer, type Server } from './server.ts';

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(folder: string): Promise<Server> {
	const port = await freePort();
	return await startServer({
		command: 'redis-server',
		args: [
			...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
			...['--save', '', '--appendonly', 'no'],
		],
		port,
		logFile: join(folder, 'redis.log'),
		stopSignal: 'SIGTERM',
		isReady: async () => await accepts(port),
	});
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		const end = (isConnected: boolean) => {
			socket.destroy();
			resolve(isConnected);
		};
		socket.once('connect', () => end(true)).once('error', () => end(false));
	});
}
