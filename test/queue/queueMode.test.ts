import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startService, type Service } from '../../sandbox/service/index.ts';
import { Cluster } from './cluster.ts';
import { runLoad, type LoadReport } from './load.ts';

const CALLS = Number(process.env.CALLS ?? 500);

describe('n8n in queue mode', () => {
	let service: Service;
	let cluster: Cluster;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		service = await startService({
			rateLimits: {
				map: { requests: 20, perSeconds: 4 },
				agentStart: { requests: 20, perSeconds: 4 },
				agentStatus: { requests: 60, perSeconds: 5 },
			},
		});
		const t = Date.now();
		cluster = await Cluster.open();
		console.log('up', Date.now() - t);
		const name = 'Stand-in';
		const data = { apiKey: 'sandbox-key', baseUrl: service.url };
		const id = await cluster.client.createCredential({ name, type: 'webDataApi', data });
		credential = { id, name };
	});

	afterAll(async () => {
		await cluster.close();
		await service.stop();
	});

	describe('under load, with a worker and the main process killed', () => {
		let report: LoadReport;

		beforeAll(async () => {
			report = await runLoad(cluster, service, credential, CALLS);
			const { executions, emissions, refusals, runs } = report;
			const statuses = Object.groupBy(executions, ({ status }) => status);
			console.log({
				statuses: Object.fromEntries(
					Object.entries(statuses).map(([status, list]) => [status, list.length]),
				),
				seconds: (report.finishedAt - report.startedAt) / 1000,
				runs: runs.length,
				emissions: emissions.length,
				triggerExecutions: new Set(emissions.map((e) => e.executionId)).size,
				distinct: new Set(emissions.map((e) => e.jobId)).size,
				refusals,
				requests: service.requests.length,
				begun: report.begunByKilledWorker.size,
			});
			for (const { id, status } of executions.filter((e) => e.status !== 'success')) {
				const e = await cluster.client.finishedExecution(id);
				console.log(id, status, report.begunByKilledWorker.has(id), e.data.resultData?.error?.message, e.data.resultData?.error?.description);
			}
		});

		it('x', () => {
			expect(1).toBe(1);
		});
	});
});
