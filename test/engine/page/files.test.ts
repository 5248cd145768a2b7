/** Files that a page links to, fetched without the key into the item's binary data. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { fileHost, PNG } from '../fileHost.ts';
import { getPage, onlyJson, scrape, serviceUnderTest, shown, UNKNOWN_ID } from './pageUnderTest.ts';

/** Scrapes a page whose document links to these files. */
async function scrapeWith(service: Service, document: IDataObject, options: INodeParameters = {}) {
	const data = { metadata: { statusCode: 200, scrapeId: UNKNOWN_ID }, ...document };
	service.orderFault({ answer: { status: 200, json: { success: true, data } } });
	return await scrape(service, {
		url: 'https://example.com',
		options: { downloadFiles: true, ...options },
	});
}

test('The files of a page become binary data of its item, each under its kind', async () => {
	const { service } = await serviceUnderTest();
	const { origin, visits } = await fileHost({
		'/shots/front.png': { body: PNG },
		'/1': { body: PNG },
		'/2': { body: PNG, type: 'image/jpeg' },
		'/print': { body: Buffer.from('%PDF-1.4'), type: 'application/octet-stream' },
		'/clip.mp4': { body: Buffer.from('movie'), type: 'video/mp4' },
	});
	const { items } = await scrapeWith(service, {
		screenshot: `${origin}/shots/front.png?signature=abc`,
		actions: { screenshots: [`${origin}/1`, `${origin}/2`], pdfs: [`${origin}/print`] },
		video: `${origin}/clip.mp4`,
	});
	const files = Object.entries(items[0]?.binary ?? {}).map(
		([name, { fileName, mimeType }]) => [name, fileName, mimeType] as const,
	);
	expect(files).toEqual([
		['screenshot', 'front.png', 'image/png'],
		['screenshot_1', 'screenshot_1.png', 'image/png'],
		['screenshot_2', 'screenshot_2.jpg', 'image/jpeg'],
		['pdf', 'pdf.pdf', 'application/pdf'],
		['video', 'clip.mp4', 'video/mp4'],
	]);
	expect(Buffer.from(items[0]?.binary?.screenshot?.data ?? '', 'base64')).toEqual(PNG);
	// The links stay in the item as well.
	expect(items[0]?.json.screenshot).toContain('/shots/front.png');
	for (const { headers } of visits) expect(headers).not.toHaveProperty('authorization');
});

test('Nothing is fetched unless the user wants it', async () => {
	const { service } = await serviceUnderTest();
	const { origin, visits } = await fileHost({ '/a.png': { body: PNG } });
	const options = { downloadFiles: false };
	const { items } = await scrapeWith(service, { screenshot: `${origin}/a.png` }, options);
	expect(items[0]).not.toHaveProperty('binary');
	expect(visits).toEqual([]);
});

test('A file may stand in the answer itself', async () => {
	const { service } = await serviceUnderTest();
	const { items } = await scrapeWith(service, {
		screenshot: `data:image/webp;base64,${PNG.toString('base64')}`,
		actions: { pdfs: [Buffer.from('%PDF-1.4').toString('base64')] },
	});
	const { screenshot, pdf } = items[0]?.binary ?? {};
	expect([screenshot?.mimeType, screenshot?.fileName]).toEqual(['image/webp', 'screenshot.webp']);
	expect(Buffer.from(pdf?.data ?? '', 'base64').toString()).toBe('%PDF-1.4');
});

test('Redirects are followed three times, also to another host, and without the key', async () => {
	const { service } = await serviceUnderTest();
	const other = await fileHost({ '/end.png': { body: PNG } });
	const { origin } = await fileHost({
		'/a': { location: '/b' },
		'/b': { location: '/c' },
		'/c': { location: `${other.origin}/end.png` },
		'/d': { location: '/a' },
	});
	const { items } = await scrapeWith(service, { screenshot: `${origin}/a` });
	expect(items[0]?.binary?.screenshot?.mimeType).toBe('image/png');
	expect(other.visits[0]?.headers).not.toHaveProperty('authorization');
	expect(shown(await scrapeWith(service, { screenshot: `${origin}/d` })).message).toBe(
		'The file “screenshot” could not be fetched',
	);
});

test('A file that failed for the moment is asked for again', async () => {
	const { service } = await serviceUnderTest();
	const { origin, visits } = await fileHost({ '/a.png': [{ status: 503 }, { body: PNG }] });
	const { items } = await scrapeWith(service, { screenshot: `${origin}/a.png` });
	expect(items[0]?.binary?.screenshot?.fileName).toBe('a.png');
	expect(visits).toHaveLength(2);
});

const NONE: Array<[string, (origin: string) => string, string]> = [
	['is not there', (origin) => `${origin}/none.png?signature=secret`, 'status 404'],
	['leads to no address of the web', (origin) => `${origin}/file`, 'an address that is none'],
	['is larger than 100 MB', (origin) => `${origin}/huge`, 'larger than 100 MB'],
	['is no link at all', () => 'ftp://example.com/a b', 'neither a link'],
];

test.each(NONE)('A file that %s is an error that names it', async (_title, addressOf, says) => {
	const { service } = await serviceUnderTest();
	const { origin } = await fileHost({
		'/file': { location: 'file:///etc/passwd' },
		'/huge': { bytes: 130 * 1024 * 1024 },
	});
	const { message, description, details } = shown(
		await scrapeWith(service, { screenshot: addressOf(origin) }),
	);
	expect(message).toBe('The file “screenshot” could not be fetched');
	expect(description).toContain(says);
	expect(description).not.toContain('signature');
	expect(description).toContain(`Get reads it again by the id ${UNKNOWN_ID}`);
	expect(details).toMatchObject({ file: 'screenshot', retryable: false, jobId: UNKNOWN_ID });
});

/** The document of a page with two files, one of which is gone. */
async function halfGone() {
	const { origin } = await fileHost({ '/print.pdf': { body: Buffer.from('%PDF-1.4') } });
	return {
		markdown: 'Text',
		screenshot: `${origin}/none.png?signature=secret`,
		actions: { pdfs: [`${origin}/print.pdf`] },
	};
}

test('A page that nothing could read again stays without a file, and says why', async () => {
	const { service } = await serviceUnderTest();
	const metadata = { statusCode: 200 };
	const result = await scrapeWith(service, { ...(await halfGone()), metadata });
	const json = onlyJson(result);
	expect(json).toMatchObject({ url: 'https://example.com', markdown: 'Text', metadata });
	expect(json.fileError).toMatch(
		/^The file “screenshot” could not be fetched: Its server answered with status 404\. Address: \S+\/none\.png\.$/,
	);
	expect(Object.keys(result.items[0]?.binary ?? {})).toEqual(['pdf']);
});

test('A page that is read again leaves the node without a file that is gone', async () => {
	const { service } = await serviceUnderTest();
	const data = { ...(await halfGone()), metadata: { statusCode: 200, scrapeId: UNKNOWN_ID } };
	service.orderFault({ answer: { status: 200, json: { success: true, data } } });
	const options = { downloadFiles: true };
	const result = await getPage(service, { scrapeId: UNKNOWN_ID, options });
	expect(onlyJson(result)).toMatchObject({
		markdown: 'Text',
		fileError: expect.stringContaining('“screenshot” could not be fetched') as string,
		jobId: UNKNOWN_ID,
	});
	expect(Object.keys(result.items[0]?.binary ?? {})).toEqual(['pdf']);
});
