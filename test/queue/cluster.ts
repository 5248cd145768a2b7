import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
	freePort,
	packTarball,
	readLog,
	startN8n,
	type N8nClient,
	type Owner,
	type RunningN8n,
} from '../../sandbox/n8n/index.ts';
import { POSTGRES_USER, startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const OWNER: Owner = {
	email: 'owner@example.com',
	password: 'Queue-mode-1',
	firstName: 'Queue',
	lastName: 'Mode',
};

/** Executions that a worker runs at once. */
export const WORKER_CONCURRENCY = 20;

export type ProcessName = 'main' | 'webhook' | 'worker1' | 'worker2';

const ROLES = { main: 'main', webhook: 'webhook', worker1: 'worker', worker2: 'worker' } as const;
const NAMES = Object.keys(ROLES) as ProcessName[];

/** An n8n in queue mode: its processes, and the servers between them. */
export class Cluster {
	private readonly processes = new Map<ProcessName, RunningN8n>();

	/** Those that the test itself ends. */
	private readonly ending = new Set<RunningN8n>();

	private readonly folder;

	private readonly settings;

	private readonly own;

	private readonly stopServers;

	private constructor(
		folder: string,
		settings: Record<string, string>,
		own: { webhookPort: number; workerConcurrency: number },
		stopServers: () => Promise<void>,
	) {
		this.folder = folder;
		this.settings = settings;
		this.own = own;
		this.stopServers = stopServers;
	}

	/** @param workerConcurrency executions that each worker runs at once */
	static async open(workerConcurrency = WORKER_CONCURRENCY): Promise<Cluster> {
		const folder = mkdtempSync(join(tmpdir(), 'web-data-queue-'));
		const [redis, postgres] = await Promise.all([startRedis(folder), startPostgres()]);
		const webhookPort = await freePort();
		const settings = {
			...queueSettings(redis.port, postgres.port),
			// Without it, a worker would give out addresses of its own.
			WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
		};
		const own = { webhookPort, workerConcurrency };
		const cluster = new Cluster(folder, settings, own, async () => {
			await Promise.all([redis.stop(), postgres.stop()]);
		});
		try {
			const tarball = await packTarball(PROJECT, join(folder, 'pack'));
			// The first one to start makes the tables.
			await cluster.start('main', tarball);
			await Promise.all(NAMES.slice(1).map(async (name) => await cluster.start(name, tarball)));
		} catch (error) {
			await cluster.close();
			throw error;
		}
		return cluster;
	}

	/** Drives the main process as its owner; not any more once that was started again. */
	get client(): N8nClient {
		return this.process('main').client;
	}

	get webhookUrl(): string {
		return `${this.process('webhook').url}/webhook`;
	}

	/** Starts a process, again where it was killed. */
	async start(name: ProcessName, tarball?: string): Promise<void> {
		const role = ROLES[name];
		const n8n = await startN8n({
			userFolder: join(this.folder, name),
			packTarball: tarball,
			port: role === 'webhook' ? this.own.webhookPort : this.processes.get(name)?.port,
			role,
			settings: {
				...this.settings,
				...(role === 'worker' && {
					N8N_CONCURRENCY_PRODUCTION_LIMIT: String(this.own.workerConcurrency),
				}),
			},
		});
		this.processes.set(name, n8n);
		void n8n.ended.then((how) => {
			if (!this.ending.has(n8n)) console.error(`${name}: ${how}, which nobody asked for`);
		});
		if (role === 'main') await n8n.client.login(OWNER);
	}

	/** Ends a process without any warning. */
	async kill(name: ProcessName): Promise<void> {
		const n8n = this.process(name);
		this.ending.add(n8n);
		await n8n.kill();
	}

	/** Which executions a worker has begun, from its log. */
	executionsOf(worker: 'worker1' | 'worker2'): Set<string> {
		const begun = readLog(this.process(worker).logFile).map(
			({ message }) => /^Worker started execution (\d+)/.exec(message)?.[1] ?? '',
		);
		return new Set(begun.filter(Boolean));
	}

	async close(): Promise<void> {
		const running = [...this.processes.values()];
		for (const n8n of running) this.ending.add(n8n);
		await Promise.all(running.map(async (n8n) => await n8n.stop()));
		await this.stopServers();
		rmSync(this.folder, { recursive: true, force: true });
	}

	private process(name: ProcessName): RunningN8n {
		const n8n = this.processes.get(name);
		if (!n8n) throw new Error(`${name} was not started`);
		return n8n;
	}
}

function queueSettings(redisPort: number, postgresPort: number): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'the-one-key-of-all-processes',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_USER: POSTGRES_USER,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_POOL_SIZE: '8',
		// Webhooks are for the webhook process alone.
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		// How soon n8n notices that a worker is gone; a minute or more by default.
		QUEUE_WORKER_LOCK_DURATION: '20000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
		// In minutes: how often the main process looks for executions that nobody runs any more.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	};
}
