import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';
import { findChromium } from '../scrape/chromium.ts';
import { BrowserProcess, type CodeOutcome } from './browserProcess.ts';
import type { InstructionRequest } from './rules.ts';
import type { BrowserSession } from './sessions.ts';

export interface InteractOptions {
	/** Plays the code of sessions. Default: it runs in Chromium, where this machine has one. */
	playCode?: (code: string, session: BrowserSession) => Partial<CodeOutcome>;
}

const DEFAULT_SECONDS = 30;

/** What is done in the browsers of sessions. */
export class BrowserWork {
	readonly #options: InteractOptions;
	readonly #executablePath: string | undefined;
	readonly #processes = new Map<string, BrowserProcess>();

	constructor(core: ServiceCore, options: InteractOptions) {
		this.#options = options;
		this.#executablePath = core.scraper.equipment.chromium && findChromium();
		core.scraper.isClosed.addEventListener('abort', () => {
			for (const id of this.#processes.keys()) this.close(id);
		});
	}

	/** Throws 503 where there are no browsers. */
	demand(): void {
		if (this.#executablePath === undefined && !this.#options.playCode)
			throw new ServiceError(
				503,
				'Browser feature is not configured (BROWSER_SERVICE_URL is missing).',
			);
	}

	async run(
		session: BrowserSession,
		{ code = '', language = 'node', timeout = DEFAULT_SECONDS }: InstructionRequest,
	): Promise<CodeOutcome> {
		if (language !== 'node')
			throw new ServiceError(400, `The sandbox runs no ${language}, only node.`);
		const { playCode } = this.#options;
		if (playCode) return { ...SILENT, ...playCode(code, session) };
		this.demand();
		const process = this.#processOf(session);
		const { url } = session;
		return await process.run({ code, ...(url !== undefined && { url }) }, timeout * 1000);
	}

	/** Gives the browser of a session back. */
	close(sessionId: string): void {
		void this.#processes.get(sessionId)?.close();
		this.#processes.delete(sessionId);
	}

	#processOf({ id }: BrowserSession): BrowserProcess {
		const known = this.#processes.get(id);
		if (known) return known;
		const process = new BrowserProcess(this.#executablePath ?? '');
		this.#processes.set(id, process);
		return process;
	}
}

const SILENT: CodeOutcome = { stdout: '', stderr: '', result: '', exitCode: 0, killed: false };
