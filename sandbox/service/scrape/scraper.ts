import { setTimeout as sleep } from 'node:timers/promises';

import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';
import { ChangeMemory } from './changeTracking.ts';
import { Chromium, findChromium } from './chromium.ts';
import { timedOut } from './failures.ts';
import { FileStore } from './fileStore.ts';
import { PageCache } from './pageCache.ts';
import {
	scrapeDocument,
	type Equipment,
	type PageDocument,
	type ScrapedPage,
} from './scrapeDocument.ts';
import { timeLimitOf, type ScrapeRequest } from './scrapeRequest.ts';
import { targetAddress } from './targetAddress.ts';

export interface ScraperOptions {
	/** Milliseconds that a page keeps its browser at least. Default: as long as it takes. */
	pageDuration?: number | ((url: string) => number);
	/** The failure of a page, in place of scraping it. Default: none fails that can be had. */
	failPage?: (url: string) => ServiceError | undefined;
	/** Hosts that the service does not scrape: 403. Default: none. */
	blockedHosts?: string[];
	/** Whether screenshots and actions work, for which this machine needs Chromium. Default: true. */
	hasBrowser?: boolean;
	/** Whether pages are answered from copies. Default: true at the hosted service. */
	hasCache?: boolean;
}

type ScraperCore = Pick<ServiceCore, 'deployment' | 'now' | 'browsers' | 'credits' | 'hosts'>;

/** How a page of one team is scraped. */
export interface ScrapingContext {
	team: string;
	/** Ends the work: the client went away. */
	signal: AbortSignal;
}

/** A page that did not wait longer than this part of its time-out may still be scraped. */
const QUEUE_SHARE = 2 / 3;

/** The document of a host that does not exist is none, but billed (section M). */
const DNS_FAILURE_CREDITS = 1;

/** Scrapes pages within a plan's limits, for every noun that reads pages. */
export class Scraper {
	readonly equipment: Equipment;
	readonly #closing = new AbortController();
	readonly #core: ScraperCore;
	readonly #options: ScraperOptions;
	readonly #listeners: Array<(document: PageDocument) => void> = [];

	constructor(core: ScraperCore, options: ScraperOptions) {
		const isHosted = core.deployment === 'hosted';
		const executablePath = (options.hasBrowser ?? isHosted) ? findChromium() : undefined;
		this.#core = core;
		this.#options = options;
		this.equipment = {
			hosted: isHosted,
			changes: new ChangeMemory(),
			files: new FileStore(),
			hosts: core.hosts,
			now: core.now,
			...(executablePath === undefined ? {} : { chromium: new Chromium(executablePath) }),
			...((options.hasCache ?? isHosted) ? { cache: new PageCache() } : {}),
		};
	}

	/**
	 * One page for a client that waits for it. The wait for a browser counts towards the time-out.
	 * Throws `ServiceError`.
	 */
	async scrapeNow(request: ScrapeRequest, { team, signal }: ScrapingContext): Promise<ScrapedPage> {
		const asked = Date.now();
		const limit = timeLimitOf(request);
		const patience = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(limit * QUEUE_SHARE))]);
		const release = await this.#core.browsers.take(team, patience).catch(() => {
			throw timedOut();
		});
		const waited = Date.now() - asked;
		try {
			const page = await this.#scrape(request, { team, signal }, limit - waited);
			const isLimited = waited > QUEUE_NOTICED_MS;
			Object.assign(page.document.metadata, {
				concurrencyLimited: isLimited,
				...(isLimited ? { concurrencyQueueDurationMs: waited } : {}),
			});
			return page;
		} finally {
			release();
		}
	}

	/** One page of a job, when its turn comes. Throws `ServiceError`. */
	async scrapeInTurn(request: ScrapeRequest, context: ScrapingContext): Promise<ScrapedPage> {
		const { browsers, deployment } = this.#core;
		const isThrottled = deployment !== 'hosted' && browsers.inUse(context.team) >= browsers.max;
		const release = await browsers.take(context.team, context.signal);
		try {
			const page = await this.#scrape(request, context, timeLimitOf(request));
			if (isThrottled) page.document.warning ??= THROTTLED;
			return page;
		} finally {
			release();
		}
	}

	/** Tells of every page that is scraped from now on. */
	onDocument(listener: (document: PageDocument) => void): void {
		this.#listeners.push(listener);
	}

	/** Throws 403 for a host that the service does not scrape. */
	refuseBlocked(url: string): void {
		if (this.isBlocked(url)) throw new ServiceError(403, BLOCKED_SITE);
	}

	isBlocked(url: string): boolean {
		const address = targetAddress(url);
		const host = address === undefined ? '' : new URL(address).hostname;
		return this.#options.blockedHosts?.includes(host) ?? false;
	}

	/** Aborted when the stand-in stops. */
	get isClosed(): AbortSignal {
		return this.#closing.signal;
	}

	async close(): Promise<void> {
		this.#closing.abort();
		await Promise.all([this.equipment.chromium?.close(), this.equipment.files.close()]);
	}

	async #scrape(
		request: ScrapeRequest,
		{ team, signal }: ScrapingContext,
		timeLimit: number,
	): Promise<ScrapedPage> {
		const { pageDuration = 0, failPage } = this.#options;
		const duration = typeof pageDuration === 'number' ? pageDuration : pageDuration(request.url);
		const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(timeLimit)));
		const context = {
			team,
			equipment: this.equipment,
			signal: AbortSignal.any([signal, timeout]),
		};
		const slowness = sleep(duration, undefined, { signal: context.signal });
		const [outcome] = await Promise.allSettled([
			this.#outcome(request, context, failPage),
			slowness,
		]);
		if (context.signal.aborted) throw timedOut();
		if (outcome.status === 'fulfilled') {
			this.#core.credits.spend(team, outcome.value.document.metadata.creditsUsed);
			for (const listener of this.#listeners) listener(outcome.value.document);
			return outcome.value;
		}
		const error: unknown = outcome.reason;
		if (error instanceof ServiceError && error.status === 200)
			this.#core.credits.spend(team, DNS_FAILURE_CREDITS);
		throw error;
	}

	async #outcome(
		request: ScrapeRequest,
		context: Parameters<typeof scrapeDocument>[1],
		failPage: ScraperOptions['failPage'],
	): Promise<ScrapedPage> {
		const failure = failPage?.(request.url);
		if (failure) throw failure;
		return await scrapeDocument(request, context);
	}
}

/** A shorter wait for a browser is no wait. */
const QUEUE_NOTICED_MS = 20;

const THROTTLED =
	"This scrape job was throttled at your current concurrency limit. If you'd like to scrape faster, you can upgrade your plan.";

const BLOCKED_SITE =
	'We apologize for the inconvenience but we do not support this site. If you are part of an enterprise and want to have a further conversation about this, please fill out our intake form.';
