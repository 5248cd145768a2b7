import { expect } from 'vitest';

import { DEFAULT_TEAM, type Service } from '../../../sandbox/service/index.ts';
import type { Subject } from '../faults/cell.ts';
import { faultMatrix } from '../faults/matrix.ts';

const HIT = 1;
const ITEMS = 3;

/** Jobs that are over, as many as there are items. */
function jobs({ pageJobs }: Service): string[] {
	return Array.from({ length: ITEMS }, (_, item) => {
		const metadata = { sourceURL: `https://example.com/${item}`, scrapeId: `scrape-${item}` };
		const documents = [{ markdown: 'Text', metadata }] as never;
		const job = pageJobs.addFinished({ kind: 'batch_scrape', documents });
		pageJobs.refusePage(job, 'https://example.com/none', { code: 'X', error: 'It broke' });
		return job.id;
	});
}

/** Jobs with a page that never comes. */
function workingJobs({ pageJobs }: Service): string[] {
	return Array.from({ length: ITEMS }, () => {
		const job = pageJobs.start({ kind: 'batch_scrape', team: DEFAULT_TEAM, scrapeOptions: {} });
		return job.id;
	});
}

function ofJobs(operation: string, ids: string[], method: string, part = ''): Subject {
	const value = `={{ ${JSON.stringify(ids)}[$itemIndex] }}`;
	return {
		parameters: {
			resource: 'batchScrape',
			operation,
			jobId: { __rl: true, mode: 'id', value },
		},
		items: ITEMS,
		hitItem: HIT,
		hit: { method, path: `/v2/batch/scrape/${ids[HIT] ?? ''}${part}` },
	};
}

/** No item has started two jobs: there are as many as items at most. */
function expectNoJobTwice({ pageJobs }: Service): void {
	expect(pageJobs.jobs.all.length).toBeLessThanOrEqual(ITEMS);
}

faultMatrix(import.meta.url, {
	start: {
		isStart: true,
		subject: (service) => ({
			parameters: {
				resource: 'batchScrape',
				operation: 'start',
				urlsFrom: 'list',
				urls: '={{ ["https://example.com/" + $itemIndex] }}',
				waitForCompletion: false,
			},
			items: ITEMS,
			hitItem: HIT,
			hit: {
				method: 'POST',
				path: '/v2/batch/scrape',
				body: (body) => JSON.stringify(body).includes(`example.com/${HIT}`),
			},
			expectInTheEnd: () => expectNoJobTwice(service),
		}),
	},
	get: { subject: (service) => ofJobs('get', jobs(service), 'GET') },
	getErrors: { subject: (service) => ofJobs('getErrors', jobs(service), 'GET', '/errors') },
	cancel: { subject: (service) => ofJobs('cancel', workingJobs(service), 'DELETE') },
});
