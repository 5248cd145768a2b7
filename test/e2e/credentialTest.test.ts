import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CredentialTestResult, N8nClient } from '../../sandbox/n8n/index.ts';
import { freePort } from '../../sandbox/n8n/ports.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { credentialForm, openEditor } from './editor.ts';

const KEY = 'fc-0123456789abcdef';
const ACCEPTED = 'The service accepted the API key.';

describe("The credential's Test button", () => {
	let client: N8nClient;
	let service: Service;
	const strangers: Server[] = [];

	beforeAll(async () => {
		client = await openEditor();
		service = await startService({ apiKeys: [KEY] });
	});

	afterAll(async () => {
		for (const server of strangers) {
			server.closeAllConnections();
			server.close();
		}
		await service.stop();
	});

	async function press(baseUrl: string, apiKey = KEY): Promise<CredentialTestResult> {
		return await client.testCredential(credentialForm(baseUrl, apiKey));
	}

	/** Some other server than the service. */
	async function stranger(listener: RequestListener): Promise<string> {
		const server = createServer(listener);
		strangers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	it.each(['', '/', '/v2', '/v2/'])('accepts a good key with base URL …%s', async (ending) => {
		expect(await press(`${service.url}${ending}`)).toEqual({ status: 'OK', message: ACCEPTED });
	});

	it('says that a key is rejected', async () => {
		const { status, message } = await press(service.url, 'fc-wrong');
		expect(status).toBe('Error');
		expect(message).toMatch(/rejected the API key/);
		expect(message).not.toContain('fc-wrong');
	});

	it.each<[string, RequestListener]>([
		[
			'a website',
			(_, response) => response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'),
		],
		[
			'a website without such a page',
			(_, response) =>
				response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
		],
		[
			'the 404 of another API',
			(_, response) =>
				response
					.writeHead(404, { 'content-type': 'application/json' })
					.end('{"message":"Not Found"}'),
		],
		[
			'a 401 that is not the service’s',
			(_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end('Log in'),
		],
	])('says that %s is not the service', async (_, listener) => {
		const { status, message } = await press(await stranger(listener));
		expect(status).toBe('Error');
		expect(message).toMatch(/not the web data service/);
	});

	it('says that nothing answers, and why, when the connection is refused', async () => {
		const { status, message } = await press(`http://127.0.0.1:${await freePort()}`);
		expect(status).toBe('Error');
		expect(message).toMatch(/Nothing answers.*ECONNREFUSED/);
	});

	it('says that nothing answers when there is no such host', async () => {
		const { status, message } = await press('http://no-such-host.invalid');
		expect(status).toBe('Error');
		expect(message).toMatch(/Nothing answers/);
	});

	it('says that nothing answers when no answer comes in time', async () => {
		const { status, message } = await press(await stranger(() => undefined));
		expect(status).toBe('Error');
		expect(message).toMatch(/Nothing answers/);
	});

	it('names the field when the base URL is no web address', async () => {
		const { status, message } = await press('api.example.com');
		expect(status).toBe('Error');
		expect(message).toContain('Base URL');
	});

	describe('where the service has no /v2/team/credit-usage', () => {
		it.each([404, 405] as const)('tells good from bad keys all the same (%i)', async (missing) => {
			const older = await startService({
				apiKeys: [KEY],
				withoutRoutes: { creditUsage: missing },
			});
			try {
				expect(await press(older.url)).toEqual({ status: 'OK', message: ACCEPTED });
				expect((await press(older.url, 'fc-wrong')).message).toMatch(/rejected the API key/);
				// Only refused requests: they cost nothing.
				expect(older.requests.map(({ status }) => status)).not.toContain(200);
			} finally {
				await older.stop();
			}
		});
	});
});
