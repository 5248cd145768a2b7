/** Many executions that sleep at once, with a single worker that runs one execution at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { outputItems } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { callAll, firstCall, until } from './calls.ts';
import { Cluster } from './cluster.ts';
import { hasEnded } from './load.ts';
import { AWAKE, readPrompt, sleepOnAgent } from './workflows.ts';

const SLEEPERS = 200;
const KEY = 'key-of-the-sleepers';

/** Longer than it takes to start all of them. */
const LASTS = '4m';
const LIMIT_MS = 600_000;

describe(`${SLEEPERS} executions that wait by webhook, with one worker of concurrency 1`, () => {
	let service: Service;
	let cluster: Cluster;
	let workflowId: string;

	beforeAll(async () => {
		service = await startService({
			apiKeys: [KEY],
			webhookRepeats: Array<number>(300).fill(2_000),
		});
		cluster = await Cluster.open(1);
		await cluster.kill('worker2');
		const data = { apiKey: KEY, baseUrl: service.url };
		const id = await cluster.client.createCredential({ name: 'Team', type: 'webDataApi', data });
		const workflow = sleepOnAgent({ id, name: 'Team' }, LASTS);
		workflowId = await cluster.client.createWorkflow(workflow);
		await cluster.client.activateWorkflow(workflowId);
	});

	afterAll(async () => {
		await cluster.close();
		await service.stop();
	});

	it(
		'all sleep at once, with the worker free, and before any run has ended',
		async () => {
			const url = `${cluster.webhookUrl}/sleep`;
			await firstCall(url, { call: 1 });
			const others = Array.from({ length: SLEEPERS - 1 }, (_, index) => ({ call: index + 2 }));
			await callAll(url, others);
			await until('all sleep', LIMIT_MS, async () => {
				await sleep(2_000);
				const executions = await cluster.client.executions(workflowId);
				const asleep = executions.filter(({ status }) => status === 'waiting');
				return asleep.length === SLEEPERS;
			});
			expect(service.agentRuns.all).toHaveLength(SLEEPERS);
		},
		LIMIT_MS,
	);

	it(
		'all end with the result of their own run, main and worker having been killed meanwhile',
		async () => {
			await Promise.all([cluster.kill('main'), cluster.kill('worker1')]);
			await cluster.start('main');
			await cluster.start('worker1');
			await until('all have ended', LIMIT_MS, async () => {
				await sleep(3_000);
				const executions = await cluster.client.executions(workflowId);
				return executions.length === SLEEPERS && executions.every(hasEnded);
			});
			const runs = new Map(
				service.agentRuns.all.map(({ id, request }) => [
					readPrompt(request.prompt).executionId,
					id,
				]),
			);
			expect(runs.size).toBe(SLEEPERS);
			for (const { id } of await cluster.client.executions(workflowId)) {
				const execution = await cluster.client.finishedExecution(id);
				const results = outputItems(execution, AWAKE).map(({ json }) => [json.jobId, json.status]);
				expect([id, execution.status, results]).toEqual([
					id,
					'success',
					[[runs.get(id), 'completed']],
				]);
			}
			expect(service.agentRuns.all).toHaveLength(SLEEPERS);
		},
		LIMIT_MS,
	);
});
