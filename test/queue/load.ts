import { setTimeout as sleep } from 'node:timers/promises';

import type { ExecutionSummary } from '../../sandbox/n8n/index.ts';
import type { Service } from '../../sandbox/service/index.ts';
import { callAll, firstCall, until } from './calls.ts';
import type { Cluster } from './cluster.ts';
import { emissionsOf, type Emission } from './emissions.ts';
import { mapThenAgent, readPrompt, watchRuns, type Credential } from './workflows.ts';

const FINISH_LIMIT_MS = 300_000;
const EMISSION_LIMIT_MS = 60_000;

/** An agent run at the service, with what its prompt says about who started it. */
export interface StartedRun {
	id: string;
	call: number;
	executionId: string;
}

/** What came of a load under which processes were killed. Times are Unix milliseconds. */
export interface LoadReport {
	/** One for each call, in whatever order. */
	executions: ExecutionSummary[];
	/** Which of them were begun by a worker that was not killed thereafter. */
	begunBySurvivors: ReadonlySet<string>;
	runs: StartedRun[];
	emissions: Emission[];
	mainKilledAt: number;
	startedAt: number;
	finishedAt: number;
	/** When the last end was emitted, or the report gave up on it. */
	emittedAt: number;
}

/**
 * Sends `calls` calls through the webhook process, each of which maps a website and waits for an agent
 * run, while a trigger watches the runs. Kills a worker after a third of the runs and the main process
 * after two thirds, and starts both again.
 */
export async function runLoad(
	cluster: Cluster,
	service: Service,
	credential: Credential,
	calls: number,
): Promise<LoadReport> {
	const { client } = cluster;
	const watching = await client.createWorkflow(watchRuns(credential));
	await client.activateWorkflow(watching);
	const working = await client.createWorkflow(mapThenAgent(service.websiteUrl, credential));
	await client.activateWorkflow(working);
	const url = `${cluster.webhookUrl}/work`;

	const startedAt = Date.now();
	await firstCall(url, { call: 1 });
	const others = Array.from({ length: calls - 1 }, (_, index) => ({ call: index + 2 }));
	const calling = callAll(url, others);
	const runsStarted = async (count: number) =>
		await until(`${count} runs started`, FINISH_LIMIT_MS, () => {
			return service.agentRuns.all.length >= count;
		});

	await runsStarted(calls / 3);
	await cluster.kill('worker1');
	const begunByKilled = cluster.executionsOf('worker1');
	const workerRestart = cluster.start('worker1');

	await runsStarted((2 * calls) / 3);
	const mainKilledAt = Date.now();
	await cluster.kill('main');
	await Promise.all([workerRestart, cluster.start('main'), calling]);

	let executions: ExecutionSummary[] = [];
	await until('all executions have ended', FINISH_LIMIT_MS, async () => {
		await sleep(1_500);
		executions = await cluster.client.executions(working);
		return executions.length >= calls && executions.every(hasEnded);
	});
	const finishedAt = Date.now();

	const runs = service.agentRuns.all.map(({ id, request }) => ({
		id,
		...readPrompt(request.prompt),
	}));
	let emissions: Emission[] = [];
	await until('all ends are emitted', EMISSION_LIMIT_MS, async () => {
		await sleep(1_500);
		emissions = await emissionsOf(cluster.client, watching);
		return new Set(emissions.map(({ jobId }) => jobId)).size >= runs.length;
	}).catch(() => {
		// The report says which are missing.
	});
	const emittedAt = Date.now();
	await cluster.client.deactivateWorkflow(watching);
	return {
		executions,
		begunBySurvivors: new Set([
			...[...cluster.executionsOf('worker1')].filter((id) => !begunByKilled.has(id)),
			...cluster.executionsOf('worker2'),
		]),
		runs,
		emissions,
		mainKilledAt,
		startedAt,
		finishedAt,
		emittedAt,
	};
}

/** Whether n8n is done with an execution, however it ended. */
export function hasEnded({ status }: ExecutionSummary): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}
