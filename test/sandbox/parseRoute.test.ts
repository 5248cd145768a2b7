/** Uploads to the stand-in, over HTTP. */
import { createHash, randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { pdfOf } from './scrapeSite.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';

interface ParseAnswer {
	data?: Record<string, unknown>;
	error?: string;
	code?: string;
}

function formOf(content: Buffer | string, name: string, type: string, options?: object): FormData {
	const form = new FormData();
	if (options) form.append('options', JSON.stringify(options));
	form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
	return form;
}

async function upload(form: FormData | string) {
	const { service, client } = await serviceUnderTest();
	const { status, data } = await client.post<ParseAnswer>('/v2/parse', form);
	return { service, status, data };
}

test('a PDF file comes back as its text, and costs a credit for each page', async () => {
	const pdf = pdfOf('First page', 'Second page');
	const { status, data } = await upload(formOf(pdf, 'two.pdf', 'application/pdf'));
	expect([status, data.data]).toEqual([
		200,
		expect.objectContaining({
			markdown: expect.stringMatching(/First page[^]+Second page/) as string,
			metadata: expect.objectContaining({
				sourceURL: 'two.pdf',
				numPages: 2,
				creditsUsed: 2,
			}) as object,
		}),
	]);
});

test('a table comes back as one, whether from CSV or Excel', async () => {
	const { data } = await upload(formOf('name,price\nStool,12', 'prices.csv', 'text/csv'));
	expect(data.data?.['markdown']).toMatch(/\| Stool\s*\| 12\s*\|/);
});

test('formats and options count', async () => {
	const page =
		'<html><body><nav>Menu</nav><main><h1>Own</h1><a href="/x">x</a></main></body></html>';
	const options = { formats: ['html', 'links'], onlyMainContent: true };
	const { data } = await upload(formOf(page, 'own.html', 'text/html', options));
	expect(Object.keys(data.data ?? {}).sort()).toEqual(['html', 'links', 'metadata']);
	expect(data.data?.['html']).not.toContain('Menu');
	expect(data.data?.['links']).toEqual(['https://parse.firecrawl.dev/x']);
});

describe('The log shows of an upload', () => {
	test('name, type, size and hash, but not its bytes', async () => {
		const bytes = randomBytes(300_000);
		const { service } = await upload(
			formOf(bytes, 'a "b".pdf', 'application/pdf', { timeout: 1000 }),
		);
		expect(service.requests[0]?.body).toEqual([
			expect.objectContaining({ name: 'options', text: '{"timeout":1000}' }),
			{
				name: 'file',
				fileName: 'a "b".pdf',
				contentType: 'application/pdf',
				size: 300_000,
				sha256: createHash('sha256').update(bytes).digest('hex'),
			},
		]);
	});

	test('the same of one that is too large, and it is refused', async () => {
		const bytes = Buffer.alloc(51 * 1024 * 1024);
		const { service, status, data } = await upload(formOf(bytes, 'big.pdf', 'application/pdf'));
		expect([status, data.error]).toEqual([400, 'Uploaded file exceeds maximum size of 50MB.']);
		expect(service.requests[0]?.body).toMatchObject([
			{ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
		]);
	});
});

test.each([
	['no form', '{}', 'Missing file upload'],
	['a form without a file', new FormData(), 'Missing file upload'],
	['a file of another field', otherField(), 'Unexpected field'],
	['an image', formOf('x', 'a.png', 'image/png'), 'Unsupported upload type'],
	['a browser', formOf('x', 'a.pdf', '', { mobile: true }), 'do not support mobile'],
	['a place', formOf('x', 'a.pdf', '', { location: { country: 'DE' } }), 'do not support location'],
	['a wait', formOf('x', 'a.pdf', '', { waitFor: 10 }), 'do not support waitFor'],
])('refuses %s', async (_title, form, error) => {
	const { status, data } = await upload(form);
	expect(status).toBe(400);
	expect(data.error).toContain(error);
});

function otherField(): FormData {
	const form = new FormData();
	form.append('upload', new Blob(['x']), 'a.pdf');
	return form;
}
