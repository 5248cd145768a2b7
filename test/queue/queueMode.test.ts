import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { errorOf } from '../../sandbox/n8n/index.ts';
import { startService, type Service } from '../../sandbox/service/index.ts';
import { refusalsOf, runBurst, type BurstReport } from './burst.ts';
import { Cluster, WORKER_CONCURRENCY } from './cluster.ts';
import { runLoad, type LoadReport } from './load.ts';
import type { Credential } from './workflows.ts';

const CALLS = 500;

/** Teams with rate limits of their own, so that no measurement inherits what another one learnt. */
const TEAMS = ['load', 'narrow', 'wide'];

describe('n8n in queue mode: a main, two workers and a webhook process', () => {
	let service: Service;
	let cluster: Cluster;

	beforeAll(async () => {
		service = await startService({
			apiKeys: TEAMS.map((team) => ({ key: `key-of-${team}`, team })),
			// Less than the workers can do, so that they keep running into the limits together.
			rateLimits: {
				map: { requests: 20, perSeconds: 4 },
				agentStart: { requests: 20, perSeconds: 4 },
			},
		});
		cluster = await Cluster.open();
		return async () => {
			await cluster.close();
			await service.stop();
		};
	});

	async function credentialOf(team: string): Promise<Credential> {
		const data = { apiKey: `key-of-${team}`, baseUrl: service.url };
		const id = await cluster.client.createCredential({ name: team, type: 'webDataApi', data });
		return { id, name: team };
	}

	/** What a failed execution says of itself. */
	async function reasonOf({ id }: { id: string }): Promise<string> {
		return `${id}: ${errorOf(await cluster.client.finishedExecution(id))?.message}`;
	}

	describe(`${CALLS} executions, with a worker and the main process killed meanwhile`, () => {
		let report: LoadReport;
		let refusals: number;

		beforeAll(async () => {
			report = await runLoad(cluster, service, await credentialOf('load'), CALLS);
			refusals = refusalsOf(service);
		});

		const failed = () => report.executions.filter(({ status }) => status !== 'success');

		it('fails no execution but those that the killed worker was at', async () => {
			expect(report.executions).toHaveLength(CALLS);
			const others = failed().filter(({ id }) => report.begunBySurvivors.has(id));
			expect(await Promise.all(others.map(reasonOf))).toEqual([]);
			expect(failed().length).toBeLessThanOrEqual(WORKER_CONCURRENCY);
		});

		it('records for these that they were cut short, so that nobody takes them for done', async () => {
			for (const { id } of failed()) {
				const { status } = await cluster.client.finishedExecution(id);
				expect(['error', 'crashed']).toContain(status);
			}
		});

		it('starts no agent run twice, neither for an execution nor for a call', () => {
			const { runs } = report;
			expect(new Set(runs.map(({ executionId }) => executionId)).size).toBe(runs.length);
			expect(new Set(runs.map(({ call }) => call)).size).toBe(runs.length);
		});

		it('starts the run of every execution that succeeded', () => {
			const started = new Set(report.runs.map(({ executionId }) => executionId));
			const succeeded = report.executions.filter(({ status }) => status === 'success');
			expect(succeeded.filter(({ id }) => !started.has(id))).toEqual([]);
		});

		it('waits for refusals, also those that another process caused', () => {
			expect(refusals).toBeGreaterThan(0);
		});

		it('emits the end of every run, also of those whose execution was cut short', () => {
			const emitted = new Set(report.emissions.map(({ jobId }) => jobId));
			expect(report.runs.filter(({ id }) => !emitted.has(id))).toEqual([]);
		});

		it('emits an end again only across the crash of the main process', () => {
			const sides = new Map<string, string[]>();
			for (const { jobId, at } of report.emissions.toSorted((one, other) => one.at - other.at)) {
				const side = at <= report.mainKilledAt ? 'before' : 'after';
				sides.set(jobId, [...(sides.get(jobId) ?? []), side]);
			}
			const repeated = [...sides.values()].filter((list) => list.length > 1);
			expect(repeated.filter((list) => list.join() !== 'before,after')).toEqual([]);
		});

		afterAll(() => {
			const { startedAt, finishedAt, emittedAt, runs, emissions } = report;
			const seconds = (finishedAt - startedAt) / 1000;
			const emittedOnce = new Set(emissions.map(({ jobId }) => jobId)).size;
			console.log(
				[
					`${CALLS} executions in ${seconds.toFixed(0)} s: ${Math.round((CALLS * 60) / seconds)} a minute`,
					`${failed().length} executions cut short with their worker, all others succeeded`,
					`${runs.length} agent runs started, none twice`,
					`${refusals} refusals (429) waited for`,
					`${emittedOnce} ends emitted, ${emissions.length - emittedOnce} of them again after the crash,`,
					`  the last one ${((emittedAt - finishedAt) / 1000).toFixed(0)} s after the last execution`,
				].join('\n'),
			);
		});
	});

	describe('two workers at one rate limit, of which each has a gate of its own', () => {
		let wide: BurstReport;
		let narrow: BurstReport;

		beforeAll(async () => {
			// Long enough for the requests of all items to be under way together.
			service.orderFault({ path: '/v2/map', times: Infinity, delay: 500 });
			const burst = { executions: 6, itemsEach: 10 };
			wide = await runBurst(cluster, service, await credentialOf('wide'), {
				...burst,
				maxConcurrency: 5,
			});
			narrow = await runBurst(cluster, service, await credentialOf('narrow'), {
				...burst,
				maxConcurrency: 1,
			});
		});

		it('both work at the same time', () => {
			for (const { perWorker } of [wide, narrow]) expect(Math.min(...perWorker)).toBeGreaterThan(0);
		});

		it('complete all items, whatever Max Concurrency is', () => {
			for (const { statuses } of [wide, narrow])
				expect(new Set(statuses)).toEqual(new Set(['success']));
		});

		it('are refused less with a lower Max Concurrency', () => {
			expect(wide.refusals).toBeGreaterThan(0);
			expect(narrow.refusals).toBeLessThan(wide.refusals);
		});

		afterAll(() => {
			for (const [maxConcurrency, { refusals, seconds, perWorker }] of [
				[5, wide],
				[1, narrow],
			] as const) {
				console.log(
					`60 maps by two workers (${perWorker.join(' + ')} executions), Max Concurrency ` +
						`${maxConcurrency}: ${refusals} refusals, ${seconds.toFixed(0)} s`,
				);
			}
		});
	});
});
