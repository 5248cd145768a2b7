import { allEnginesFailed } from './failures.ts';
import type { PdfParser } from './scrapeRequest.ts';

export interface PdfText {
	markdown: string;
	/** A text for each page that was read. */
	pages: string[];
	/** Pages in the file, read or not. */
	totalPages: number;
	title?: string;
}

/** The text of a PDF file, up to the parser's `maxPages`. Throws when it is none. */
export async function readPdf(bytes: Buffer, parser: PdfParser): Promise<PdfText> {
	// The library is large: it is loaded when it is needed.
	const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
	try {
		// It takes the memory of what it is given.
		const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
		const { text, totalPages } = await extractText(pdf, { mergePages: false });
		const { info } = await getMeta(pdf);
		const pages = text.slice(0, parser.maxPages).map((page) => page.trim());
		const title: unknown = info['Title'];
		return {
			markdown: pages.map((page, index) => withMarker(page, index, parser)).join('\n\n'),
			pages,
			totalPages,
			...(typeof title === 'string' && title !== '' ? { title } : {}),
		};
	} catch {
		throw allEnginesFailed('pdf');
	}
}

function withMarker(page: string, index: number, { pageMarkers }: PdfParser): string {
	return pageMarkers ? `<!-- Page ${index + 1} -->\n\n${page}` : page;
}
