import robotsParserModule from 'robots-parser';

import type { MapRequest } from './rules.ts';
import { fetchPage, USER_AGENT, type Hosts } from './fetchPage.ts';
import { readPage } from './pageLinks.ts';
import type { MappedLink } from './mappedLink.ts';
import { searchLinks } from './search.ts';
import { Sitemaps } from './sitemaps.ts';
import { SiteScope } from './siteScope.ts';

const DEFAULT_LIMIT = 5000;

/** Pages read for their links: the start page, then pages that it links to. */
const MAX_PAGES = 40;

// The package is CommonJS and exports the function itself; its types claim a default export.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

type Robots = ReturnType<typeof robotsParser>;

export interface MapperOptions {
	/**
	 * Open servers know sitemaps only, take ignored queries off their links instead of leaving these
	 * out, and their search ranks links and drops none.
	 */
	isOpenServer: boolean;
	/** Milliseconds that an open server waits for sitemaps, if a request has no time-out. */
	sitemapPatience: number;
}

/** Finds the pages of a website by its robots.txt, its sitemaps and its pages' links. */
export class SiteMapper {
	readonly #sitemaps: Sitemaps;
	readonly #hosts: Hosts;
	readonly #options: MapperOptions;

	constructor(now: () => number, hosts: Hosts, options: MapperOptions) {
		this.#sitemaps = new Sitemaps(now, hosts);
		this.#hosts = hosts;
		this.#options = options;
	}

	/** The site's links, at most `limit`, as a map request asks. Rejects only when aborted. */
	async map(request: MapRequest, signal: AbortSignal): Promise<MappedLink[]> {
		const { sitemap = 'include', limit = DEFAULT_LIMIT, search } = request;
		const { isOpenServer } = this.#options;
		const robots = await readRobots(request.url, this.#hosts, signal);
		const site = new FoundLinks(this.#scope(request), robots);
		const readsPages = sitemap !== 'only' && !isOpenServer;
		const furtherPages = readsPages ? await this.#readStartPage(request.url, site, signal) : [];
		if (sitemap !== 'skip') await this.#readSitemaps(request, site, { robots, signal });
		if (site.size < (search ? Infinity : limit))
			await Promise.all(furtherPages.map((url) => this.#readLinks(url, site, signal)));
		const links = site.all();
		return (search ? searchLinks(links, search, !isOpenServer) : links).slice(0, limit);
	}

	#scope({ url, includeSubdomains = true, ignoreQueryParameters = true }: MapRequest): SiteScope {
		const ignored = this.#options.isOpenServer ? 'takenOff' : 'leftOut';
		const queries = ignoreQueryParameters ? ignored : 'kept';
		return new SiteScope(url, { includeSubdomains, queries });
	}

	async #readSitemaps(
		{ url, ignoreCache = false, timeout }: MapRequest,
		site: FoundLinks,
		{ robots, signal }: { robots: Robots; signal: AbortSignal },
	): Promise<void> {
		const { isOpenServer, sitemapPatience } = this.#options;
		const isPatient = !isOpenServer || timeout !== undefined;
		const patience = isPatient ? undefined : AbortSignal.timeout(sitemapPatience);
		const addresses = sitemapAddresses(url, robots);
		const reading = { ignoreCache, signal, patience };
		for (const link of await this.#sitemaps.links(addresses, reading)) site.add(link);
	}

	/**
	 * Adds the start page and its links. Returns pages worth reading next, such as the index pages
	 * of a documentation's chapters.
	 */
	async #readStartPage(start: string, site: FoundLinks, signal: AbortSignal): Promise<string[]> {
		await this.#readLinks(new URL(start).href, site, signal);
		return site
			.all()
			.map(({ url }) => url)
			.slice(1, MAX_PAGES);
	}

	/** Adds a page and its links, if there is such a page. */
	async #readLinks(url: string, site: FoundLinks, signal: AbortSignal): Promise<void> {
		const fetched = await fetchPage(url, this.#hosts, signal);
		if (!fetched || !/html/.test(fetched.contentType)) return;
		const { links, base, ...page } = readPage(fetched.text);
		site.add({ url, ...page });
		const relativeTo = URL.canParse(base ?? '', fetched.url)
			? new URL(base ?? '', fetched.url).href
			: fetched.url;
		for (const { href, ...said } of links) site.add({ url: href, ...said }, relativeTo);
	}
}

async function readRobots(start: string, hosts: Hosts, signal: AbortSignal): Promise<Robots> {
	const address = new URL('/robots.txt', start).href;
	const page = await fetchPage(address, hosts, signal);
	return robotsParser(address, page?.text ?? '');
}

/** The sitemaps that robots.txt names, else the customary place. */
function sitemapAddresses(start: string, robots: Robots): string[] {
	const named = robots.getSitemaps().filter((address) => URL.canParse(address));
	return named.length > 0 ? named : [new URL('/sitemap.xml', start).href];
}

/** The links found so far, each once, in the order of discovery. */
class FoundLinks {
	readonly #scope: SiteScope;
	readonly #robots: Robots;
	readonly #links = new Map<string, MappedLink>();

	constructor(scope: SiteScope, robots: Robots) {
		this.#scope = scope;
		this.#robots = robots;
	}

	get size(): number {
		return this.#links.size;
	}

	/**
	 * Adds a link of the site, unless the start host's robots.txt forbids it (other hosts have
	 * their own, which says `undefined` here). Completes what is known of a link found before.
	 */
	add(link: MappedLink, base?: string): void {
		const url = this.#scope.accept(link.url, base);
		if (url === undefined) return;
		const known = this.#links.get(url);
		if (known) {
			known.title ??= link.title;
			known.description ??= link.description;
		} else if (this.#robots.isAllowed(url, USER_AGENT) !== false) {
			this.#links.set(url, { ...link, url });
		}
	}

	all(): MappedLink[] {
		return [...this.#links.values()];
	}
}
