/** What the stand-in does in Chromium, where this machine has one. */
import axios from 'axios';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ServiceError } from '../../sandbox/service/index.ts';
import { ChangeMemory } from '../../sandbox/service/scrape/changeTracking.ts';
import { Chromium, findChromium } from '../../sandbox/service/scrape/chromium.ts';
import { FileStore } from '../../sandbox/service/scrape/fileStore.ts';
import { scrapeDocument, type PageDocument } from '../../sandbox/service/scrape/scrapeDocument.ts';
import type { ScrapeOptions } from '../../sandbox/service/scrape/scrapeRequest.ts';
import { page, pdfOf, webSite } from './scrapeSite.ts';

const executablePath = findChromium();
const files = new FileStore();
let chromium: Chromium;

beforeAll(() => {
	chromium = new Chromium(executablePath ?? '');
});

afterAll(async () => {
	await Promise.all([chromium.close(), files.close()]);
});

async function scrape(url: string, options: ScrapeOptions): Promise<PageDocument> {
	const equipment = {
		hosted: true,
		hosts: {},
		chromium,
		changes: new ChangeMemory(),
		files,
		now: Date.now,
	};
	const context = { team: 'team', equipment, signal: AbortSignal.timeout(20_000) };
	return (await scrapeDocument({ url, ...options }, context)).document;
}

/** Width and height of a PNG file. */
function sizeOf(png: Buffer): [number, number] {
	return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function fileAt(address: unknown): Promise<{ type: unknown; bytes: Buffer }> {
	const { data, headers } = await axios.get<Buffer>(String(address), {
		responseType: 'arraybuffer',
		proxy: false,
	});
	return { type: headers['content-type'], bytes: Buffer.from(data) };
}

const FORM = page(
	'Form',
	`<main><h1>Form</h1><input id="name"><button onclick="document.querySelector('#said').textContent = 'Hello ' + document.querySelector('#name').value">Say</button>
	<p id="said">Nothing yet</p><div style="height:3000px"></div></main>
	<script>setTimeout(() => { document.querySelector('h1').textContent = 'Late form'; }, 300)</script>`,
);

describe.skipIf(executablePath === undefined)('in a browser', () => {
	test('a screenshot is a picture of the size asked for, at an address without a key', async () => {
		const { origin } = await webSite({ '/form': FORM });
		const viewport = { width: 640, height: 480 };
		const { screenshot } = await scrape(`${origin}/form`, {
			formats: [{ type: 'screenshot', viewport }],
		});
		const small = await fileAt(screenshot);
		expect([small.type, sizeOf(small.bytes)]).toEqual(['image/png', [640, 480]]);
		const whole = await scrape(`${origin}/form`, {
			formats: [{ type: 'screenshot', fullPage: true, quality: 50 }],
		});
		const { type, bytes } = await fileAt(whole['screenshot']);
		expect([type, bytes.subarray(0, 2).toString('hex')]).toEqual(['image/jpeg', 'ffd8']);
	});

	test('actions are performed in order, and what they give is in the document', async () => {
		const { origin } = await webSite({ '/form': FORM });
		const { markdown, actions } = await scrape(`${origin}/form`, {
			actions: [
				{ type: 'wait', selector: '#name' },
				{ type: 'click', selector: '#name' },
				{ type: 'write', text: 'Ada' },
				{ type: 'press', key: 'Tab' },
				{ type: 'click', selector: 'button' },
				{ type: 'executeJavascript', script: 'return 6 * 7;' },
				{ type: 'scroll', direction: 'down' },
				{ type: 'scrape' },
				{ type: 'screenshot' },
				{ type: 'pdf', format: 'A5', landscape: true },
			],
		});
		expect(markdown).toContain('Hello Ada');
		expect(actions).toMatchObject({
			scrapes: [{ url: `${origin}/form`, html: expect.stringContaining('Hello Ada') as string }],
			javascriptReturns: [{ type: 'number', value: 42 }],
			screenshots: [expect.stringContaining('screenshot.png') as string],
		});
		const { pdfs } = actions as { pdfs: string[] };
		const printed = await fileAt(pdfs[0]);
		expect([printed.type, printed.bytes.subarray(0, 5).toString()]).toEqual([
			'application/pdf',
			'%PDF-',
		]);
	});

	test('an action that cannot be performed fails the page', async () => {
		const { origin } = await webSite({ '/form': FORM });
		const actions = [{ type: 'executeJavascript', script: 'throw new Error("no")' }];
		const error: unknown = await scrape(`${origin}/form`, { actions }).catch(
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(ServiceError);
		expect((error as ServiceError).body).toMatchObject({
			code: 'SCRAPE_ACTION_ERROR',
			error: expect.stringContaining('no') as string,
		});
	});

	test('waiting shows what scripts have made of the page', async () => {
		const { origin } = await webSite({ '/form': FORM });
		const { markdown } = await scrape(`${origin}/form`, { waitFor: 800 });
		expect(markdown).toMatch(/^Late form/);
	});

	test('a file to download is read as a file', async () => {
		const { origin } = await webSite({
			'/a.pdf': { type: 'application/pdf', body: pdfOf('Paper') },
		});
		const { markdown } = await scrape(`${origin}/a.pdf`, { waitFor: 10 });
		expect(markdown).toBe('Paper');
	});
});
