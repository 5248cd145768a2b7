import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;

/** A server that queue mode needs, run by the test on a port of its own. */
export interface Server {
	port: number;
	/** Resolves when it has ended. */
	stop(): Promise<void>;
}

export interface ServerOptions {
	command: string;
	args: string[];
	port: number;
	logFile: string;
	/** Ends the server at once but in order. */
	stopSignal: NodeJS.Signals;
	isReady: () => Promise<boolean>;
}

/**
 * Starts a server as a child process and waits until it serves.
 * @throws Error with what it printed when it ends before, or is not ready within a minute
 */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { command, args, port, logFile, stopSignal, isReady } = options;
	const log = openSync(logFile, 'a');
	// Out of the reach of Ctrl-C: n8n has to be stopped first.
	const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true });
	closeSync(log);
	const end = () => child.kill(stopSignal);
	process.once('exit', end);
	let failure: string | undefined;
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			failure = `could not be started: ${error.message}`;
			resolve();
		});
		child.once('exit', (code, signal) => {
			failure = `ended with ${signal ?? `code ${String(code)}`}`;
			resolve();
		});
	});
	void ended.then(() => process.removeListener('exit', end));

	const deadline = Date.now() + START_LIMIT_MS;
	while (failure === undefined && !(await isReady())) {
		if (Date.now() > deadline) failure = 'was not ready in time';
		await sleep(100);
	}
	if (failure !== undefined) {
		end();
		throw new Error(`${command} ${failure}:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
	}
	return {
		port,
		async stop() {
			end();
			await ended;
		},
	};
}
