import { existsSync } from 'node:fs';

import type { Browser } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];

/** Where this machine has Chromium; undefined when it has none. CHROMIUM names another program. */
export function findChromium(): string | undefined {
	return [process.env['CHROMIUM'], ...PATHS].find((path) => path !== undefined && existsSync(path));
}

/** One Chromium for all pages of a stand-in, started when the first page needs it. */
export class Chromium {
	readonly #executablePath: string;
	#browser: Promise<Browser> | undefined;

	constructor(executablePath: string) {
		this.#executablePath = executablePath;
	}

	async browser(): Promise<Browser> {
		this.#browser ??= this.#launch();
		return await this.#browser;
	}

	async close(): Promise<void> {
		const browser = this.#browser;
		this.#browser = undefined;
		await (await browser)?.close();
	}

	/** The library is large: it is loaded when it is needed. */
	async #launch(): Promise<Browser> {
		const { chromium } = await import('playwright-core');
		return await chromium.launch({ executablePath: this.#executablePath, args: ARGUMENTS });
	}
}
