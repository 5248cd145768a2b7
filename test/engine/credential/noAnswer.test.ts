/** What the credential's Test button says where no answer of the service arrives. */
import { ClientRequest, createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { freePort } from '../../../sandbox/n8n/ports.ts';
import { hurryTimeouts } from '../hurriedTimeouts.ts';
import { ACCEPTED, pressTest, serviceUnderTest } from './credentialUnderTest.ts';
import { selfSigned } from './selfSigned.ts';

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [
	name,
	name.toLowerCase(),
]);

const servers: Server[] = [];

beforeEach(() => {
	for (const name of PROXY_VARIABLES) vi.stubEnv(name, undefined);
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** @returns the port that it listens on, on 127.0.0.1 */
async function listening(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

describe('nothing is there', () => {
	test('where the connection is refused', async () => {
		const { service } = await serviceUnderTest();
		await service.stop();
		expect(await pressTest(service.url)).toEqual({
			status: 'Error',
			message: `Nothing answers at ${service.url} (ECONNREFUSED). Check Base URL, and that n8n can reach it.`,
		});
	});

	test('where nobody knows the host', async () => {
		const { message } = await pressTest('http://no-such-host.invalid');
		expect(message).toMatch(/^Nothing answers at .* \((ENOTFOUND|EAI_AGAIN)\)\./);
	});

	test('where a host has several addresses, of which none listens', async () => {
		const url = `http://localhost:${await freePort()}`;
		expect((await pressTest(url)).message).toContain(`Nothing answers at ${url} (ECONNREFUSED)`);
	});

	test('where the connection breaks', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, distortion: { kind: 'dropBeforeAnswer' } });
		expect((await pressTest(service.url)).message).toContain('Nothing answers at');
	});

	test('where no answer comes within 15 seconds, and is not waited for twice', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, delay: 30_000 });
		hurryTimeouts();
		const { message } = await pressTest(service.url);
		expect(message).toBe(
			`Nothing answers at ${service.url} in time (ECONNABORTED). Check the host and port in Base URL, and that no firewall swallows n8n's requests.`,
		);
		const { calls } = vi.mocked(ClientRequest.prototype).setTimeout.mock;
		expect(calls.map(([milliseconds]) => milliseconds)).toEqual([15_000]);
	});
});

describe('no secure connection comes about', () => {
	test('where nobody has signed the certificate', async () => {
		const port = await listening(createTlsServer(selfSigned));
		const { status, message } = await pressTest(`https://127.0.0.1:${port}`);
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^n8n does not trust the certificate of .+ \(DEPTH_ZERO_SELF_SIGNED_CERT\).+NODE_EXTRA_CA_CERTS/,
		);
	});

	test('where the service speaks http', async () => {
		const { service } = await serviceUnderTest();
		const { status, message } = await pressTest(service.url.replace('http:', 'https:'));
		expect(status).toBe('Error');
		expect(message).toMatch(/^https:.+ does not answer in https.+\(E[A-Z_]+\).+begins with http:/);
	});
});

describe('a proxy that n8n is set to use', () => {
	/** A proxy that answers everything, and each wish for a tunnel, with this status. */
	async function refusingProxy(status: number): Promise<string> {
		const refuse: RequestListener = (_, response) => {
			response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>No</h1>');
		};
		const server = createServer(refuse).on('connect', (_, socket) => {
			socket.end(`HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nNo`);
		});
		return `http://127.0.0.1:${await listening(server)}`;
	}

	function useProxy(url: string): void {
		vi.stubEnv('HTTP_PROXY', url);
		vi.stubEnv('HTTPS_PROXY', url);
	}

	const SCHEMES = ['http', 'https'] as const;

	test.each(SCHEMES)('is named where nothing listens there (%s)', async (scheme) => {
		const proxy = `127.0.0.1:${await freePort()}`;
		useProxy(`http://${proxy}`);
		const url = `${scheme}://service.example`;
		const { message } = await pressTest(url);
		expect(message).toBe(
			`n8n sends requests to ${url} by way of ${proxy}, which does not take them (ECONNREFUSED). Check the proxy that n8n is set to use (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).`,
		);
	});

	test.each(SCHEMES)('is named where nobody knows its host (%s)', async (scheme) => {
		useProxy('http://no-such-proxy.invalid:3128');
		const { message } = await pressTest(`${scheme}://service.example`);
		expect(message).toMatch(/by way of no-such-proxy\.invalid, .+\((ENOTFOUND|EAI_AGAIN)\)/);
	});

	test.each(SCHEMES)('is named where it refuses with 403 (%s)', async (scheme) => {
		useProxy(await refusingProxy(403));
		const url = `${scheme}://service.example`;
		expect(await pressTest(url)).toEqual({
			status: 'Error',
			message: `The proxy that n8n is set to use (HTTP_PROXY or HTTPS_PROXY) refuses requests to ${url} (status 403).`,
		});
	});

	test.each(SCHEMES)('is named where it demands a login (%s)', async (scheme) => {
		useProxy(await refusingProxy(407));
		const { message } = await pressTest(`${scheme}://service.example`);
		expect(message).toMatch(/^The proxy through which n8n reaches .+ demands a login/);
	});

	test('is not blamed for a 403 of something else behind an encrypted connection', async () => {
		vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
		const server = createTlsServer(selfSigned, (_, response) => {
			response.writeHead(403, { 'Content-Type': 'text/html' }).end('<h1>No</h1>');
		});
		const { message } = await pressTest(`https://127.0.0.1:${await listening(server)}`);
		expect(message).toContain('Something before the service');
	});

	test('is not in the way of a service that n8n reaches without it', async () => {
		const { service } = await serviceUnderTest();
		vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${await freePort()}`);
		vi.stubEnv('NO_PROXY', '127.0.0.1');
		expect(await pressTest(service.url)).toEqual(ACCEPTED);
	});
});
