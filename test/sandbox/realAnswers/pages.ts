import type { Service, ServiceOptions } from '../../../sandbox/service/index.ts';
import type { PageDocument } from '../../../sandbox/service/scrape/scrapeDocument.ts';
import { clientOf } from '../serviceUnderTest.ts';
import { recorded } from './recorded.ts';
import { idempotencyKey, type Preparation } from './replay.ts';
import { websites } from './websites.ts';

type Before = NonNullable<Preparation['before']>;

/** Recorded requests to the routes of pages. */
const REQUESTS = /^\/v2\/(scrape\/[^/]+$|scrape$|batch\/|crawl\b)/;

/** A job that is over, with so many pages; the path is its own, and what follows it. */
function finished(
	count: number,
	{ path = '', kind = 'batch_scrape', team = 'sandbox' } = {},
): Before {
	return (service) => {
		const { id } = addFinished(service, count, { kind, team });
		return `/v2/${kind === 'crawl' ? 'crawl' : 'batch/scrape'}/${id}${path}`;
	};
}

function addFinished(
	service: Service,
	count: number,
	{ kind = 'batch_scrape', team = 'sandbox' } = {},
) {
	const metadata = { scrapeId: '', sourceURL: '', url: '', statusCode: 200, creditsUsed: 1 };
	const documents = Array.from({ length: count }, (): PageDocument => ({ metadata }));
	return service.pageJobs.addFinished({
		kind: kind === 'crawl' ? 'crawl' : 'batch_scrape',
		team,
		documents,
	});
}

/** Scrapes a page; the path is where it can be read again. */
async function scraped(service: Service): Promise<string> {
	const client = clientOf(service, 'sandbox-key');
	const { data } = await client.post<{ data: PageDocument }>('/v2/scrape', {
		url: 'http://acme.example.test/about',
	});
	return `/v2/scrape/${data.data.metadata.scrapeId}`;
}

/** The ids of the recorded requests, which add to jobs of these ids. */
const APPENDED_RUNNING = '01a1ff35-0123-721a-b545-2d5ae1fb197b';
const APPENDED_FINISHED = '01a1ff35-1fb9-7419-b940-533caf82e3d1';

/** A finished job of this id. */
function jobOf(id: string): Before {
	return (service) => {
		service.pageJobs.addFinished({ id, kind: 'batch_scrape', documents: [] });
		return undefined;
	};
}

/** A batch of pages that take their time. */
function running({ path = '', isCancelled = false } = {}): Preparation {
	return {
		options: async () => ({ ...(await websites()), pageDuration: 600_000 }),
		before: (service) => {
			const { pageJobs } = service;
			const job = pageJobs.start({ kind: 'batch_scrape', team: 'sandbox', scrapeOptions: {} });
			for (let depth = 0; depth < 8; depth++)
				pageJobs.add(job, { url: 'http://acme.example.test/about', depth });
			pageJobs.release(job);
			if (isCancelled) pageJobs.cancel(job);
			return `/v2/batch/scrape/${job.id}${path}`;
		},
	};
}

/** A crawl of one of the hosts, at its end. */
function crawled(host: string): Preparation {
	return {
		options: websites,
		before: async (service) => {
			const client = clientOf(service, 'sandbox-key');
			const url = `http://${host}.example.test`;
			const { id } = (await client.post<{ id: string }>('/v2/crawl', { url, limit: 5 })).data;
			const path = `/v2/crawl/${id}`;
			while ((await client.get<{ status: string }>(path)).data.status === 'scraping')
				await new Promise((resolve) => setTimeout(resolve, 20));
			return path;
		},
	};
}

/** Anything asked of the websites needs no more than that they are there. */
const anyRequest = Object.fromEntries(
	recorded
		.filter(({ request, answer }) => REQUESTS.test(request.path) && answer.status !== null)
		.map(({ name }): [string, Preparation] => [name, { options: websites }]),
);

const blockedSites = async (): Promise<ServiceOptions> => ({
	...(await websites()),
	blockedHosts: ['blocked.example.test'],
});

/** What has to be prepared for a recorded request about pages, by its name. */
export const pagePreparations: Record<string, Preparation> = {
	...anyRequest,
	'scrape: blocked website': { options: blockedSites },
	'batch: blocked website': { options: blockedSites },
	'batch: blocked website among others': { options: blockedSites },
	'scrape: 51 actions': {
		body: { url: 'http://acme.example.test', actions: Array(51).fill({ type: 'scrape' }) },
	},
	'scrape: override with a black list': {
		options: async () => ({ ...(await websites()), threatProtection: 'enabled' }),
	},
	'scrape status: of a real scrape': { options: websites, before: scraped },
	'scrape status: self-hosted': { options: websites, before: scraped },
	'scrape status: of another team': {
		options: async () => ({
			...(await websites()),
			apiKeys: ['sandbox-key', { key: 'other-key', team: 'other' }],
		}),
		before: scraped,
		authorization: 'Bearer other-key',
	},
	'scrape status: forced zero data retention team': {
		options: async () => ({ ...(await websites()), zeroDataRetention: true }),
		before: scraped,
	},
	'batch: start, 138 URLs': {
		options: websites,
		body: { urls: ['http://acme.example.test/about', 'nonsense url'], ignoreInvalidURLs: true },
	},
	'batch: start with webhook, events completed and failed': {
		options: websites,
		body: {
			urls: ['http://reset.example.test/'],
			webhook: { url: 'http://hook.example.test/', events: ['completed', 'failed'] },
		},
	},
	'batch: append to a running job': { options: websites, before: jobOf(APPENDED_RUNNING) },
	'batch: append to a finished job': { options: websites, before: jobOf(APPENDED_FINISHED) },
	'batch: status of a finished job after appending': {
		options: async () => ({ ...(await websites()), pageDuration: 600_000 }),
		before: (service) => {
			const job = addFinished(service, 2);
			service.pageJobs.add(job, { url: 'http://acme.example.test/about', depth: 0 });
			return `/v2/batch/scrape/${job.id}`;
		},
	},
	'batch: status after the job was dropped by the server (24 h simulated by deleting its key)': {
		before: (service, clock) => {
			const { id } = addFinished(service, 3);
			clock.pass(24 * 3_600_000);
			return `/v2/batch/scrape/${id}`;
		},
	},
	'crawl: idempotency key, second use': {
		options: websites,
		before: async (service) => {
			const entry = recorded.find(({ name }) => name === 'crawl: idempotency key, first use');
			if (!entry) throw new Error('The first use was not recorded');
			const headers = idempotencyKey(entry);
			await clientOf(service, 'sandbox-key').post('/v2/crawl', entry.request.body, { headers });
			return undefined;
		},
	},
	'rate limit: batch start after the scrape limit': {
		options: { rateLimits: { scrapes: { requests: 0, perSeconds: 60 } } },
	},
	'crawl: cancel again': running({ isCancelled: true }),
	'crawl: status': { before: finished(4, { kind: 'crawl' }) },
	'batch: status': { before: finished(2) },
	'batch of 138: status over time': { before: finished(131) },
	'crawl of the whole site: status over time': { before: finished(157, { kind: 'crawl' }) },
	'batch: page of the finished job: ?skip=100': { before: finished(131, { path: '?skip=100' }) },
	'batch: page of the finished job: ?skip=500': { before: finished(131, { path: '?skip=500' }) },
	'batch: page of the finished job: ?limit=1000': {
		before: finished(131, { path: '?limit=1000' }),
	},
	'batch: page, bad value: ?skip=-1': { before: finished(131, { path: '?skip=-1' }) },
	'batch: page, bad value: ?limit=0': { before: finished(131, { path: '?limit=0' }) },
	'batch: errors of the mixed job': { before: finished(131, { path: '/errors' }) },
	'batch: id asked at the crawl route': { before: finished(131, { kind: 'crawl' }) },
	'batch: cancel a finished job': { before: finished(1) },
	'crawl: page of the finished job: ?skip=100': {
		before: finished(157, { kind: 'crawl', path: '?skip=100' }),
	},
	'crawl: errors of the whole site': { before: finished(1, { kind: 'crawl', path: '/errors' }) },
	'crawl: cancel a finished job': { before: finished(1, { kind: 'crawl' }) },
	'batch: status while running': running(),
	"batch: another team's status": { before: finished(1, { team: 'others' }) },
	"batch: another team's errors": { before: finished(1, { team: 'others', path: '/errors' }) },
	'batch: cancel a running job': running(),
	'batch: status right after cancel': running({ isCancelled: true }),
	'batch: cancel again': running({ isCancelled: true }),
	'batch: errors of a cancelled job': running({ isCancelled: true, path: '/errors' }),
	'crawl: cancel a running job': running(),
	'crawl, sitemap only: end': { before: finished(21, { kind: 'crawl', path: '?limit=1' }) },
	'crawl, includePaths and excludePaths: end': {
		before: finished(26, { kind: 'crawl', path: '?limit=1' }),
	},
	'crawl, maxDiscoveryDepth 1: end': { before: finished(15, { kind: 'crawl', path: '?limit=1' }) },
	'crawl, maxDiscoveryDepth 0: end': { before: finished(1, { kind: 'crawl', path: '?limit=1' }) },
	'crawl, start below the home page: end': {
		before: finished(13, { kind: 'crawl', path: '?limit=1' }),
	},
	'crawl, ignoreQueryParameters: end': { before: finished(2, { kind: 'crawl', path: '?limit=1' }) },
	'crawl, allowExternalLinks: end': { before: finished(5, { kind: 'crawl', path: '?limit=1' }) },
	'crawl, includePaths does not match the start URL: end': {
		before: finished(5, { kind: 'crawl' }),
	},
	'crawl: whole site with robots-blocked links, robotsBlocked': {
		before: finished(5, { kind: 'crawl', path: '/errors' }),
	},
	'batch with webhook, self-hosted: status over time': { before: finished(3) },
	'batch, only failing pages: status over time': { before: finished(0) },
	'crawl, robots.txt forbids all: status over time': crawled('forbidden'),
	'crawl, host that does not exist: status over time': crawled('gone'),
	'crawl, start page breaks the connection: status over time': crawled('reset'),
};
