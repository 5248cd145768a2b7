/** In an n8n that is set to reach no addresses of its own network. */
import { expect, test, vi } from 'vitest';

import { pressTest, serviceUnderTest } from './credentialUnderTest.ts';

vi.stubEnv('N8N_SSRF_PROTECTION_ENABLED', 'true');
vi.stubEnv('N8N_SSRF_BLOCKED_HOSTNAMES', 'blocked.example');

const BLOCKED = (url: string) => ({
	status: 'Error',
	message: `Requests to ${url} are blocked by n8n's SSRF protection. Whoever runs n8n can allow the address with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.`,
});

test('the Test button says that n8n blocks the address', async () => {
	const { service } = await serviceUnderTest();
	expect(await pressTest(service.url)).toEqual(BLOCKED(service.url));
	expect(service.requests).toEqual([]);
});

test.each(['http://localhost:3002', 'http://blocked.example'])(
	'the Test button says that n8n blocks %s by name',
	async (url) => {
		expect(await pressTest(url)).toEqual(BLOCKED(url));
	},
);
