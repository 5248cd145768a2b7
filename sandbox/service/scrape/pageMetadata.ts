import type { HtmlPage } from './htmlPage.ts';

export type Metadata = Record<string, unknown>;

/** The meta elements that have a name of the service's own, beside the one they came with. */
const NAMES: Record<string, string> = {
	description: 'description',
	keywords: 'keywords',
	robots: 'robots',
	'og:title': 'ogTitle',
	'og:description': 'ogDescription',
	'og:url': 'ogUrl',
	'og:image': 'ogImage',
	'og:audio': 'ogAudio',
	'og:video': 'ogVideo',
	'og:determiner': 'ogDeterminer',
	'og:locale': 'ogLocale',
	'og:site_name': 'ogSiteName',
	'article:section': 'articleSection',
	'article:tag': 'articleTag',
	'article:published_time': 'publishedTime',
	'article:modified_time': 'modifiedTime',
	'dc.description': 'dcDescription',
	'dc.subject': 'dcSubject',
	'dcterms.created': 'dcTermsCreated',
};

/** What a page says of itself. A name that occurs several times has a list. */
export function metadataOf(page: HtmlPage): Metadata {
	const { $ } = page;
	const named: Metadata = {};
	const others: Metadata = {};
	for (const element of $('meta[content]').toArray()) {
		const key = $(element).attr('name') ?? $(element).attr('property');
		const content = $(element).attr('content') ?? '';
		if (key === undefined || key === '') continue;
		const name = Object.hasOwn(NAMES, key.toLowerCase()) ? NAMES[key.toLowerCase()] : undefined;
		if (name) named[name] ??= name.endsWith('Image') ? page.resolve(content) : content;
		if (name !== key) others[key] = joined(others[key], content);
	}
	const icon = $('link[rel~=icon]').attr('href') ?? '/favicon.ico';
	const title = $('title').first().text().trim();
	const language = $('html').attr('lang');
	return {
		...(title ? { title } : {}),
		...(language ? { language } : {}),
		favicon: page.resolve(icon),
		...named,
		ogLocaleAlternate: [],
		...others,
	};
}

function joined(known: unknown, content: string): unknown {
	if (known === undefined) return content;
	return Array.isArray(known) ? [...(known as string[]), content] : [known, content];
}
