import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { pdfOf, wordOf } from '../../sandbox/scrapeSite.ts';
import { inputFile } from '../../support/inputFiles.ts';
import { engine, filesOf, formOf, jsonOf, PAGE, parse, serviceUnderTest } from './fileUnderTest.ts';

describe.each(['memory', 'filesystem', 'database'] as const)('With files in %s', (mode) => {
	test('a file leaves as an item with its text, and arrives byte by byte', async () => {
		const { service } = await serviceUnderTest();
		const { items, error } = await parse(service, {}, await filesOf([PAGE], mode));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					fileName: 'offer.html',
					markdown: expect.stringContaining('Twelve oak chairs') as string,
					metadata: expect.objectContaining({ title: 'Offer', sourceURL: 'offer.html' }) as object,
					jobId: expect.any(String) as string,
				},
				pairedItem: { item: 0 },
			},
		]);
		const [request] = service.requests;
		expect(formOf(request)).toEqual({
			options: { formats: ['markdown'] },
			file: {
				name: 'file',
				fileName: 'offer.html',
				contentType: 'text/html',
				size: (PAGE.content as Buffer).length,
				sha256: hashOf(PAGE.content as Buffer),
			},
		});
		expect(request?.headers['content-length']).toMatch(/^\d+$/);
	});

	test('a file of several pieces arrives whole', async () => {
		const content = Buffer.concat([pdfOf('First', 'Second'), Buffer.alloc(500_001, '%')]);
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status: 200, json: { success: true, data: {} } } });
		await parse(service, {}, await filesOf([{ content, name: 'long.pdf' }], mode));
		const { file } = formOf(service.requests[0]);
		expect([file?.size, file?.sha256]).toEqual([content.length, hashOf(content)]);
	});

	test('a request that is repeated sends the same bytes again', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			answer: { status: 503, json: { success: false, error: 'Service Unavailable' } },
		});
		const { items, error } = await parse(service, {}, await filesOf([PAGE], mode));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const hashes = service.requests.map((request) => formOf(request).file?.sha256);
		expect(hashes).toEqual([hashOf(PAGE.content as Buffer), hashOf(PAGE.content as Buffer)]);
	});
});

test('each file leaves as an item of its own input', async () => {
	const { service } = await serviceUnderTest();
	const given = await filesOf([
		PAGE,
		{ content: pdfOf('Invoice 17'), name: 'invoice.pdf', type: 'application/pdf' },
		{ content: wordOf('Minutes', 'We agreed.'), name: 'minutes.docx' },
		{ content: Buffer.from('name,price\nStool,12'), name: 'prices.csv', type: 'text/csv' },
	]);
	const { items } = await parse(service, {}, given);
	expect(items.map(({ json, pairedItem }) => [json.fileName, pairedItem])).toEqual([
		['offer.html', { item: 0 }],
		['invoice.pdf', { item: 1 }],
		['minutes.docx', { item: 2 }],
		['prices.csv', { item: 3 }],
	]);
	const texts = jsonOf(items).map(({ markdown }) => markdown as string);
	expect(texts[1]).toContain('Invoice 17');
	expect(texts[2]).toContain('We agreed.');
	expect(texts[3]).toContain('Stool');
});

test('the file may be called otherwise, and stand in the json', async () => {
	const { service } = await serviceUnderTest();
	const file = await inputFile(engine(), PAGE);
	const named = await parse(
		service,
		{ binaryPropertyName: '={{ "attachment_" + $json.number }}' },
		{ items: [{ number: 1 }], files: [{ attachment_1: file }] },
	);
	expect(jsonOf(named.items)).toMatchObject([{ fileName: 'offer.html' }]);
	const whole = await parse(
		service,
		{ binaryPropertyName: '={{ $json.kept }}' },
		{ items: [{ kept: { ...file } }] },
	);
	expect(jsonOf(whole.items)).toMatchObject([{ fileName: 'offer.html' }]);
});

test.skipIf(process.env.N8N_CORE_FOLDER)(
	'a path leads to a file of a workflow that combines files with json',
	async () => {
		const { service } = await serviceUnderTest();
		const file = await inputFile(engine(), PAGE);
		const { items } = await parse(
			service,
			{ binaryPropertyName: 'mail.attachment' },
			{ items: [{ mail: { attachment: { ...file } } }], binaryMode: 'combined' },
		);
		expect(jsonOf(items)).toMatchObject([{ fileName: 'offer.html' }]);
	},
);

test.each([
	[
		'HTML that n8n took for text',
		{ name: 'page.htm', type: 'text/plain' },
		'page.htm',
		'text/html',
	],
	['a name without a type', { name: 'A b.PDF' }, 'A b.PDF', 'application/pdf'],
	['a type without a name', { type: 'application/pdf' }, 'file.pdf', 'application/pdf'],
	['a type with parameters', { type: 'text/html; charset=utf-8' }, 'file.html', 'text/html'],
	['a name that tells nothing', { name: 'download', type: 'text/csv' }, 'download', 'text/csv'],
	['a name with signs', { name: 'Größe "1".pdf' }, 'Größe "1".pdf', 'application/pdf'],
	['an image', { name: 'scan.png', type: 'image/png' }, 'scan.png', 'image/png'],
])('the service can read the type: %s', async (_title, kind, fileName, contentType) => {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: { status: 200, json: { success: true, data: {} } } });
	const given = await filesOf([{ content: pdfOf('x'), ...kind }]);
	const { error } = await parse(service, {}, given);
	expect(error).toBeUndefined();
	expect(formOf(service.requests[0]).file).toMatchObject({ fileName, contentType });
});

function hashOf(content: Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}
