import type { FoundPage } from './pages.ts';
import { ranked } from './ranking.ts';
import { categoriesOf, sourcesOf, timeOf, type SearchRequest, type Source } from './rules.ts';
import { ofTime } from './timeRange.ts';

export type SearchResult = Record<string, unknown> & { url?: string };

/** Results by their source; `research` in the shape announced for November 2026. */
export type SearchResults = Partial<Record<Source | 'research', SearchResult[]>>;

/** What a search can find. */
export interface Corpus {
	pages: FoundPage[];
	news: FoundPage[];
}

export interface Behaviour {
	/** Unix milliseconds. */
	now: number;
	/** Most results of a source. */
	limit: number;
	/** Whether the category `research` has results of its own shape, or pages. */
	hasResearchPapers: boolean;
	/** Whether results know their place; own servers with SearXNG do not tell it. */
	tellsPosition: boolean;
}

/** The results of each source asked for, at most `limit` of each. */
export function resultsOf(
	{ pages, news }: Corpus,
	request: SearchRequest,
	{ now, limit, hasResearchPapers, tellsPosition }: Behaviour,
): SearchResults {
	const categories = categoriesOf(request);
	if (categories.includes('developer')) return { web: [] };
	const found = (from: FoundPage[]): FoundPage[] =>
		ranked(from.filter(isWanted(request)), request.query);
	const position = (index: number) => (tellsPosition ? { position: index + 1 } : {});
	const makers: Record<Source, () => SearchResult[]> = {
		web: () =>
			ofTime(found(pages).filter(isOfCategory(categories)), timeOf(request), now)
				.slice(0, limit)
				.map((page, index) => ({ ...webResult(page), ...position(index) })),
		news: () =>
			found(news)
				.slice(0, limit)
				.map((page, index) => ({ ...newsResult(page), ...position(index) })),
		images: () =>
			found(pages)
				.slice(0, limit)
				.map((page, index) => ({ ...imageResult(page), ...position(index) })),
	};
	if (categories.includes('research') && hasResearchPapers)
		return { research: found(pages).slice(0, limit).map(paper) };
	return Object.fromEntries(sourcesOf(request).map((source) => [source, makers[source]()]));
}

function isWanted({ includeDomains = [], excludeDomains = [] }: SearchRequest) {
	return ({ url }: FoundPage): boolean => {
		const { hostname } = new URL(url);
		const isBelow = (domain: string): boolean =>
			hostname === domain || hostname.endsWith(`.${domain}`);
		const isIncluded = includeDomains.length === 0 || includeDomains.some(isBelow);
		return isIncluded && !excludeDomains.some(isBelow);
	};
}

function isOfCategory(categories: string[]) {
	return ({ url }: FoundPage): boolean => {
		if (categories.length === 0 || categories.includes('research')) return true;
		const { hostname, pathname } = new URL(url);
		return (
			(categories.includes('pdf') && pathname.endsWith('.pdf')) ||
			(categories.includes('github') && /(^|\.)github\.com$/.test(hostname))
		);
	};
}

function webResult({ url, title, description }: FoundPage): SearchResult {
	return { url, title, description };
}

function newsResult({ url, title, description, publishedAt }: FoundPage): SearchResult {
	return {
		title,
		url,
		snippet: description,
		date: publishedAt === undefined ? 'today' : new Date(publishedAt).toDateString().slice(4),
		imageUrl: imageOf(url),
	};
}

function imageResult({ url, title }: FoundPage): SearchResult {
	return { title, imageUrl: imageOf(url), imageWidth: 640, imageHeight: 480, url };
}

function imageOf(url: string): string {
	const { origin, pathname } = new URL(url);
	return `${origin}/images${pathname.replace(/\/$/, '/index')}.png`;
}

function paper({ title, description }: FoundPage, index: number): SearchResult {
	const primaryId = `sandbox:${index + 1}`;
	return {
		paperId: `paper-${index + 1}`,
		primaryId,
		ids: { sandbox: [primaryId] },
		title,
		abstract: description,
		score: 1 / (index + 1),
	};
}
