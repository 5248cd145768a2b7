import { spawn } from 'node:child_process';
import { once } from 'node:events';

import axios from 'axios';
import { expect, test } from 'vitest';

const main = new URL('../../sandbox/service/main.ts', import.meta.url).pathname;

test.each(['SIGINT', 'SIGTERM'] as const)(
	'the stand-in runs from the command line and stops cleanly on %s',
	async (signal) => {
		const child = spawn(
			process.execPath,
			[main, '--port', '0', '--website-port', '0', '--api-key', 'my-key'],
			{ stdio: ['ignore', 'pipe', 'inherit'] },
		);
		const ended = once(child, 'exit');
		let output = '';
		child.stdout.on('data', (text: Buffer) => (output += text.toString()));
		await expect.poll(() => output, { timeout: 10_000 }).toContain('API key: my-key');
		const [, url = ''] = /Service: (\S+)/.exec(output) ?? [];
		const headers = { authorization: 'Bearer my-key' };
		expect((await axios.get(`${url}/v2/agent`, { headers, proxy: false })).status).toBe(200);
		child.kill(signal);
		expect(await ended).toEqual([0, null]);
	},
	20_000,
);
