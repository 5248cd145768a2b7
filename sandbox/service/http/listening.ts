import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on loopback only; says which port it got. */
export async function listen(server: Server, port: number): Promise<number> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** Stops at once: open connections are closed, slow answers cut. */
export async function stopListening(server: Server): Promise<void> {
	if (!server.listening) return;
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}
