import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { nextPage, pageFailures } from '../../../nodes/contract/jobPages.ts';
import { ResultPages, resultPages } from '../../../nodes/jobs/resultPages.ts';
import type { Call } from '../../../nodes/operation/call.ts';

const KIND = { rateLimit: 'jobRead', repeatable: 'harmless', timeout: 1000 } as const;

function documents(from: number, to: number): IDataObject[] {
	return Array.from({ length: to - from }, (_, index) => ({
		markdown: `Page ${from + index}`,
		metadata: { scrapeId: `scrape-${from + index}` },
	}));
}

/** A service that answers in turn, and what it was asked. */
function serviceAnswering(...answers: IDataObject[]): { call: Call; asked: IDataObject[] } {
	const asked: IDataObject[] = [];
	const send = (_kind: unknown, { qs = {} }: { qs?: IDataObject }) => {
		asked.push(qs);
		const answer = answers[asked.length - 1];
		return answer ? Promise.resolve(answer) : Promise.reject(new Error('Asked once too often'));
	};
	return { call: { send } as unknown as Call, asked };
}

async function textsOf(call: Call, pages?: ResultPages): Promise<unknown[]> {
	const texts: unknown[] = [];
	for await (const page of resultPages({ call, kind: KIND, path: '/job' }, pages)) {
		texts.push(...page.map(({ markdown }) => markdown));
	}
	return texts;
}

const ended = (completed: number) => ({ status: 'completed', completed, total: completed });

describe('The results of a job that has ended', () => {
	test('are read page by page, to the last one', async () => {
		const { call, asked } = serviceAnswering(
			{ ...ended(3), data: documents(0, 2), next: 'http://inside/v2/crawl/1?skip=2' },
			{ ...ended(3), data: documents(2, 3) },
		);
		expect(await textsOf(call)).toEqual(['Page 0', 'Page 1', 'Page 2']);
		expect(asked).toEqual([{}, { skip: 2 }]);
	});

	test('end at an empty page, although that has a next one', async () => {
		const { call, asked } = serviceAnswering({
			status: 'cancelled',
			completed: 0,
			data: [],
			next: 'http://service/v2/batch/scrape/1?skip=0',
		});
		expect(await textsOf(call)).toEqual([]);
		expect(asked).toHaveLength(1);
	});

	test('go on behind a page whose next one is itself', async () => {
		const { call, asked } = serviceAnswering(
			{ ...ended(2), data: documents(0, 1), next: 'http://service/v2/crawl/1?skip=0' },
			{ ...ended(2), data: documents(1, 2) },
		);
		expect(await textsOf(call)).toEqual(['Page 0', 'Page 1']);
		expect(asked).toEqual([{}, { skip: 1 }]);
	});

	test('keep the limit that the service names', async () => {
		const { call, asked } = serviceAnswering(
			{ ...ended(2), data: documents(0, 1), next: 'http://service/v2/crawl/1?skip=1&limit=1' },
			{ ...ended(2), data: documents(1, 2) },
		);
		await textsOf(call);
		expect(asked).toEqual([{}, { skip: 1, limit: 1 }]);
	});
});

describe('The results of a job that works', () => {
	test('are those that are there so far', async () => {
		const { call, asked } = serviceAnswering({
			status: 'scraping',
			completed: 2,
			total: 9,
			data: documents(0, 2),
			next: 'http://service/v2/crawl/1?skip=2',
		});
		expect(await textsOf(call)).toEqual(['Page 0', 'Page 1']);
		expect(asked).toHaveLength(1);
	});

	test('are read by the looks at it, and only the rest after its end', async () => {
		const pages = new ResultPages();
		const next = 'http://service/v2/batch/scrape/1?skip=';
		pages.take({ status: 'scraping', completed: 0, data: [], next: `${next}0` });
		pages.take({ status: 'scraping', completed: 2, data: documents(0, 2), next: `${next}2` });
		expect(pages.qs()).toEqual({ skip: 2 });
		pages.take({ ...ended(4), data: documents(2, 3), next: `${next}3` });
		const { call, asked } = serviceAnswering({ ...ended(4), data: documents(3, 4) });
		expect(await textsOf(call, pages)).toEqual(['Page 3']);
		expect(pages.documents).toHaveLength(3);
		expect(asked).toEqual([{ skip: 3 }]);
	});

	test('are read again where their order has changed meanwhile, each document once', async () => {
		const pages = new ResultPages();
		const next = 'http://service/v2/batch/scrape/1?skip=2';
		pages.take({ status: 'scraping', completed: 2, data: documents(1, 3), next });
		pages.take({ ...ended(3), data: documents(2, 3) });
		const { call, asked } = serviceAnswering({ ...ended(3), data: documents(0, 3) });
		expect(await textsOf(call, pages)).toEqual(['Page 0']);
		expect(asked).toEqual([{}]);
	});

	test('are not asked for again for pages that were billed and are not there', async () => {
		const pages = new ResultPages();
		pages.take({ status: 'scraping', completed: 1, data: documents(0, 1) });
		pages.take({ ...ended(2), data: [] });
		const { call, asked } = serviceAnswering({ ...ended(2), data: documents(0, 1) });
		expect(await textsOf(call, pages)).toEqual([]);
		expect(asked).toHaveLength(1);
	});
});

test('nothing of the next page’s address is used but its query', () => {
	expect(nextPage('https://elsewhere/v9/x?skip=7', { skip: 0 }, 2)).toEqual({ skip: 7 });
	expect(nextPage('https://elsewhere/v9/x?skip=-1', { skip: 4 }, 2)).toEqual({ skip: 6 });
	expect(nextPage(undefined, { skip: 0 }, 2)).toBeUndefined();
});

test('failed pages are found in a wrapped answer too, with those that robots.txt forbids', () => {
	const errors = [{ id: '1', url: 'http://a', code: 'X', error: 'It broke' }];
	const flat = { errors, robotsBlocked: ['http://a', 'http://b'] };
	expect(pageFailures({ success: true, data: flat })).toEqual(pageFailures(flat));
	expect(pageFailures(flat).map(({ url, code }) => [url, code])).toEqual([
		['http://a', 'X'],
		['http://b', 'CRAWL_DENIAL'],
	]);
});
