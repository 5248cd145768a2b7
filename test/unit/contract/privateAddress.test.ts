import { describe, expect, test } from 'vitest';

import { isPrivateAddress } from '../../../nodes/contract/privateAddress.ts';

describe('An address that nobody on the internet can reach', () => {
	test.each([
		'http://localhost:5678',
		'http://LOCALHOST/',
		'http://n8n.localhost',
		'http://n8n:5678/webhook-waiting/1',
		'http://n8n.local/',
		'http://n8n.internal./',
		'http://127.0.0.1:5678',
		'http://127.1.2.3',
		'http://0.0.0.0',
		'http://10.1.2.3',
		'http://172.16.0.1',
		'http://172.31.255.255',
		'http://192.168.0.10',
		'http://169.254.169.254',
		'http://100.64.0.1',
		'http://[::1]:5678',
		'http://[::]/',
		'http://[fe80::1]',
		'http://[fd12:3456::1]',
		'http://[::ffff:192.168.0.1]',
		'http://2130706433/',
		'not an address',
		'',
	])('%s', (url) => {
		expect(isPrivateAddress(url)).toBe(true);
	});
});

describe('An address that may be reached', () => {
	test.each([
		'https://n8n.example.com',
		'https://n8n.mycompany.io:8443/webhook',
		'http://8.8.8.8',
		'http://172.32.0.1',
		'http://172.15.0.1',
		'http://100.128.0.1',
		'http://11.0.0.1',
		'http://[2001:db8::1]',
		'http://[::ffff:8.8.8.8]',
		'https://localhost.example.com',
	])('%s', (url) => {
		expect(isPrivateAddress(url)).toBe(false);
	});
});
