import { expect } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import type { Subject } from '../faults/cell.ts';
import { faultMatrix } from '../faults/matrix.ts';

const ITEMS = 3;
const HIT = 1;

const DOCUMENT = { markdown: 'Text', metadata: { sourceURL: 'https://example.com/' } };

/** Crawls that are over, each with a page that was read and one that failed. */
function finished({ pageJobs }: Service): string[] {
	return Array.from({ length: ITEMS }, () => {
		const job = pageJobs.addFinished({ documents: [DOCUMENT] as never });
		pageJobs.refusePage(job, 'https://example.com/broken', { code: 'X', error: 'Broken' });
		return job.id;
	});
}

/** Crawls that go on as long as the test. */
function atWork({ pageJobs }: Service): string[] {
	const job = {
		kind: 'crawl',
		team: 'sandbox',
		scrapeOptions: {},
		url: 'https://example.com/',
	} as const;
	const { team } = pageJobs.addFinished({ documents: [] });
	return Array.from({ length: ITEMS }, () => pageJobs.start({ ...job, team }).id);
}

/** An operation on a crawl of each item. */
function ofCrawls(operation: string, ids: string[], method: string, part = ''): Subject {
	const value = `={{ ${JSON.stringify(ids)}[$itemIndex] }}`;
	return {
		parameters: { resource: 'crawl', operation, jobId: { __rl: true, mode: 'id', value } },
		items: ITEMS,
		hitItem: HIT,
		hit: { method, path: `/v2/crawl/${ids[HIT] ?? ''}${part}` },
	};
}

/** No address was crawled twice: each item has one of its own. */
function expectNoCrawlTwice({ pageJobs }: Service): void {
	const urls = pageJobs.jobs.all.map(({ url }) => url);
	expect(urls).toEqual([...new Set(urls)]);
}

const isOfHitItem = (body: unknown) => (body as { url: string }).url.endsWith(`/${HIT}`);

faultMatrix(import.meta.url, {
	start: {
		isStart: true,
		subject: (service) => ({
			parameters: {
				resource: 'crawl',
				operation: 'start',
				url: `=${service.websiteUrl}/{{ $itemIndex }}`,
				maxPages: 1,
				waitForCompletion: false,
			},
			items: ITEMS,
			hitItem: HIT,
			hit: { method: 'POST', path: '/v2/crawl', body: isOfHitItem },
			expectInTheEnd: () => expectNoCrawlTwice(service),
		}),
	},
	get: { subject: (service) => ofCrawls('get', finished(service), 'GET') },
	getAll: {
		subject: (service) => {
			atWork(service);
			return {
				parameters: { resource: 'crawl', operation: 'getAll', limit: 1 },
				items: 1,
				hitItem: 0,
				hit: { method: 'GET', path: '/v2/crawl/active' },
			};
		},
	},
	cancel: { subject: (service) => ofCrawls('cancel', atWork(service), 'DELETE') },
	getErrors: { subject: (service) => ofCrawls('getErrors', finished(service), 'GET', '/errors') },
	preview: {
		subject: () => ({
			parameters: {
				resource: 'crawl',
				operation: 'preview',
				url: '=https://example.com/{{ $itemIndex }}',
				prompt: 'only docs',
			},
			items: ITEMS,
			hitItem: HIT,
			hit: { method: 'POST', path: '/v2/crawl/params-preview', body: isOfHitItem },
		}),
	},
});
