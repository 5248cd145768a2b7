import { Sitemaps } from '../map/sitemaps.ts';
import type { ServiceCore } from '../core.ts';
import type { PageJob } from '../pageJobs/pageJob.ts';
import type { PageJobs } from '../pageJobs/pageJobs.ts';
import type { PageTask } from '../pageJobs/pageWorker.ts';
import { CrawlScope } from './crawlScope.ts';
import { Robots } from './robots.ts';
import type { CrawlRules } from './rules.ts';

const DEFAULT_LIMIT = 10_000;

/** Finds the pages of one crawl and hands them to its job. */
export class Crawler {
	readonly #core: ServiceCore;
	readonly #pageJobs: PageJobs;
	readonly #rules: CrawlRules;
	readonly #start: string;
	readonly #scope: CrawlScope;
	readonly #robots: Robots;
	/** Keys of the pages and of what was refused. */
	readonly #seen = new Set<string>();
	readonly #external = new Set<string>();
	#job: PageJob | undefined;

	/** Throws `SyntaxError` for a path rule that is no regular expression. */
	constructor(core: ServiceCore, pageJobs: PageJobs, start: string, rules: CrawlRules) {
		this.#core = core;
		this.#pageJobs = pageJobs;
		this.#rules = rules;
		this.#start = start;
		this.#scope = new CrawlScope(start, rules);
		this.#robots = new Robots(core.hosts, rules.robotsUserAgent, core.scraper.isClosed);
	}

	/** Hands over the start page and the sitemap's pages; the links of pages follow by `follow`. */
	async begin(job: PageJob): Promise<void> {
		this.#job = job;
		try {
			await this.#offerStart(job);
			if (this.#rules.sitemap !== 'skip') await this.#offerSitemap();
		} catch (error) {
			if (!this.#core.scraper.isClosed.aborted) throw error;
		} finally {
			this.#pageJobs.release(job);
		}
	}

	/** Hands over what a page links to. */
	async follow(task: PageTask, links: string[]): Promise<void> {
		if (this.#rules.sitemap === 'only') return;
		const onExternalPage = this.#external.has(task.url);
		for (const link of links) await this.#offer(link, task.depth + 1, onExternalPage);
	}

	async #offerStart(job: PageJob): Promise<void> {
		const { href } = new URL(this.#start);
		this.#seen.add(this.#scope.keyOf(href));
		if (!(await this.#mayRead(href))) {
			this.#pageJobs.refusePage(job, href, BANNED);
			return;
		}
		const isHidden = !this.#scope.allowsPath(href);
		if (isHidden) this.#pageJobs.refusePage(job, href, NOT_INCLUDED);
		if (this.#isFull()) return;
		this.#pageJobs.add(job, { url: href, depth: 0, ...(isHidden ? { isHidden } : {}) });
	}

	async #offerSitemap(): Promise<void> {
		const sitemaps = new Sitemaps(this.#core.now, this.#core.hosts);
		const links = await sitemaps.links(await this.#robots.sitemaps(this.#start), {
			ignoreCache: false,
			signal: this.#core.scraper.isClosed,
		});
		for (const { url } of links) await this.#offer(url, 0, false);
	}

	async #offer(link: string, depth: number, onExternalPage: boolean): Promise<void> {
		const job = this.#job;
		const { maxDiscoveryDepth = Infinity } = this.#rules;
		if (!job || depth > maxDiscoveryDepth || this.#isFull()) return;
		const verdict = this.#scope.judge(link, { onExternalPage });
		if (verdict.kind === 'none') return;
		const key = verdict.kind === 'page' ? verdict.key : verdict.url;
		if (this.#seen.has(key)) return;
		this.#seen.add(key);
		if (verdict.kind === 'externalHome') {
			this.#pageJobs.refusePage(job, verdict.url, EXTERNAL_HOME);
			return;
		}
		if (!(await this.#mayRead(verdict.url))) {
			this.#refuseBanned(job, verdict.url);
			return;
		}
		if (this.#isFull()) return;
		if (verdict.isExternal) this.#external.add(verdict.url);
		this.#pageJobs.add(job, { url: verdict.url, depth });
	}

	/** The hosted service lists these addresses; the open servers count them as errors. */
	#refuseBanned(job: PageJob, url: string): void {
		if (this.#core.deployment === 'hosted') job.robotsBlocked.push(url);
		else this.#pageJobs.refusePage(job, url, BANNED);
	}

	async #mayRead(url: string): Promise<boolean> {
		return this.#rules.ignoreRobotsTxt === true || (await this.#robots.allows(url));
	}

	#isFull(): boolean {
		return (this.#job?.found ?? 0) >= (this.#rules.limit ?? DEFAULT_LIMIT);
	}
}

const BANNED = { code: 'CRAWL_DENIAL', error: 'URL blocked by robots.txt' };
const NOT_INCLUDED = {
	code: 'CRAWL_DENIAL',
	error: 'URL does not match the includePaths or matches the excludePaths of the crawl',
};
const EXTERNAL_HOME = { code: 'EXTERNAL_LINK', error: 'URL is the home page of another website' };
