import { plainText } from '../scrape/answersByRule.ts';
import type { PageDocument } from '../scrape/scrapeDocument.ts';
import { blogPages, docsPages, type Page } from '../website/pages.ts';

/** A page that can be found. */
export interface FoundPage {
	url: string;
	title: string;
	description: string;
	/** What else it says, where it was read. */
	text?: string;
	/** Unix milliseconds of its publication, where that is known. */
	publishedAt?: number;
}

/** The sandbox websites, the documentation and the blog on its subdomain. */
export function websitePages(websiteUrl: string): { docs: FoundPage[]; blog: FoundPage[] } {
	const blogUrl = websiteUrl.replace('://', '://blog.');
	return {
		docs: [...docsPages.values()]
			.filter(({ path }) => !path.includes('?'))
			.map((page) => foundPage(page, websiteUrl)),
		blog: [...blogPages.values()].map((page) => foundPage(page, blogUrl)),
	};
}

function foundPage({ path, title, description }: Page, origin: string): FoundPage {
	const [, year, month] = /^\/(\d{4})\/(\d{2})\//.exec(path) ?? [];
	return {
		url: origin + path,
		title,
		description,
		...(year ? { publishedAt: Date.UTC(Number(year), Number(month) - 1, 15) } : {}),
	};
}

/** A page as it was scraped; undefined when nothing of its text was asked for. */
export function scrapedPage({ markdown, metadata }: PageDocument): FoundPage | undefined {
	if (typeof markdown !== 'string' || metadata.statusCode !== 200) return undefined;
	const text = plainText(markdown);
	return {
		url: metadata.url,
		title: textOf(metadata['title']) ?? metadata.url,
		description: textOf(metadata['description']) ?? text.slice(0, 160),
		text,
	};
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
