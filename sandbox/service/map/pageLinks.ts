import { load } from 'cheerio';

export interface PageLink {
	/** Absolute or relative, as written on the page. */
	href: string;
	title?: string;
	description?: string;
}

export interface ReadPage {
	title?: string;
	description?: string;
	/** What relative links are relative to, if the page says so. */
	base?: string;
	links: PageLink[];
}

/** A page's own title and description, and its links with what it says of them. */
export function readPage(html: string): ReadPage {
	// The lenient parser: three times as fast as a browser's rules, and links are all that is wanted.
	const $ = load(html, { xml: { xmlMode: false, decodeEntities: true } });
	return {
		title: clean($('title').first().text()),
		description: clean($('meta[name="description"]').attr('content')),
		base: $('base[href]').attr('href'),
		links: $('a[href]')
			.toArray()
			.filter((anchor) => !/\bnofollow\b/.test($(anchor).attr('rel') ?? ''))
			.map((anchor) => ({
				href: $(anchor).attr('href') ?? '',
				title: clean($(anchor).text()),
				description: clean($(anchor).attr('title')),
			})),
	};
}

function clean(text: string | undefined): string | undefined {
	const trimmed = text?.replace(/\s+/g, ' ').trim();
	return trimmed === '' ? undefined : trimmed;
}
