import { recorded, shapeOf, type Difference } from './recorded.ts';

const ALL_ENGINES = errorOf('scrape: video of an ordinary page')?.replace('[]', '[fetch]');
const BLOCKED = errorOf('scrape: blocked website')?.replace(/ here: .*$/, '.');

/** The error of a recording, as shapes have it. */
function errorOf(name: string): string | undefined {
	const answer = recorded.find((entry) => entry.name === name)?.answer;
	return answer && shapeOf(answer.status, answer.contentType ?? '', answer.body).error;
}

const STATUS_FIELDS = [
	'completed',
	'completedAt',
	'createdAt',
	'creditsUsed',
	'data',
	'duration',
	'expiresAt',
	'status',
	'success',
	'total',
];

/** The recording leaves fields out; `next` stands where there are more pages. */
function allFields({ hasNext }: { hasNext: boolean }): Difference {
	const fields = hasNext ? [...STATUS_FIELDS, 'next'].sort() : STATUS_FIELDS;
	return { instead: { fields }, reason: 'the recording leaves out some of the fields' };
}

/** Where the stand-in differs on purpose. */
export const pageDifferences: Record<string, Difference> = {
	'batch of 138: status over time': allFields({ hasNext: true }),
	'crawl of the whole site: status over time': allFields({ hasNext: true }),
	'batch: page of the finished job: ?skip=100': allFields({ hasNext: false }),
	'batch: page of the finished job: ?limit=1000': allFields({ hasNext: false }),
	'crawl: page of the finished job: ?skip=100': allFields({ hasNext: false }),
	'batch: id asked at the crawl route': allFields({ hasNext: true }),
	'crawl, sitemap only: end': allFields({ hasNext: true }),
	'crawl, includePaths and excludePaths: end': allFields({ hasNext: true }),
	'crawl, maxDiscoveryDepth 1: end': allFields({ hasNext: true }),
	'crawl, maxDiscoveryDepth 0: end': allFields({ hasNext: false }),
	'crawl, start below the home page: end': allFields({ hasNext: true }),
	'crawl, ignoreQueryParameters: end': allFields({ hasNext: true }),
	'crawl, allowExternalLinks: end': allFields({ hasNext: true }),
	'crawl, includePaths does not match the start URL: end': allFields({ hasNext: false }),
	'scrape: PDF, default parsers': {
		instead: { status: 200, code: undefined, error: undefined, fields: ['data', 'success'] },
		reason: 'the recorded server had no parsers; the stand-in reads PDF files',
	},
	'scrape: self-hosted without a proxy, host that does not exist': {
		instead: { error: ALL_ENGINES },
		reason: 'a server without a database gives other advice at the end',
	},
	'scrape: blocked website': {
		instead: { error: BLOCKED },
		reason: 'the stand-in names no form of somebody else',
	},
	'crawl, start page breaks the connection: status over time': {
		instead: { fields: [...STATUS_FIELDS, 'warning'] },
		reason: 'a host that refuses connections is none that breaks them there',
	},
	'batch: status after the job was dropped by the server (24 h simulated by deleting its key)': {
		instead: { status: 404, error: 'Job expired', fields: ['error', 'success'] },
		reason: 'the contract gives results up after 24 hours',
	},
};
