/**
 * Runs Node code in a browser, as a process of its own: reads the order as JSON from its input,
 * prints what the code prints, and writes what it returns to the third channel.
 */
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { runInThisContext } from 'node:vm';

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** What `codeProcess` is told. */
export interface CodeOrder {
	/** Address of the browser's debugger. */
	debuggerUrl: string;
	code: string;
	/** The page to open first. */
	url?: string;
}

type Code = (page: Page, context: BrowserContext, browser: Browser) => Promise<unknown>;

const RESULT_CHANNEL = 3;

const order = JSON.parse(await text(process.stdin)) as CodeOrder;
const browser = await chromium.connectOverCDP(order.debuggerUrl);
try {
	const context = browser.contexts()[0] ?? (await browser.newContext());
	const page = context.pages()[0] ?? (await context.newPage());
	if (order.url !== undefined) await page.goto(order.url);
	const wrapped = `(async (page, context, browser) => {${order.code}\n})`;
	const value = await (runInThisContext(wrapped) as Code)(page, context, browser);
	const result = typeof value === 'string' ? value : JSON.stringify(value);
	if (value !== undefined) writeSync(RESULT_CHANNEL, result);
} catch (error) {
	console.error(error);
	process.exitCode = 1;
}
// Code may have left timers behind, and the connection to the browser is one.
process.exit();
