import type { Browser, BrowserContext, Page } from 'playwright-core';

import { actionFailed } from './failures.ts';
import type { FileStore } from './fileStore.ts';
import type { Action, Format, ScrapeOptions, Viewport } from './scrapeRequest.ts';

/** What the browser found and did. */
export interface BrowsedPage {
	/** Where it is in the end. */
	url: string;
	statusCode: number;
	contentType: string;
	/** The page as it stands after the actions. */
	html: string;
	/** Address of the picture, if one was asked for. */
	screenshot?: string;
	/** What the actions gave, if there were any. */
	actions?: ActionResults;
}

export interface ActionResults {
	screenshots: string[];
	scrapes: Array<{ url: string; html: string }>;
	javascriptReturns: Array<{ type: string; value: unknown }>;
	pdfs: string[];
}

const DESKTOP: Viewport = { width: 1280, height: 800 };
const PHONE: Viewport = { width: 390, height: 844 };

/**
 * Opens a page in the browser, waits, performs the actions in order and reads what is there.
 * Undefined when the address is no page but a file to download. `signal` closes the page.
 */
export async function browsePage(
	browser: Browser,
	url: string,
	options: ScrapeOptions & { screenshot?: Format },
	{ files, signal }: { files: FileStore; signal: AbortSignal },
): Promise<BrowsedPage | undefined> {
	const { mobile = false, headers, location, screenshot } = options;
	const context = await browser.newContext({
		viewport: screenshot?.viewport ?? (mobile ? PHONE : DESKTOP),
		isMobile: mobile,
		ignoreHTTPSErrors: options.skipTlsVerification ?? true,
		extraHTTPHeaders: headers,
		locale: location?.languages?.[0],
	});
	const close = (): void => void context.close().catch(() => undefined);
	signal.addEventListener('abort', close, { once: true });
	try {
		return await readPage(context, url, options, files);
	} finally {
		signal.removeEventListener('abort', close);
		await context.close();
	}
}

async function readPage(
	context: BrowserContext,
	url: string,
	options: ScrapeOptions & { screenshot?: Format },
	files: FileStore,
): Promise<BrowsedPage | undefined> {
	const page = await context.newPage();
	const response = await page.goto(url, { timeout: 0 }).catch((error: unknown) => {
		if (String(error).includes('Download is starting')) return null;
		throw error;
	});
	const contentType = response?.headers()['content-type'] ?? 'text/html';
	if (!response || !contentType.includes('html')) return undefined;
	if (options.waitFor) await page.waitForTimeout(options.waitFor);
	const actions = options.actions && (await perform(page, options.actions, files));
	const picture = options.screenshot && (await takePicture(page, options.screenshot, files));
	return {
		url: page.url(),
		statusCode: response.status(),
		contentType,
		html: await page.content(),
		...(picture === undefined ? {} : { screenshot: picture }),
		...(actions === undefined ? {} : { actions }),
	};
}

/** Performs the actions in order. Throws `SCRAPE_ACTION_ERROR` at the first that fails. */
async function perform(page: Page, actions: Action[], files: FileStore): Promise<ActionResults> {
	const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
	for (const action of actions)
		await performOne(page, action, { results, files }).catch((error: unknown) => {
			if (page.isClosed()) throw error;
			throw actionFailed(`${action.type}: ${firstLine(error)}`);
		});
	return results;
}

function firstLine(error: unknown): string {
	return String(error).split('\n')[0] ?? '';
}

/** How long an element is waited for. */
const SELECTOR_TIMEOUT_MS = 5000;

async function performOne(
	page: Page,
	action: Action,
	{ results, files }: { results: ActionResults; files: FileStore },
): Promise<void> {
	const { type, selector = '', milliseconds, direction = 'down' } = action;
	switch (type) {
		case 'wait':
			if (milliseconds !== undefined) await page.waitForTimeout(milliseconds);
			else await page.waitForSelector(selector, { timeout: 30_000 });
			return;
		case 'click': {
			const found = page.locator(selector);
			const targets = action.all ? await found.all() : [found.first()];
			for (const target of targets) await target.click({ timeout: SELECTOR_TIMEOUT_MS });
			return;
		}
		case 'write':
			await page.keyboard.type(action.text ?? '');
			return;
		case 'press':
			await page.keyboard.press(action.key ?? '');
			return;
		case 'scroll':
			await scroll(page, selector, direction);
			return;
		case 'screenshot':
			results.screenshots.push(await takePicture(page, action, files));
			return;
		case 'scrape':
			results.scrapes.push({ url: page.url(), html: await page.content() });
			return;
		case 'executeJavascript': {
			const value: unknown = await page.evaluate(`(() => { ${action.script ?? ''} })()`);
			results.javascriptReturns.push({ type: typeof value, value: value ?? null });
			return;
		}
		default:
			results.pdfs.push(await print(page, action, files));
	}
}

/** Scrolls by a window's height, or until the element is in sight. */
async function scroll(page: Page, selector: string, direction: 'up' | 'down'): Promise<void> {
	if (selector !== '') {
		await page.locator(selector).first().scrollIntoViewIfNeeded({ timeout: SELECTOR_TIMEOUT_MS });
		return;
	}
	const height = page.viewportSize()?.height ?? DESKTOP.height;
	await page.mouse.wheel(0, direction === 'up' ? -height : height);
}

/** A lower quality makes a JPEG, none a PNG. */
async function takePicture(
	page: Page,
	{ fullPage = false, quality, viewport }: Format | Action,
	files: FileStore,
): Promise<string> {
	if (viewport) await page.setViewportSize(viewport);
	const isJpeg = quality !== undefined && quality < 100;
	const bytes = await page.screenshot({
		fullPage,
		...(isJpeg ? { type: 'jpeg', quality } : { type: 'png' }),
	});
	const kind = isJpeg ? 'jpeg' : 'png';
	return await files.add(bytes, `image/${kind}`, `screenshot.${kind}`);
}

async function print(page: Page, action: Action, files: FileStore): Promise<string> {
	const { format = 'Letter', landscape = false, scale = 1 } = action;
	const bytes = await page.pdf({ format, landscape, scale });
	return await files.add(bytes, 'application/pdf', 'page.pdf');
}
