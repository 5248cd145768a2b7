import { gzipSync } from 'node:zlib';

import { escapeMarkup } from './html.ts';
import { blogPages, chapterPages } from './pages.ts';

/** A file's content and type. */
export interface SiteFile {
	contentType: string;
	body: string | Buffer;
}

const xml = 'application/xml; charset=utf-8';

/**
 * The docs' sitemaps, nested: an index, a plain file, a gzipped file, and a further index.
 * `origin` is scheme, host and port.
 */
export function docsSitemap(path: string, origin: string): SiteFile | undefined {
	const chapters = chapterPages.map((pages) => pages.map((page) => origin + page.path));
	switch (path) {
		case '/sitemap_index.xml':
			return index([
				`${origin}/sitemaps/pages.xml`,
				`${origin}/sitemaps/first-chapters.xml.gz`,
				`${origin}/sitemaps/more-chapters.xml`,
			]);
		case '/sitemaps/pages.xml':
			return urlset([
				`${origin}/`,
				`${origin}/changelog`,
				`${origin}/changelog?version=2`,
				`${origin}/pricing`,
			]);
		case '/sitemaps/first-chapters.xml.gz': {
			const { body } = urlset(chapters.slice(0, 8).flat());
			return { contentType: 'application/gzip', body: gzipSync(body) };
		}
		case '/sitemaps/more-chapters.xml':
			return index([
				`${origin}/sitemaps/chapters-9-16.xml`,
				`${origin}/sitemaps/chapters-17-24.xml`,
			]);
		case '/sitemaps/chapters-9-16.xml':
			return urlset(chapters.slice(8, 16).flat());
		case '/sitemaps/chapters-17-24.xml':
			return urlset(chapters.slice(16).flat());
		default:
			return undefined;
	}
}

/** The blog's sitemap, a news sitemap: it carries titles. */
export function blogSitemap(origin: string): SiteFile {
	const entries = [...blogPages.values()].map(
		({ path, title }) =>
			`<url><loc>${escapeMarkup(origin + path)}</loc>` +
			`<news:news><news:title>${escapeMarkup(title)}</news:title></news:news></url>`,
	);
	return { contentType: xml, body: urlsetXml(entries) };
}

/** Entries of one sitemap file: the limit of the sitemap protocol. */
const MAX_ENTRIES = 50_000;

/** The sitemaps of a site with any number of pages, made when asked for. */
export function countedSitemap(path: string, origin: string, count: number): SiteFile | undefined {
	const files = Math.ceil(count / MAX_ENTRIES);
	if (path === '/sitemap.xml')
		return index(Array.from({ length: files }, (_, file) => `${origin}/sitemaps/${file}.xml`));
	const file = Number(/^\/sitemaps\/(\d+)\.xml$/.exec(path)?.[1] ?? files);
	if (file >= files) return undefined;
	const first = file * MAX_ENTRIES;
	const length = Math.min(MAX_ENTRIES, count - first);
	return urlset(Array.from({ length }, (_, entry) => `${origin}/pages/${first + entry}`));
}

export function robotsTxt(lines: string[]): SiteFile {
	return { contentType: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
}

function index(addresses: string[]): SiteFile {
	const entries = addresses.map(
		(address) => `<sitemap><loc>${escapeMarkup(address)}</loc></sitemap>`,
	);
	const body =
		'<?xml version="1.0" encoding="UTF-8"?>\n' +
		'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
		`${entries.join('\n')}\n</sitemapindex>\n`;
	return { contentType: xml, body };
}

function urlset(addresses: string[]): { contentType: string; body: string } {
	const entries = addresses.map((address) => `<url><loc>${escapeMarkup(address)}</loc></url>`);
	return { contentType: xml, body: urlsetXml(entries) };
}

function urlsetXml(entries: string[]): string {
	return (
		'<?xml version="1.0" encoding="UTF-8"?>\n' +
		'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"' +
		' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n' +
		`${entries.join('\n')}\n</urlset>\n`
	);
}
