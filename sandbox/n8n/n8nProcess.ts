import { spawn, type ChildProcess } from 'node:child_process';
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import axios from 'axios';

import { n8nEnvironment, type N8nRole } from './environment.ts';
import { readLog } from './log.ts';
import { freePort } from './ports.ts';

const N8N_BIN = fileURLToPath(new URL('app/node_modules/n8n/bin/n8n', import.meta.url));
const COMMAND_OF_ROLE = { main: 'start', worker: 'worker', webhook: 'webhook' };
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 20_000;

/** An n8n that runs as a child process of this one. */
export interface N8nProcess {
	url: string;
	port: number;
	/** What n8n prints, of all its runs in this folder. */
	logFile: string;
	/** Resolves with a description when n8n ends, for whatever reason. */
	ended: Promise<string>;
	/** Lets n8n shut down in its own way; kills it when that takes more than 20 s. */
	stop(): Promise<void>;
	/** Ends n8n and its task runner at once, as a crash would. */
	kill(): Promise<void>;
}

export interface LaunchOptions {
	/** n8n's own folder; made when missing, kept when there. */
	userFolder: string;
	/** Taken when free, else any free one. */
	port?: number;
	/** Default: `main`. */
	role?: N8nRole;
	/** Variables of n8n to set on top of the sandbox's. */
	settings?: Record<string, string>;
	/** Stops n8n while it is starting. */
	signal?: AbortSignal;
}

/**
 * Starts n8n on the folder and waits until it serves requests.
 * @throws Error with the end of n8n's output when it ends, or is not ready within 3 minutes; when
 * another n8n is at work in the folder; or the signal's reason
 */
export async function launchN8n(options: LaunchOptions): Promise<N8nProcess> {
	const { userFolder, role = 'main', settings, signal } = options;
	signal?.throwIfAborted();
	mkdirSync(userFolder, { recursive: true });
	await refuseSecondN8n(userFolder);

	const port = await freePort(options.port);
	const brokerPort = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, 'n8n.log');

	const log = openSync(logFile, 'a');
	// A process group of its own: Ctrl-C reaches only this process, which then stops n8n in order.
	const child = spawn(process.execPath, [N8N_BIN, COMMAND_OF_ROLE[role]], {
		cwd: userFolder,
		env: n8nEnvironment({ role, userFolder, port, brokerPort, settings }),
		stdio: ['ignore', log, log],
		detached: true,
	});
	closeSync(log);

	const killGroup = () => signalGroup(child, 'SIGKILL');
	process.once('exit', killGroup);
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(`n8n could not be started: ${error.message}`));
		child.once('exit', (code, signal) => resolve(`n8n ended with ${signal ?? `code ${code}`}`));
	}).then((how) => {
		process.removeListener('exit', killGroup);
		killGroup();
		rmSync(ownerFile(userFolder), { force: true });
		return how;
	});
	writeFileSync(ownerFile(userFolder), JSON.stringify({ url, pid: child.pid }));

	const stop = async () => {
		child.kill('SIGTERM');
		const inTime = await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
		if (inTime === undefined) killGroup();
		await ended;
	};
	const kill = async () => {
		killGroup();
		await ended;
	};
	const failure = await Promise.race([ready(url, signal), ended]);
	if (signal?.aborted) {
		await stop();
		signal.throwIfAborted();
	}
	if (failure !== undefined) {
		await kill();
		const output = readLog(logFile)
			.slice(-15)
			.map(({ message }) => `  ${message}`);
		throw new Error([`${failure}. Its log, ${logFile}, ends with:`, ...output].join('\n'));
	}
	return { url, port, logFile, ended, stop, kill };
}

/** Resolves with nothing when n8n answers, or with what is wrong when it does not in time. */
async function ready(url: string, signal?: AbortSignal): Promise<string | undefined> {
	const deadline = Date.now() + START_LIMIT_MS;
	while (Date.now() < deadline && !signal?.aborted) {
		if (await answers(`${url}/healthz/readiness`)) return undefined;
		await sleep(200);
	}
	return `n8n was not ready after ${START_LIMIT_MS / 1000} s`;
}

async function answers(url: string): Promise<boolean> {
	try {
		await axios.get(url, { timeout: 2_000, proxy: false });
		return true;
	} catch {
		return false;
	}
}

/** Two n8n on one SQLite database would damage each other's work. */
async function refuseSecondN8n(userFolder: string): Promise<void> {
	const file = ownerFile(userFolder);
	if (!existsSync(file)) return;
	const { url, pid } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; pid: number };
	if (await answers(`${url}/healthz`)) {
		throw new Error(
			`An n8n already runs on ${url} with the folder ${dirname(file)}. Stop it first: process ${pid}.`,
		);
	}
}

function ownerFile(userFolder: string): string {
	return join(userFolder, 'running.json');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, signal);
	} catch {
		// Nobody left to signal.
	}
}
