import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** A loopback port that nothing listens on: `preferred` where it is free, else one the system picks. */
export async function freePort(preferred = 0): Promise<number> {
	try {
		return await probe(preferred);
	} catch (error) {
		if (preferred === 0) throw error;
		return await probe(0);
	}
}

async function probe(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => {
			const address = server.address();
			server.close(() =>
				typeof address === 'object' && address !== null
					? resolve(address.port)
					: reject(new Error('The system named no port')),
			);
		});
	});
}
