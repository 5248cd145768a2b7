import type { Service } from '../../sandbox/service/index.ts';
import { callAll, firstCall, until } from './calls.ts';
import type { Cluster } from './cluster.ts';
import { hasEnded } from './load.ts';
import { mapMany, type Credential } from './workflows.ts';

const FINISH_LIMIT_MS = 90_000;

export interface Burst {
	/** Executions at once, and the items that each of them maps. */
	executions: number;
	itemsEach: number;
	maxConcurrency: number;
}

/** What came of a burst. */
export interface BurstReport {
	statuses: string[];
	/** How many executions each worker ran. */
	perWorker: number[];
	/** Requests that the service refused for its rate limit. */
	refusals: number;
	seconds: number;
}

/** Has both workers map many items at the same time. */
export async function runBurst(
	cluster: Cluster,
	service: Service,
	credential: Credential,
	{ executions, itemsEach, maxConcurrency }: Burst,
): Promise<BurstReport> {
	const { client } = cluster;
	const workflow = await client.createWorkflow(mapMany(service.websiteUrl, credential));
	await client.activateWorkflow(workflow);
	const url = `${cluster.webhookUrl}/many`;
	const items = Array.from({ length: itemsEach }, (_, index) => index);
	const body = { items, maxConcurrency };

	const before = refusalsOf(service);
	const startedAt = Date.now();
	await firstCall(url, body);
	await callAll(url, Array<typeof body>(executions - 1).fill(body));
	let all = await client.executions(workflow);
	await until('the burst is over', FINISH_LIMIT_MS, async () => {
		all = await client.executions(workflow);
		return all.length === executions && all.every(hasEnded);
	});
	const seconds = (Date.now() - startedAt) / 1000;
	await client.deactivateWorkflow(workflow);
	return {
		statuses: all.map(({ status }) => status),
		perWorker: (['worker1', 'worker2'] as const).map((worker) => {
			const begun = cluster.executionsOf(worker);
			return all.filter(({ id }) => begun.has(id)).length;
		}),
		refusals: refusalsOf(service) - before,
		seconds,
	};
}

/** Requests that the service has refused for its rate limits. */
export function refusalsOf({ requests }: Service): number {
	return requests.filter(({ status }) => status === 429).length;
}
