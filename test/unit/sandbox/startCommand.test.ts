import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { runEnd } from '../../../nodes/contract/agentOutcome.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { exportPath, greeting } from '../../../sandbox/startCommand.ts';
import { serviceUnderTest } from '../../sandbox/serviceUnderTest.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('npm start', () => {
	test('exports nothing unless it is asked to', () => {
		expect(exportPath([])).toBeUndefined();
	});

	test('exports to where git does not look', () => {
		const path = exportPath(['--export']);
		const ignored = execFileSync('git', ['check-ignore', path ?? ''], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		expect(ignored.trim()).toBe(path);
	});

	test.each([[['--export', 'out/links.xlsx']], [['--export=out/links.xlsx']]])(
		'exports to a path that is given: %j',
		(args) => {
			expect(exportPath(args)).toBe('out/links.xlsx');
		},
	);

	test.each([[['--exprot']], [['links.xlsx']], [['--export', '--exprot']]])(
		'refuses what it does not know: %j',
		(args) => {
			expect(() => exportPath(args)).toThrow();
		},
	);
});

describe('What npm start prints', () => {
	test('names the service and a key that it takes', async () => {
		const { service, client } = await serviceUnderTest();
		const apiKey = /API key +(\S+)/.exec(greeting(sandboxOf(service)))?.[1];
		expect(greeting(sandboxOf(service))).toContain(`Base URL  ${service.url}\n`);
		const headers = { authorization: `Bearer ${apiKey}` };
		expect((await client.get('/v2/agent', { headers })).status).toBe(200);
	});

	test('names ways to have a run fail that the stand-in obeys', async () => {
		const { service, client } = await serviceUnderTest();
		const orders = [...greeting(sandboxOf(service)).matchAll(/\[ends (\w+)\]/g)];
		const outcomes = await Promise.all(
			orders.map(async ([order]) => {
				const createdAt = Date.now() - 3_600_000;
				const { id } = service.agentRuns.start({ prompt: order }, { createdAt });
				const { data: status } = await client.get<Record<string, unknown>>(`/v2/agent/${id}`);
				const { data: trace } = await client.get<{ events: unknown[] }>(`/v2/agent/${id}/trace`);
				return runEnd(status, trace.events).outcome;
			}),
		);
		expect(outcomes).toEqual(orders.map(([, outcome]) => outcome));
		expect(outcomes).toContain('failed');
	});
});

function sandboxOf(service: Sandbox['service']): Sandbox {
	return {
		service,
		apiKey: 'sandbox-key',
		n8n: { logFile: 'n8n.log' } as Sandbox['n8n'],
		workflowUrl: 'http://127.0.0.1:5678/workflow/1',
		runExample: () => Promise.reject(new Error('Not here')),
		close: () => Promise.resolve(),
	};
}
