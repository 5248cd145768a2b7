import { KEY } from '../contenders.ts';
import { print, table } from '../markdown.ts';
import { BenchN8n, type Chain } from '../n8n.ts';
import { startRemoteService, type RemoteService } from '../service.ts';

const ITEMS = 500;
const PLAN = { limit: { requests: 10, perSeconds: 2 }, browsers: 2, pageMs: 200 };

/** How a user would read the page of each item with each of them. */
const CHAINS: Array<[string, (service: RemoteService) => Chain]> = [
	[
		'(a) this pack, Batch Scrape',
		({ url }) => ({
			nodes: [
				{
					type: 'n8n-nodes-web-data.webData',
					typeVersion: 1,
					parameters: { resource: 'batchScrape', operation: 'start' },
					onError: 'continueRegularOutput',
				},
			],
			credential: 'webDataApi',
			credentials: { apiKey: KEY, baseUrl: url },
		}),
	],
	[
		'(a) this pack, Scrape',
		({ url }) => ({
			nodes: [
				{
					type: 'n8n-nodes-web-data.webData',
					typeVersion: 1,
					parameters: { resource: 'page', operation: 'scrape', url: '={{ $json.url }}' },
					onError: 'continueRegularOutput',
				},
			],
			credential: 'webDataApi',
			credentials: { apiKey: KEY, baseUrl: url },
		}),
	],
	[
		"(c) vendor's node, Scrape",
		({ url }) => ({
			nodes: [
				{
					type: '@mendable/n8n-nodes-firecrawl.firecrawl',
					typeVersion: 1,
					parameters: { resource: 'Scraping', operation: 'scrape', url: '={{ $json.url }}' },
					onError: 'continueRegularOutput',
				},
			],
			credential: 'firecrawlApi',
			credentials: { apiKey: KEY, baseUrl: `${url}/v2` },
		}),
	],
];

const n8n = await BenchN8n.load({ withContenders: true });
const rows: string[][] = [];
for (const [title, chainAt] of CHAINS) {
	// A new one each time, so that all begin with a fresh window.
	const service = await startRemoteService({ scraping: PLAN });
	const items = Array.from({ length: ITEMS }, (_, number) => ({
		url: `${service.websiteUrl}/${number}`,
	}));
	const start = performance.now();
	const { items: pages } = await n8n.run(chainAt(service), items);
	const seconds = (performance.now() - start) / 1000;
	// Each item has to have its own page.
	const own = pages.filter(({ markdown, data }, number) =>
		JSON.stringify(markdown ?? data ?? '').includes(`Text of /${number}`),
	);
	rows.push([
		title,
		String(own.length),
		String(await service.requestsSinceLast()),
		seconds.toFixed(1),
	]);
	service.stop();
}

const ideal = (ITEMS / PLAN.browsers) * (PLAN.pageMs / 1000);
print(
	`${ITEMS} pages on a small plan`,
	`The plan has ${PLAN.limit.requests} requests in ${PLAN.limit.perSeconds} s (a batch start counts as one) and ${PLAN.browsers} browsers; a page takes ${PLAN.pageMs} ms, so that the service needs ${ideal} s for all of them. All nodes are set to continue on errors, otherwise as they come. One run.`,
	table(['By', 'Items with their page', 'Requests sent', 'Seconds'], rows),
);
await n8n.close();
