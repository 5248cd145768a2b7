import { unsupportedFile } from './failures.ts';
import { HtmlPage } from './htmlPage.ts';
import { fencedMarkdown, markdownOf } from './markdown.ts';
import { readOfficeFile } from './officeFile.ts';
import { metadataOf, type Metadata } from './pageMetadata.ts';
import { readPdf } from './pdfFile.ts';
import { pdfParserOf, type ScrapeOptions } from './scrapeRequest.ts';
import { textOf, type TargetFile } from './targetFile.ts';

/** What a file holds, from which every format is made. */
export interface Content {
	rawHtml: string;
	/** Cleaned; made when asked for. */
	html(): string;
	markdown: string;
	links: string[];
	images: string[];
	/** The values of an attribute on the elements that a selector finds. */
	attributes(selector: string, attribute: string): string[];
	/** The addresses of the page's sound or films. */
	media(kind: 'audio' | 'video'): string[];
	/** Data that the page carries for machines (JSON-LD). */
	structuredData: unknown[];
	metadata: Metadata;
	/** Of a PDF file: its pages' texts, and what it costs. */
	pdfPages?: string[];
}

/** Reads a file by its type. Throws `ServiceError` when it is none that the service reads. */
export async function readContent(file: TargetFile, options: ScrapeOptions): Promise<Content> {
	const { contentType, url } = file;
	if (/html|^$/.test(contentType)) return htmlContent(textOf(file), url, options);
	const name = URL.canParse(url) ? new URL(url).pathname : url;
	if (/pdf/.test(contentType) || (/octet-stream/.test(contentType) && /\.pdf$/i.test(name)))
		return await pdfContent(file, options);
	const office = await readOfficeFile(file.bytes, contentType, name);
	if (office !== undefined) return htmlContent(office, url, { ...options, onlyMainContent: false });
	if (!/^text\/|json|xml|javascript/.test(contentType)) throw unsupportedFile(contentType);
	const text = textOf(file);
	return {
		...NOTHING,
		rawHtml: text,
		html: () => text,
		markdown: fencedMarkdown(text, contentType),
	};
}

const NOTHING: Content = {
	rawHtml: '',
	html: () => '',
	markdown: '',
	links: [],
	images: [],
	attributes: () => [],
	media: () => [],
	structuredData: [],
	metadata: {},
};

/** A page's own HTML, as fetched or as a browser made it. */
export function htmlContent(rawHtml: string, url: string, options: ScrapeOptions): Content {
	const page = new HtmlPage(rawHtml, url);
	const metadata = metadataOf(page);
	const links = page.links();
	const images = page.images();
	const structuredData = structuredDataOf(page);
	page.clean(options);
	return {
		rawHtml,
		html: () => page.html(),
		markdown: markdownOf(page.bodyHtml(), options),
		links,
		images,
		// Asked of the whole page: what is cleaned away can be asked for, too.
		attributes: (selector, attribute) => new HtmlPage(rawHtml, url).attributes(selector, attribute),
		media: (kind) =>
			new HtmlPage(rawHtml, url).attributes(`${kind}[src], ${kind} source[src]`, 'src'),
		structuredData,
		metadata,
	};
}

function structuredDataOf({ $ }: HtmlPage): unknown[] {
	return $('script[type="application/ld+json"]')
		.toArray()
		.flatMap((element): unknown[] => {
			try {
				const data: unknown = JSON.parse($(element).text());
				return Array.isArray(data) ? data : [data];
			} catch {
				return [];
			}
		});
}

/** Without a parser for it, a PDF file is returned as it is, in base64. */
async function pdfContent(file: TargetFile, options: ScrapeOptions): Promise<Content> {
	const parser = pdfParserOf(options);
	if (!parser) return { ...NOTHING, markdown: file.bytes.toString('base64') };
	const { markdown, pages, totalPages, title } = await readPdf(file.bytes, parser);
	const html = pages.map((page) => `<p>${page}</p>`).join('\n');
	return {
		...NOTHING,
		rawHtml: html,
		html: () => html,
		markdown,
		metadata: { ...(title ? { title } : {}), numPages: pages.length, totalPages },
		pdfPages: pages,
	};
}
