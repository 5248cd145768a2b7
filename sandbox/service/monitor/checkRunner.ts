import { randomUUID } from 'node:crypto';

import type { ServiceCore } from '../core.ts';
import { Crawler } from '../crawl/crawler.ts';
import type { CrawlRules } from '../crawl/rules.ts';
import { ServiceError } from '../http/serviceError.ts';
import { PageJobs } from '../pageJobs/pageJobs.ts';
import type { PageDocument } from '../scrape/scrapeDocument.ts';
import { scrapeOptionsRule } from '../scrape/scrapeRules.ts';
import { formatsOf, type ScrapeOptions } from '../scrape/scrapeRequest.ts';
import { targetAddress } from '../scrape/targetAddress.ts';
import { differenceOf, isSame, type Compared } from './comparison.ts';
import type { Judge } from './judge.ts';
import type { CheckedPage, Monitor, MonitorCheck, MonitorTarget, PageSnapshot } from './monitor.ts';

export interface CheckRunnerParts {
	core: ServiceCore;
	judge: Judge;
	/** Addresses that a search of the web finds. */
	search: (query: string) => string[];
	onPage: (monitor: Monitor, check: MonitorCheck, page: CheckedPage) => void;
}

/** What a page of a check is found to be, before it is compared. */
type FoundPage = { url: string } & ({ document: PageDocument } | { error: string });

const CREDITS_PER_JUDGMENT = 1;
const CREDITS_PER_SEARCH = 2;

/** Reads the pages of a check and compares them with those of the check before. */
export class CheckRunner {
	readonly #parts: CheckRunnerParts;

	constructor(parts: CheckRunnerParts) {
		this.#parts = parts;
	}

	/** Throws `ServiceError` when the check fails as a whole. */
	async run(monitor: Monitor, check: MonitorCheck): Promise<void> {
		const before = this.#parts.core.credits.remaining(monitor.team);
		for (const target of monitor.targets) {
			const found = await this.#read(monitor, target);
			for (const page of found) this.#compare(monitor, check, target, page);
			if (target.type === 'crawl') this.#removeMissing(monitor, check, target, found);
		}
		check.actualCredits = before - this.#parts.core.credits.remaining(monitor.team);
	}

	async #read(monitor: Monitor, target: MonitorTarget): Promise<FoundPage[]> {
		switch (target.type) {
			case 'scrape':
				return await this.#scrape(monitor.team, target.urls, optionsFor(target.scrapeOptions));
			case 'crawl':
				return await this.#crawl(monitor.team, target.url, target.crawlOptions, {
					...optionsFor(target.scrapeOptions),
				});
			case 'search': {
				const { queries, maxResults } = target;
				this.#parts.core.credits.spend(monitor.team, CREDITS_PER_SEARCH * queries.length);
				const urls = [...new Set(queries.flatMap(this.#parts.search))].slice(0, maxResults);
				return await this.#scrape(monitor.team, urls, optionsFor({}));
			}
		}
	}

	async #scrape(team: string, urls: string[], options: ScrapeOptions): Promise<FoundPage[]> {
		const { scraper } = this.#parts.core;
		const context = { team, signal: scraper.isClosed };
		return await Promise.all(
			urls.map(async (url): Promise<FoundPage> => {
				try {
					const { document } = await scraper.scrapeInTurn({ url, ...options }, context);
					return { url, document };
				} catch (error) {
					return { url, error: error instanceof Error ? error.message : String(error) };
				}
			}),
		);
	}

	async #crawl(
		team: string,
		url: string,
		rules: CrawlRules,
		scrapeOptions: ScrapeOptions,
	): Promise<FoundPage[]> {
		const { core } = this.#parts;
		const start = targetAddress(url) ?? url;
		const ended = Promise.withResolvers<undefined>();
		const jobs = new PageJobs(core, {
			onJobEvent: ({ type }) => {
				if (type === 'completed') ended.resolve(undefined);
			},
		});
		const crawler = new Crawler(core, jobs, start, rules);
		const job = jobs.start(
			{ kind: 'crawl', team, url, scrapeOptions },
			{ onLinks: async (task, links) => await crawler.follow(task, links) },
		);
		core.scraper.isClosed.addEventListener('abort', () => ended.resolve(undefined));
		await crawler.begin(job);
		await ended.promise;
		return [
			...job.documents.map((document) => ({ url: document.metadata.sourceURL, document })),
			...job.failures.map(({ url: failed, error }) => ({ url: failed, error })),
		];
	}

	#compare(monitor: Monitor, check: MonitorCheck, target: MonitorTarget, found: FoundPage): void {
		const key = keyOf(target, found.url);
		const previous = monitor.snapshots.get(key);
		const page = newPage(target, found.url, this.#parts.core.now(), previous);
		if ('error' in found) {
			this.#add(monitor, check, { ...page, status: 'error', error: found.error });
			return;
		}
		const { metadata, markdown, json } = found.document;
		const { statusCode, scrapeId } = metadata;
		page.statusCode = statusCode;
		if (statusCode >= 400) {
			const isGone = previous !== undefined && (statusCode === 404 || statusCode === 410);
			if (isGone) monitor.snapshots.delete(key);
			const error = isGone ? null : `The page answered with status ${statusCode}`;
			this.#add(monitor, check, { ...page, status: isGone ? 'removed' : 'error', error });
			return;
		}
		const compared = comparedIn(target);
		const current: PageSnapshot = {
			scrapeId,
			markdown: typeof markdown === 'string' ? markdown : '',
			...(compared === 'markdown' ? {} : { json }),
		};
		monitor.snapshots.set(key, current);
		const status = !previous ? 'new' : isSame(previous, current, compared) ? 'same' : 'changed';
		this.#add(monitor, check, {
			...page,
			status,
			currentScrapeId: scrapeId,
			diff: previous && status === 'changed' ? differenceOf(previous, current, compared) : null,
			...(compared === 'markdown' ? {} : { snapshot: { json } }),
		});
	}

	/** Pages of the check before that the crawl has not found any more. */
	#removeMissing(
		monitor: Monitor,
		check: MonitorCheck,
		target: MonitorTarget,
		found: FoundPage[],
	): void {
		const present = new Set(found.map(({ url }) => keyOf(target, url)));
		for (const [key, previous] of monitor.snapshots) {
			const [targetId, url = ''] = key.split(' ');
			if (targetId !== target.id || present.has(key)) continue;
			monitor.snapshots.delete(key);
			const page = newPage(target, url, this.#parts.core.now(), previous);
			this.#add(monitor, check, { ...page, status: 'removed' });
		}
	}

	#add(monitor: Monitor, check: MonitorCheck, page: CheckedPage): void {
		const { goal, judgeEnabled, team } = monitor;
		const { status, url, diff } = page;
		if (goal !== null && judgeEnabled && status !== 'same' && status !== 'error') {
			page.judgment = this.#parts.judge(goal, { url, diff });
			this.#parts.core.credits.spend(team, CREDITS_PER_JUDGMENT);
		}
		check.pages.push(page);
		this.#parts.onPage(monitor, check, page);
	}
}

/** Which kind of monitor a target makes, by its change tracking format. */
export function comparedIn(target: MonitorTarget): Compared {
	if (target.type === 'search') return 'markdown';
	const format = formatsOf(target.scrapeOptions).find(({ type }) => type === 'changeTracking');
	const modes = format?.modes ?? [];
	if (!modes.includes('json')) return 'markdown';
	return modes.includes('git-diff') ? 'mixed' : 'json';
}

/** How the pages of a target are read. Throws `ServiceError` for options that a scrape refuses. */
function optionsFor(given: ScrapeOptions): ScrapeOptions {
	const [problem] = scrapeOptionsRule(given, [], true);
	if (problem) throw new ServiceError(400, `Invalid scrapeOptions: ${problem.message}`);
	const tracking = formatsOf(given).find(({ type }) => type === 'changeTracking');
	const others = formatsOf(given).filter(
		({ type }) => type !== 'changeTracking' && type !== 'markdown' && type !== 'json',
	);
	const isData = tracking?.modes?.includes('json') ?? false;
	const { schema, prompt } = tracking ?? {};
	const json = { type: 'json', ...(schema ? { schema } : {}), ...(prompt ? { prompt } : {}) };
	return { maxAge: 0, ...given, formats: ['markdown', ...others, ...(isData ? [json] : [])] };
}

function keyOf({ id }: MonitorTarget, url: string): string {
	return `${id} ${url}`;
}

function newPage(
	target: MonitorTarget,
	url: string,
	now: number,
	previous: PageSnapshot | undefined,
): CheckedPage {
	return {
		id: randomUUID(),
		targetId: target.id,
		url,
		status: 'same',
		previousScrapeId: previous?.scrapeId ?? null,
		currentScrapeId: null,
		statusCode: null,
		error: null,
		metadata: null,
		judgment: null,
		diff: null,
		createdAt: now,
	};
}
