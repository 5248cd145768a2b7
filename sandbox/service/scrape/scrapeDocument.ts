import { randomUUID } from 'node:crypto';

import { ServiceError } from '../http/serviceError.ts';
import { browsePage, type BrowsedPage } from './browserPage.ts';
import type { ChangeMemory } from './changeTracking.ts';
import type { Chromium } from './chromium.ts';
import { htmlContent, readContent, type Content } from './content.ts';
import {
	actionsNotSupported,
	allEnginesFailed,
	notCached,
	notCachedInLockdown,
	timedOut,
} from './failures.ts';
import type { FileStore } from './fileStore.ts';
import { formatResults } from './formatResults.ts';
import type { Hosts } from '../map/fetchPage.ts';
import { jsonByRule } from './jsonByRule.ts';
import type { PageCache } from './pageCache.ts';
import { priceOf } from './price.ts';
import { formatsOf, type ScrapeOptions, type ScrapeRequest } from './scrapeRequest.ts';
import { targetAddress } from './targetAddress.ts';
import { fetchTarget, type TargetFile } from './targetFile.ts';

/** A page as the service returns it: the fields of section A4. */
export interface PageDocument {
	metadata: Record<string, unknown> & {
		scrapeId: string;
		sourceURL: string;
		url: string;
		statusCode: number;
		creditsUsed: number;
	};
	warning?: string;
	[format: string]: unknown;
}

export interface ScrapedPage {
	document: PageDocument;
	/** The page's links, whatever formats were asked for. */
	links: string[];
}

/** What a deployment has to scrape with. */
export interface Equipment {
	/** Whether it has what only the hosted service has: a language model, more engines. */
	hosted: boolean;
	/** Without one there are no screenshots and actions. */
	chromium?: Chromium;
	/** Without one every page is fetched anew. */
	cache?: PageCache;
	changes: ChangeMemory;
	files: FileStore;
	/** Addresses of websites by the host names that stand for them. */
	hosts: Hosts;
	/** Unix milliseconds. */
	now: () => number;
}

export interface ScrapeContext {
	team: string;
	equipment: Equipment;
	/** Ends the work at once. */
	signal: AbortSignal;
}

/** How a page was come by. */
interface Reading {
	file: TargetFile;
	content: Content;
	browsed?: BrowsedPage;
	/** Unix milliseconds of the copy it was read from. */
	cachedAt?: number;
	/** What was asked for and cannot be done here. */
	unsupported: string[];
}

/**
 * Fetches a page and returns it in the formats asked for. Throws `ServiceError` with the status and
 * code of section M when there is no page to return.
 */
export async function scrapeDocument(
	request: ScrapeRequest,
	context: ScrapeContext,
): Promise<ScrapedPage> {
	const { url: asked, ...options } = request;
	const url = targetAddress(asked) ?? asked;
	try {
		const reading = await read(url, options, context);
		const document = documentOf(asked, options, reading, context);
		return { document, links: reading.content.links };
	} catch (error) {
		throw context.signal.aborted ? timedOut() : error;
	}
}

/** The document of a file that was not fetched: uploaded, for example. */
export async function documentOfFile(
	file: TargetFile,
	sourceURL: string,
	options: ScrapeOptions,
	context: ScrapeContext,
): Promise<PageDocument> {
	const content = await readContent(file, options);
	return documentOf(sourceURL, options, { file, content, unsupported: [] }, context);
}

async function read(url: string, options: ScrapeOptions, context: ScrapeContext): Promise<Reading> {
	const { chromium, cache, hosted, now } = context.equipment;
	if (options.actions?.length && !chromium) throw actionsNotSupported();
	if (!hosted && /enhanced|stealth/.test(options.proxy ?? ''))
		throw allEnginesFailed('pdf', 'document');
	const wanted = wantedFeatures(options);
	const browsed = wanted.length > 0 ? await browse(url, options, context) : undefined;
	if (browsed) {
		const { html, ...page } = browsed;
		const file = { ...page, bytes: Buffer.from(html) };
		const content = htmlContent(html, browsed.url, options);
		return { file, content, browsed, unsupported: [] };
	}
	const unsupported = chromium ? [] : [...wanted, ...(options.location ? ['location'] : [])];
	const copy = cache?.find(url, options, now());
	if (!copy && options.lockdown) throw notCachedInLockdown();
	if (!copy && cache && options.minAge !== undefined) throw notCached();
	const file = copy?.file ?? (await fetchPage(url, options, context));
	if (!copy) cache?.keep(url, options, { file, at: now() });
	const content = await readContent(file, options);
	return { file, content, unsupported, ...(copy ? { cachedAt: copy.at } : {}) };
}

/** Fetches the page. Some that the hosted service gets, the open server's one engine does not. */
async function fetchPage(
	url: string,
	options: ScrapeOptions,
	{ equipment: { hosted, hosts }, signal }: ScrapeContext,
): Promise<TargetFile> {
	try {
		const file = await fetchTarget(url, options, { hosts, signal });
		const isBlocked = !hosted && (file.statusCode === 403 || file.statusCode === 429);
		if (file.bytes.length === 0 || isBlocked) throw allEnginesFailed('fetch');
		return file;
	} catch (error) {
		const isUnresolved = error instanceof ServiceError && error.status === 200;
		throw isUnresolved && !hosted ? allEnginesFailed('fetch') : error;
	}
}

/** What only a browser can do, by the names of the open server's warning. */
function wantedFeatures(options: ScrapeOptions): string[] {
	const types = formatsOf(options).map(({ type }) => type);
	return [
		...(options.actions?.length ? ['actions'] : []),
		...(types.includes('screenshot') ? ['screenshot'] : []),
		...(options.waitFor ? ['waitFor'] : []),
	];
}

async function browse(
	url: string,
	options: ScrapeOptions,
	{ equipment, signal }: ScrapeContext,
): Promise<BrowsedPage | undefined> {
	const browser = await equipment.chromium?.browser();
	if (!browser || options.lockdown) return undefined;
	const screenshot = formatsOf(options).find(({ type }) => type === 'screenshot');
	try {
		return await browsePage(
			browser,
			url,
			{ ...options, ...(screenshot ? { screenshot } : {}) },
			{ files: equipment.files, signal },
		);
	} catch (error) {
		// A page that cannot be opened is told apart by fetching it.
		if (/net::ERR_/.test(String(error))) return undefined;
		throw error;
	}
}

function documentOf(
	asked: string,
	options: ScrapeOptions,
	reading: Reading,
	{ team, equipment }: ScrapeContext,
): PageDocument {
	const { file, content, browsed, cachedAt, unsupported } = reading;
	const { fields, warnings } = formatResults({ file, content, options, hosted: equipment.hosted });
	const cached = cachedAt !== undefined;
	if (unsupported.length > 0)
		warnings.push(
			`The engine used does not support the following features: ${unsupported.join(', ')} -- your scrape may be partial.`,
		);
	return {
		...fields,
		...(browsed?.screenshot === undefined ? {} : { screenshot: browsed.screenshot }),
		...(browsed?.actions === undefined ? {} : { actions: browsed.actions }),
		...changesOf(reading, options, team, equipment),
		metadata: {
			...content.metadata,
			scrapeId: randomUUID(),
			sourceURL: asked,
			url: file.url,
			statusCode: file.statusCode,
			contentType: file.contentType,
			proxyUsed: /enhanced|stealth/.test(options.proxy ?? '') ? 'stealth' : 'basic',
			creditsUsed: priceOf(options, { pdfPages: content.pdfPages?.length ?? 0, cached }),
			...(equipment.cache ? { cacheState: cached ? 'hit' : 'miss' } : {}),
			...(cached ? { cachedAt: new Date(cachedAt).toISOString() } : {}),
		},
		...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
	};
}

function changesOf(
	{ file, content }: Reading,
	options: ScrapeOptions,
	team: string,
	{ changes, now }: Equipment,
): Record<string, unknown> {
	const format = formatsOf(options).find(({ type }) => type === 'changeTracking');
	if (!format) return {};
	const json = format.modes?.includes('json') ? jsonByRule(format.schema, content) : undefined;
	const { url, statusCode } = file;
	const page = { team, url, statusCode, markdown: content.markdown, json };
	return { changeTracking: changes.compare(page, format, now()) };
}
