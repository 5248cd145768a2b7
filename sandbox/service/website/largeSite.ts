import type { SiteFile } from './sitemapFiles.ts';

/** Pages of a section. */
const SECTION_SIZE = 100;

/** Of so many links to pages, one is dead: in turn to a page that is gone and to a broken one. */
const DEAD_LINK_EVERY = 100;

/** Bytes of text on a page. */
const TEXT_BYTES = 19_500;

/** A page that breaks the connection. */
export const BROKEN = 'broken';

/**
 * A site with so many pages of about 20 kB of Markdown, made when they are asked for: a home page,
 * sections of a hundred pages, and their pages. It has no sitemap, so crawls go by its links, of
 * which one in a hundred is dead. Undefined for a page that there is not.
 */
export function largeSite(url: URL, count: number): SiteFile | typeof BROKEN | undefined {
	const sections = Math.ceil(count / (SECTION_SIZE + 1));
	const pages = count - sections - 1;
	const [, kind, name] = /^\/(section|page|gone|broken)\/(\d+)$/.exec(url.pathname) ?? [];
	const number = Number(name);
	if (url.pathname === '/')
		return page('A large site', links('section', 0, sections - 1) + textOf(0));
	if (kind === 'broken') return BROKEN;
	if (kind === 'section' && number < sections) {
		const first = number * SECTION_SIZE;
		const last = Math.min(first + SECTION_SIZE, pages) - 1;
		const dead = number % 2 === 0 ? 'gone' : 'broken';
		return page(
			`Section ${number}`,
			links('page', first, last) + links(dead, number, number + deadLinks(last - first + 1) - 1),
		);
	}
	if (kind === 'page' && number < pages)
		return page(`Page ${number}`, `<p><a href="/">Home</a></p>${textOf(number)}`);
	return undefined;
}

function deadLinks(among: number): number {
	return Math.floor(among / DEAD_LINK_EVERY);
}

function links(kind: string, first: number, last: number): string {
	const items = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
		const number = first + index;
		return `<li><a href="/${kind}/${number}">${kind} ${number}</a></li>`;
	});
	return `<ul>${items.join('\n')}</ul>`;
}

function page(title: string, content: string): SiteFile {
	return {
		contentType: 'text/html; charset=utf-8',
		body: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${title} of many"></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1>${content}</main></body></html>`,
	};
}

const SENTENCES = [
	'A parcel that is weighed twice is never sent to the wrong floor.',
	'Keys are kept in the <b>blue</b> cupboard behind the second door.',
	'The pump starts by itself when the water falls below the mark.',
	'Nobody has to sign for a chair that is only lent for the day.',
	'In winter the gate is closed at six, in summer an hour later.',
	'Each shelf has a number, and each number stands in the <i>book</i>.',
	'Whoever finds a lamp broken writes it down and takes a new one.',
];

const PARAGRAPH_SENTENCES = 12;

/** Paragraphs, other ones on each page, of about as many bytes as a page has. */
function textOf(number: number): string {
	const paragraphs: string[] = [];
	let bytes = 0;
	for (let index = 0; bytes < TEXT_BYTES; index++) {
		const sentences = Array.from(
			{ length: PARAGRAPH_SENTENCES },
			(_, place) => SENTENCES[(number + index * 3 + place) % SENTENCES.length],
		);
		const paragraph = `<p>${number}.${index} ${sentences.join(' ')}</p>`;
		bytes += paragraph.length;
		paragraphs.push(paragraph);
	}
	return paragraphs.join('\n');
}
