import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];
const OUTSIDE = /^https?:\/\/(?!127\.0\.0\.1[:/]|localhost[:/])/;

/**
 * The machine's Chromium or Chrome, or the one that the variable CHROMIUM names.
 * @throws Error that says how to install one
 */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? PATHS.find((path) => existsSync(path));
	if (executablePath === undefined || !existsSync(executablePath)) {
		throw new Error(
			'The editor tests need Chromium. On Debian: "apt-get install chromium". ' +
				'Elsewhere install Chromium or Chrome, and name its program in the variable CHROMIUM.',
		);
	}
	return await chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A window of its own, that reaches nothing but this machine. */
export async function newWindow(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	await context.route(OUTSIDE, async (route) => await route.abort());
	context.setDefaultTimeout(60_000);
	return context;
}
