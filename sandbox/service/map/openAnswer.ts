import type { MappedLink } from './mappedLink.ts';

/** The links as the open servers list them: addresses and nothing else. */
export function openLinks(links: readonly MappedLink[]): MappedLink[] {
	return links.map(({ url }) => ({ url }));
}

/** What the open server of 2026 says when its sitemaps gave nothing. */
export function noLinksWarning(address: string): string {
	const base = new URL(address).hostname.split('.').slice(-2).join('.');
	return `Only 0 result(s) found. For broader coverage, try mapping the base domain: ${base}`;
}
