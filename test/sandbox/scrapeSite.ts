import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { afterEach } from 'vitest';
import { CFB } from 'xlsx';

import { listen, stopListening } from '../../sandbox/service/http/listening.ts';

export interface WebFile {
	status?: number;
	type?: string;
	body?: string | Buffer;
	location?: string;
	/** Milliseconds before the answer. */
	delay?: number;
	/** The connection closes without an answer. */
	broken?: boolean;
}

export interface WebSite {
	/** `http://localhost:{port}`. */
	origin: string;
	/** By path; may be changed at any time. A text is an HTML page. */
	files: Record<string, string | WebFile>;
	/** Headers of each request, oldest first. */
	visits: Array<IncomingMessage['headers'] & { path: string }>;
}

const stops: Array<() => Promise<void>> = [];

afterEach(async () => {
	await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A website on loopback with files of any kind; 404 for all others. */
export async function webSite(files: WebSite['files']): Promise<WebSite> {
	const site: WebSite = { origin: '', files, visits: [] };
	const server = createServer((request, response) => {
		const path = request.url ?? '/';
		site.visits.push({ ...request.headers, path });
		const found = site.files[path] ?? { status: 404, body: page('Not found', '<p>Nothing.</p>') };
		const file = typeof found === 'string' ? { body: found } : found;
		setTimeout(() => answer(file, request, response), file.delay ?? 0);
	});
	site.origin = `http://localhost:${await listen(server, 0)}`;
	stops.push(() => stopListening(server));
	return site;
}

function answer(file: WebFile, request: IncomingMessage, response: ServerResponse): void {
	if (file.broken) return void request.destroy();
	response.writeHead(file.location ? 302 : (file.status ?? 200), {
		'content-type': file.type ?? 'text/html; charset=utf-8',
		...(file.location ? { location: file.location } : {}),
	});
	response.end(file.body);
}

export function page(title: string, body: string, head = ''): string {
	return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** A PDF file with a line of text on each page. */
export function pdfOf(...lines: string[]): Buffer {
	const kids = lines.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		`<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
		...lines.flatMap((line, index) => {
			const drawing = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
			return [
				`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
				`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
			];
		}),
	];
	let file = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, '0')} 00000 n \n`;
	});
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
	const start = file.length;
	return Buffer.from(
		`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
	);
}

/** The archives of the spreadsheet library, which has no types for them. */
const zip = CFB as {
	utils: {
		cfb_new(): object;
		cfb_add(archive: object, name: string, content: Buffer): void;
	};
	write(archive: object, options: { type: 'buffer'; fileType: 'zip' }): Uint8Array;
};

/** A Word file with a heading and a paragraph. */
export function wordOf(heading: string, paragraph: string): Buffer {
	const text = (words: string, style = ''): string =>
		`<w:p>${style}<w:r><w:t>${words}</w:t></w:r></w:p>`;
	const files: Record<string, string> = {
		'/[Content_Types].xml':
			'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
		'/_rels/.rels':
			'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
		'/word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text(heading, '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')}${text(paragraph)}</w:body></w:document>`,
	};
	const archive = zip.utils.cfb_new();
	for (const [name, content] of Object.entries(files))
		zip.utils.cfb_add(archive, name, Buffer.from(content));
	return Buffer.from(zip.write(archive, { type: 'buffer', fileType: 'zip' }));
}
