import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import type { CodeOrder } from './codeProcess.ts';

/** What came of code in a browser. */
export interface CodeOutcome {
	stdout: string;
	stderr: string;
	/** What it returned, as text. */
	result: string;
	exitCode: number;
	killed: boolean;
}

const RUNNER = fileURLToPath(new URL('codeProcess.ts', import.meta.url));

const ARGUMENTS = [
	'--headless=new',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--no-first-run',
	'--remote-debugging-port=0',
];

/** As a shell tells of a process that was killed. */
const KILLED_CODE = 137;

/** The Chromium of one session, started when the first code needs it. */
export class BrowserProcess {
	readonly #executablePath: string;
	#chromium: ChildProcess | undefined;
	#folder: string | undefined;
	#debuggerUrl: Promise<string> | undefined;

	constructor(executablePath: string) {
		this.#executablePath = executablePath;
	}

	/**
	 * Runs Node code in a process of its own.
	 *
	 * @param order the page to open is opened once
	 * @param timeout milliseconds, from when the browser is there
	 */
	async run(order: Omit<CodeOrder, 'debuggerUrl'>, timeout: number): Promise<CodeOutcome> {
		const isNew = this.#debuggerUrl === undefined;
		this.#debuggerUrl ??= this.#launch();
		const debuggerUrl = await this.#debuggerUrl;
		const runner = spawn(process.execPath, [RUNNER], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
		const [input, stdout, stderr, result] = runner.stdio;
		const { code, url } = order;
		input.end(JSON.stringify({ debuggerUrl, code, ...(isNew && url !== undefined && { url }) }));
		const limit = setTimeout(() => runner.kill('SIGKILL'), timeout);
		const outputs = [stdout, stderr, result as typeof stdout].map((stream) => text(stream));
		const [exitCode] = (await once(runner, 'close')) as [number | null];
		clearTimeout(limit);
		const [printed = '', complained = '', returned = ''] = await Promise.all(outputs);
		return {
			stdout: printed,
			stderr: complained,
			result: returned,
			exitCode: exitCode ?? KILLED_CODE,
			killed: exitCode === null,
		};
	}

	async close(): Promise<void> {
		const chromium = this.#chromium;
		if (chromium?.exitCode === null && chromium.signalCode === null) {
			const gone = once(chromium, 'exit');
			chromium.kill('SIGKILL');
			await gone;
		}
		if (this.#folder !== undefined)
			await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}

	async #launch(): Promise<string> {
		this.#folder = await mkdtemp(join(tmpdir(), 'browser-session-'));
		const flags = [...ARGUMENTS, `--user-data-dir=${this.#folder}`, 'about:blank'];
		this.#chromium = spawn(this.#executablePath, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
		const lines = createInterface({ input: this.#chromium.stderr as NodeJS.ReadableStream });
		for await (const line of lines) {
			const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
			if (address === undefined) continue;
			this.#chromium.stderr?.resume();
			return address;
		}
		throw new Error('Chromium ended before it listened');
	}
}
