import { XMLParser } from 'fast-xml-parser';

import { isObject } from '../http/validation.ts';
import { fetchPage, type Hosts } from './fetchPage.ts';

/** The contract's cache lifetime of sitemap data. */
const CACHE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Sitemap files read for one site, and links taken from them. */
const MAX_FILES = 200;
const MAX_LINKS = 200_000;

export interface SitemapLink {
	url: string;
	/** Only news sitemaps carry titles. */
	title?: string;
}

/** How sitemaps are read. */
export interface SitemapReading {
	ignoreCache: boolean;
	/** Ends the reading with an error. */
	signal: AbortSignal;
	/** Ends the reading with what has been read. */
	patience?: AbortSignal;
}

interface SitemapFile {
	links: SitemapLink[];
	/** Further sitemaps, if this is an index. */
	sitemaps: string[];
}

const parser = new XMLParser({
	removeNSPrefix: true,
	parseTagValue: false,
	isArray: (name) => name === 'url' || name === 'sitemap',
});

/** Reads sitemap files and keeps what they hold for seven days. */
export class Sitemaps {
	readonly #now: () => number;
	readonly #hosts: Hosts;
	readonly #cache = new Map<string, { file: SitemapFile; readAt: number }>();

	constructor(now: () => number, hosts: Hosts) {
		this.#now = now;
		this.#hosts = hosts;
	}

	/** The links of these sitemaps and of all that their index files name; see `SitemapReading`. */
	async links(addresses: string[], options: SitemapReading): Promise<SitemapLink[]> {
		const links: SitemapLink[] = [];
		const seen = new Set<string>();
		const { patience } = options;
		let level = addresses;
		while (level.length > 0 && links.length < MAX_LINKS) {
			const wanted = [...new Set(level)].filter((address) => !seen.has(address));
			const read = wanted.slice(0, MAX_FILES - seen.size);
			read.forEach((address) => seen.add(address));
			const files = await Promise.all(read.map((address) => this.#readInTime(address, options)));
			for (const file of files) for (const link of file.links) links.push(link);
			level = patience?.aborted ? [] : files.flatMap((file) => file.sitemaps);
		}
		return links.slice(0, MAX_LINKS);
	}

	/** A file that outlasts the patience counts as empty. */
	async #readInTime(address: string, options: SitemapReading): Promise<SitemapFile> {
		const { signal, patience } = options;
		if (!patience) return await this.#read(address, options);
		const either = AbortSignal.any([signal, patience]);
		return await this.#read(address, { ...options, signal: either }).catch((error: unknown) => {
			if (signal.aborted || !patience.aborted) throw error;
			return { links: [], sitemaps: [] };
		});
	}

	async #read(address: string, options: SitemapReading): Promise<SitemapFile> {
		const cached = this.#cache.get(address);
		const isFresh = cached && this.#now() - cached.readAt < CACHE_LIFETIME_MS;
		if (isFresh && !options.ignoreCache) return cached.file;
		const page = await fetchPage(address, this.#hosts, options.signal);
		const file = page ? parseSitemap(page.text) : { links: [], sitemaps: [] };
		if (page) this.#cache.set(address, { file, readAt: this.#now() });
		return file;
	}
}

/** A file that is not a sitemap has no links. */
export function parseSitemap(xml: string): SitemapFile {
	let document: unknown;
	try {
		document = parser.parse(xml);
	} catch {
		return { links: [], sitemaps: [] };
	}
	return {
		links: children(document, 'urlset', 'url').flatMap((entry) => {
			const url = text(entry['loc']);
			if (!url) return [];
			const news = isObject(entry['news']) ? entry['news'] : {};
			const title = text(news['title']);
			return [title ? { url, title } : { url }];
		}),
		sitemaps: children(document, 'sitemapindex', 'sitemap').flatMap((entry) => {
			const address = text(entry['loc']);
			return address && URL.canParse(address) ? [address] : [];
		}),
	};
}

function children(document: unknown, root: string, name: string): Array<Record<string, unknown>> {
	const parent = isObject(document) ? document[root] : undefined;
	const entries = isObject(parent) ? parent[name] : undefined;
	return Array.isArray(entries) ? entries.filter(isObject) : [];
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
