import type { CrawlRules } from './rules.ts';

/** Whether a link belongs to a crawl, and what it counts as. */
export type Verdict =
	| { kind: 'page'; url: string; key: string; isExternal: boolean }
	/** Another site's home page, which crawls do not read. */
	| { kind: 'externalHome'; url: string }
	| { kind: 'none' };

/** Files that no crawl reads. */
const NO_PAGE =
	/\.(png|jpe?g|gif|svg|webp|ico|css|js|json|xml|zip|gz|tar|exe|dmg|mp3|mp4|avi|wav|woff2?|ttf)$/i;

const OUTSIDE: Verdict = { kind: 'none' };

/** The rules of one crawl: which addresses are its pages. */
export class CrawlScope {
	readonly #start: URL;
	readonly #rules: CrawlRules;
	readonly #include: RegExp[];
	readonly #exclude: RegExp[];

	/** Throws `SyntaxError` for a path that is no regular expression. */
	constructor(start: string, rules: CrawlRules) {
		this.#start = new URL(start);
		this.#rules = rules;
		this.#include = (rules.includePaths ?? []).map((path) => new RegExp(path));
		this.#exclude = (rules.excludePaths ?? []).map((path) => new RegExp(path));
	}

	/** The verdict on a link, found on a page of the site itself or of another one. */
	judge(link: string, { onExternalPage = false } = {}): Verdict {
		if (!URL.canParse(link)) return OUTSIDE;
		const url = new URL(link);
		url.hash = '';
		if (this.#rules.ignoreQueryParameters) url.search = '';
		if (!/^https?:$/.test(url.protocol) || NO_PAGE.test(url.pathname)) return OUTSIDE;
		const isExternal = !this.#isOfSite(url);
		if (isExternal) {
			if (!this.#rules.allowExternalLinks || onExternalPage) return OUTSIDE;
			if (url.pathname === '/') return { kind: 'externalHome', url: url.href };
		} else if (!this.#isBelowStart(url)) return OUTSIDE;
		if (!this.allowsPath(url.href)) return OUTSIDE;
		return { kind: 'page', url: url.href, key: this.keyOf(url.href), isExternal };
	}

	/** Whether the path rules let a page in. The start page is tested too. */
	allowsPath(address: string): boolean {
		const url = new URL(address);
		const tested = this.#rules.regexOnFullURL ? url.href : url.pathname;
		if (this.#exclude.some((pattern) => pattern.test(tested))) return false;
		return this.#include.length === 0 || this.#include.some((pattern) => pattern.test(tested));
	}

	/** What two addresses of the same page have in common. */
	keyOf(address: string): string {
		if (this.#rules.deduplicateSimilarURLs === false) return address;
		const url = new URL(address);
		const path = url.pathname.replace(/\/index\.(html?|php)$/i, '/').replace(/\/+$/, '');
		return withoutWww(url.host) + path + url.search;
	}

	#isOfSite(url: URL): boolean {
		const own = withoutWww(this.#start.host);
		const host = withoutWww(url.host);
		return host === own || (this.#rules.allowSubdomains === true && host.endsWith(`.${own}`));
	}

	/** Without `crawlEntireDomain`, siblings and parents of the start page are left out. */
	#isBelowStart(url: URL): boolean {
		if (this.#rules.crawlEntireDomain || url.host !== this.#start.host) return true;
		return url.pathname.startsWith(this.#start.pathname);
	}
}

function withoutWww(host: string): string {
	return host.replace(/^www\./, '');
}
