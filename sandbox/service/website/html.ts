import type { Page } from './pages.ts';

/** A page as HTML. `describe` tells what is known of a linked page. */
export function renderPage(
	page: Page,
	extraLinks: string[],
	describe: (link: string) => Pick<Page, 'title' | 'description'> | undefined,
): string {
	const items = [...page.links, ...extraLinks].map((link) => {
		const target = describe(link);
		const hint = target ? ` title="${escapeMarkup(target.description)}"` : '';
		return `<li><a href="${escapeMarkup(link)}"${hint}>${escapeMarkup(target?.title ?? link)}</a></li>`;
	});
	return [
		'<!doctype html>',
		'<html lang="en">',
		`<head><meta charset="utf-8"><title>${escapeMarkup(page.title)}</title>`,
		`<meta name="description" content="${escapeMarkup(page.description)}"></head>`,
		`<body><h1>${escapeMarkup(page.title)}</h1><p>${escapeMarkup(page.description)}</p>`,
		`<ul>${items.join('\n')}</ul></body>`,
		'</html>',
		'',
	].join('\n');
}

export function escapeMarkup(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
