import type { MappedLink } from './mappedLink.ts';

/**
 * The links whose address contains every word of the query, the most relevant first; without
 * `dropsOthers`, then those that do not.
 */
export function searchLinks(
	links: MappedLink[],
	query: string,
	dropsOthers: boolean,
): MappedLink[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return links;
	return links
		.map((link) => ({ link, score: relevance(link, words) }))
		.filter(({ score }) => score > 0 || !dropsOthers)
		.sort((one, other) => other.score - one.score)
		.map(({ link }) => link);
}

/** 0 without every word in the address; more for a match late in the path and in the title. */
function relevance(link: MappedLink, words: string[]): number {
	const address = readable(link.url);
	if (!words.every((word) => address.includes(word))) return 0;
	const page = address.replace(/\/$/, '').split('/').at(-1) ?? '';
	const title = link.title?.toLowerCase() ?? '';
	const hits = words.map(
		(word) => 4 + (page.includes(word) ? 4 : 0) + (title.includes(word) ? 2 : 0),
	);
	const depth = address.split('/').length;
	return hits.reduce((sum, hit) => sum + hit, 0) / words.length + 1 / depth;
}

function readable(url: string): string {
	try {
		return decodeURIComponent(url).toLowerCase();
	} catch {
		return url.toLowerCase();
	}
}
