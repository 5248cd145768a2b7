import { afterEach } from 'vitest';

import { ServiceError } from '../../sandbox/service/index.ts';
import { ChangeMemory } from '../../sandbox/service/scrape/changeTracking.ts';
import { FileStore } from '../../sandbox/service/scrape/fileStore.ts';
import {
	scrapeDocument,
	type Equipment,
	type PageDocument,
} from '../../sandbox/service/scrape/scrapeDocument.ts';
import type { ScrapeOptions } from '../../sandbox/service/scrape/scrapeRequest.ts';
import { page, webSite, type WebSite } from './scrapeSite.ts';

const files: FileStore[] = [];

afterEach(async () => {
	await Promise.all(files.splice(0).map((store) => store.close()));
});

function equipment(more: Partial<Equipment> = {}): Equipment {
	const store = new FileStore();
	files.push(store);
	return {
		hosted: true,
		hosts: {},
		changes: new ChangeMemory(),
		files: store,
		now: Date.now,
		...more,
	};
}

/** A page as a hosted service returns it, unless `more` says otherwise; without browser and copies. */
export async function scrape(
	url: string,
	options: ScrapeOptions = {},
	more: Partial<Equipment> = {},
): Promise<PageDocument> {
	const signal = AbortSignal.timeout(options.timeout ?? 10_000);
	const context = { team: 'team', equipment: equipment(more), signal };
	return (await scrapeDocument({ url, ...options }, context)).document;
}

/** Status and code of the error that a scrape ends with. */
export async function failureOf(scraping: Promise<unknown>): Promise<[number, string | undefined]> {
	const error: unknown = await scraping.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof ServiceError) return [error.status, error.body.code];
	throw new Error('Expected a ServiceError', { cause: error });
}

/** A page of a shop. */
export const ARTICLE = page(
	'Chairs &amp; tables',
	`<nav><a href="/menu">Menu</a></nav>
	<main><h1>Chairs</h1><p class="lead">Made of <b>oak</b>, see <a href="tables">tables</a>.</p>
	<img src="/chair.png" alt="a chair"><img src="data:image/png;base64,iVBORw0KGgo=" alt="dot">
	<table><tr><th>Name</th><th>Price</th></tr><tr><td>Stool</td><td>12.50</td></tr><tr><td>Bench</td><td>80</td></tr></table>
	<p class="aside">Ships on Fridays.</p></main><footer>Imprint</footer>`,
	`<meta name="description" content="All our chairs"><meta property="og:image" content="/cover.png">
	<meta name="twitter" content="1"><meta name="twitter" content="2">
	<script type="application/ld+json">{"@type":"Product","name":"Stool","offers":{"price":"12.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>`,
);

/** A website with that page at `/chairs`. */
export async function shop(more: WebSite['files'] = {}): Promise<WebSite> {
	return await webSite({ '/chairs': ARTICLE, ...more });
}
