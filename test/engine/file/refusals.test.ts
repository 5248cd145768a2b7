/** Files that are not sent, and uploads that fail. */
import { describe, expect, test } from 'vitest';

import { pdfOf } from '../../sandbox/scrapeSite.ts';
import { deleteFile, inputFile } from '../../support/inputFiles.ts';
import { shown } from '../agentRun/agentRunUnderTest.ts';
import {
	engine,
	filesOf,
	formOf,
	jsonOf,
	KEY,
	PAGE,
	parse,
	serviceUnderTest,
	startParse,
} from './fileUnderTest.ts';

describe('Refuses before anything is sent', () => {
	test.each([
		['a text file', { content: Buffer.from('x'), name: 'notes.txt', type: 'text/plain' }],
		['an archive', { content: Buffer.from('x'), name: 'all.zip', type: 'application/zip' }],
		['a file of which nothing is known', { content: Buffer.from('x') }],
	])('%s', async (_title, file) => {
		const { service } = await serviceUnderTest();
		const result = await parse(service, {}, await filesOf([file]));
		expect(shown(result).message).toContain('Input Binary Field must name a file of a type');
		expect(shown(result).message).toContain('pdf, docx');
		expect(service.requests).toEqual([]);
	});

	test.each(['memory', 'filesystem', 'database'] as const)(
		'a file above 50 MB, and takes one of just that size: in %s',
		async (mode) => {
			const { service } = await serviceUnderTest();
			service.orderFault({ answer: { status: 200, json: { success: true, data: {} } } });
			const largest = { content: Buffer.alloc(50 * 1024 * 1024), name: 'a.pdf' };
			expect((await parse(service, {}, await filesOf([largest], mode))).error).toBeUndefined();
			const tooLarge = { content: Buffer.alloc(50 * 1024 * 1024 + 1), name: 'a.pdf' };
			const result = await parse(service, {}, await filesOf([tooLarge], mode));
			expect(shown(result).message).toContain('must name a file of at most 50 MB');
			expect(shown(result).description).toContain('a.pdf, 50.0 MB');
			expect(service.requests).toHaveLength(1);
		},
		60_000,
	);

	test('a file of whose size only its storage knows, by the display name of its field', async () => {
		const { service } = await serviceUnderTest();
		const tooLarge = { content: Buffer.alloc(50 * 1024 * 1024 + 1), name: 'a.pdf' };
		const file = await inputFile(engine(), tooLarge);
		delete file.bytes;
		const result = await parse(service, {}, { files: [{ data: file }] });
		expect(shown(result).message).toBe(
			'Input Binary Field must name a file of at most 50 MB [item 0]',
		);
		expect(shown(result).details).toMatchObject({ field: 'Input Binary Field' });
		expect(service.requests).toEqual([]);
	}, 60_000);

	test('an empty file', async () => {
		const { service } = await serviceUnderTest();
		const file = { content: Buffer.alloc(0), name: 'a.pdf' };
		const result = await parse(service, {}, await filesOf([file]));
		expect(shown(result).message).toContain('must not name an empty file');
		expect(service.requests).toEqual([]);
	});

	test.each([
		['an item without files', {}],
		['another field', { files: [{ other: { data: '', mimeType: '' } }] }],
	])('%s', async (_title, options) => {
		const { service } = await serviceUnderTest();
		const result = await parse(service, {}, options);
		expect(shown(result)).toMatchObject({
			message: 'Input Binary Field must name a file of the item, such as data [item 0]',
			description: expect.stringMatching(/^Found: .data.\. No request was sent\.$/) as string,
		});
		expect(service.requests).toEqual([]);
	});

	test.each([
		['formats of pages', { formats: ['screenshot'] }, 'Formats must be one of'],
		[
			'another proxy',
			{ scrapeOptions: { proxy: 'enhanced' } },
			'Proxy must be one of: auto, basic',
		],
		['a short timeout', { scrapeOptions: { timeout: 10 } }, 'Timeout must be'],
	])('%s', async (_title, parameters, message) => {
		const { service } = await serviceUnderTest();
		const result = await parse(service, parameters, await filesOf([PAGE]));
		expect(shown(result).message).toContain(message);
		expect(service.requests).toEqual([]);
	});
});

test('one file that cannot be parsed leaves the others under Continue On Fail', async () => {
	const { service } = await serviceUnderTest();
	const given = await filesOf([
		PAGE,
		{ content: Buffer.from('no PDF'), name: 'broken.pdf' },
		{ content: Buffer.from('x'), name: 'notes.txt' },
	]);
	const { items, error } = await parse(service, {}, { ...given, onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	expect(items).toMatchObject([
		{ json: { fileName: 'offer.html' }, pairedItem: { item: 0 } },
		{
			json: {
				error: expect.any(String) as string,
				details: { code: 'SCRAPE_ALL_ENGINES_FAILED', retryable: false },
			},
			pairedItem: { item: 1 },
		},
		{ json: { details: { field: 'Input Binary Field' } }, pairedItem: { item: 2 } },
	]);
	expect(service.requests).toHaveLength(2);
});

test('a file that n8n has deleted meanwhile is told so', async () => {
	const { service } = await serviceUnderTest();
	const file = await inputFile(engine(), PAGE);
	await deleteFile(engine(), file);
	const result = await parse(service, {}, { files: [{ data: file }] });
	expect(shown(result).message).toBe('The file offer.html could not be read');
	expect(service.requests).toEqual([]);
});

test.each([
	['more', (bytes: string) => bytes + bytes],
	['fewer', (bytes: string) => bytes.slice(0, 40)],
])('a file with %s bytes than n8n says is sent by nobody as a whole', async (_title, changed) => {
	const { service } = await serviceUnderTest();
	const { writeFile } = await import('node:fs/promises');
	const file = await inputFile(engine(), PAGE);
	const path = storedAt(file.id ?? '');
	await writeFile(path, changed((PAGE.content as Buffer).toString()));
	const result = await parse(service, {}, { files: [{ data: file }] });
	expect(shown(result).message).toBe('The file offer.html could not be read');
	expect(service.requests.filter(({ status }) => status === 200)).toEqual([]);
});

function storedAt(id: string): string {
	const { container, core } = engine().loaded;
	const service = container.get(core.BinaryDataService);
	return service.getPath(id);
}

test('work that goes on at the service is joined by the same request', async () => {
	const { service } = await serviceUnderTest();
	const details = { state: 'processing_continues', retryAfterSeconds: 1 };
	const json = { success: false, code: 'SCRAPE_TIMEOUT', error: 'Timed out', details };
	service.orderFault({ answer: { status: 408, json } });
	const given = await filesOf([{ content: pdfOf('Long'), name: 'long.pdf' }]);
	const { items } = await parse(service, { options: { maxAttempts: 1 } }, given);
	expect(jsonOf(items)).toMatchObject([{ fileName: 'long.pdf' }]);
	const [first, second] = service.requests.map((request) => formOf(request));
	expect(second).toEqual(first);
});

test('an upload that is cancelled ends at once, and the file is closed', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ delay: 60_000, answer: { status: 200, json: {} } });
	const { promise, cancel } = startParse(service, {}, await filesOf([PAGE]));
	while (service.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
	const cancelled = Date.now();
	cancel();
	await promise;
	expect(Date.now() - cancelled).toBeLessThan(5_000);
});

test('the key is in no item, error or log', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({
		times: Infinity,
		answer: { status: 400, json: { success: false, error: `Bad key ${KEY}` } },
	});
	const result = await parse(service, {}, await filesOf([PAGE]));
	expect(JSON.stringify([result.items, result.error, result.log])).not.toContain(KEY);
});
