/** The open servers of both years: what differs in their answers does not differ in the items. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { ServiceOptions } from '../../../sandbox/service/index.ts';
import { recorded } from '../../sandbox/realAnswers/recorded.ts';
import {
	byId,
	crawl,
	jsonOf,
	linkedSite,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	STATUS_PATH,
	UNKNOWN_ID,
	webSite,
} from './crawlUnderTest.ts';

const SERVERS: Array<[string, ServiceOptions]> = [
	['hosted', {}],
	['of 2026', { deployment: 'open2026' }],
	['of 2026 without keys', { deployment: 'open2026', authentication: false }],
	['of 2025', { deployment: 'open2025' }],
	['of 2025 without keys', { deployment: 'open2025', authentication: false }],
];

describe.each(SERVERS)('On a server %s', (_title, options) => {
	test('a crawl gives its pages, and Get the same ones again', async () => {
		const { service } = await serviceUnderTest(options);
		const { origin } = await linkedSite(12, { '/broken': { broken: true } });
		const { items, error } = await crawl(service, 'start', { url: origin, maxPages: 50 });
		expect(error).toBeUndefined();
		const titles = jsonOf(items).map(({ metadata }) => (metadata as IDataObject).title);
		expect(titles.sort()).toEqual(
			['Home', ...Array.from({ length: 12 }, (_, index) => `Page /${index + 1}`)].sort(),
		);
		expect(items[0]?.json.crawl).toMatchObject({
			completed: 13,
			failedPages: 1,
			missing: ['failures'],
		});
		const jobId = items[0]?.json.jobId as string;
		const again = await crawl(service, 'get', { ...byId(jobId), returnAll: true });
		expect(
			jsonOf(again.items)
				.map(({ url }) => url)
				.sort(),
		).toEqual(
			jsonOf(items)
				.map(({ url }) => url)
				.sort(),
		);
		const failed = onlyJson(await crawl(service, 'getErrors', byId(jobId)));
		expect(failed).toMatchObject({ url: `${origin}/broken`, jobId });
		const ignoreFinished = { options: { ignoreFinished: true } };
		const cancelled = onlyJson(
			await crawl(service, 'cancel', { ...byId(jobId), ...ignoreFinished }),
		);
		expect(cancelled.jobId).toBe(jobId);
	});

	test('a crawl that found nothing is an error with the reason', async () => {
		const { service } = await serviceUnderTest(options);
		const { origin } = await webSite({ '/': { broken: true } });
		const { message, description } = shown(await crawl(service, 'start', { url: `${origin}/` }));
		expect(message).toBe('The crawl found no page');
		expect(description).toContain('All scraping engines failed');
	});
});

/** The body of a recorded answer, with as many documents as the server gave. */
function answerOf(name: string, documents: number): IDataObject {
	const entry = recorded.find((one) => one.name === name);
	if (!entry) throw new Error(`Nothing was recorded under ${name}`);
	const { skip = '0' } = Object.fromEntries(
		new URLSearchParams(entry.request.path.split('?')[1]),
	) as { skip?: string };
	const data = Array.from({ length: documents }, (_, index) => ({
		markdown: 'Text',
		metadata: { sourceURL: `http://site.example.test/${Number(skip) + index}` },
	}));
	return { ...(entry.answer.body as IDataObject), data };
}

test('A recorded crawl of 157 pages is read to its end, whatever host its next page names', async () => {
	const { service } = await serviceUnderTest();
	const first = answerOf('crawl of the whole site: status over time', 100);
	const last = answerOf('crawl: page of the finished job: ?skip=100', 57);
	for (const json of [first, last]) {
		service.orderFault({ method: 'GET', path: STATUS_PATH, answer: { status: 200, json } });
	}
	const errors = answerOf('crawl: errors of the whole site', 0);
	service.orderFault({
		path: `/v2/crawl/${UNKNOWN_ID}/errors`,
		answer: { status: 200, json: errors },
	});
	const result = await crawl(service, 'get', { ...byId(UNKNOWN_ID), returnAll: true });
	expect(result.error).toBeUndefined();
	expect(new Set(jsonOf(result.items).map(({ url }) => url)).size).toBe(157);
	expect(result.items[0]?.json.crawl).toMatchObject({
		total: 157,
		completed: 157,
		// The recording keeps so many of the errors.
		failedPages: 2,
		missing: ['failures'],
	});
	expect(result.items[0]?.json.crawl).not.toHaveProperty('creditsUsed');
	const queries = requestsTo(service, 'GET', STATUS_PATH).map(({ query }) => query);
	expect(queries).toEqual([{}, { skip: '100' }]);
});
