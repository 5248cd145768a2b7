import { describe, expect, test } from 'vitest';

import { serviceUnderTest } from './serviceUnderTest.ts';

describe('a finished job of a test', () => {
	test('is cut at 10 MiB', async () => {
		const { service, client } = await serviceUnderTest();
		const status = async (id: string, query = '') =>
			(await client.get<{ data: unknown[]; next?: string }>(`/v2/batch/scrape/${id}${query}`)).data;
		const document = { markdown: 'x'.repeat(1024 * 1024), metadata: {} };
		const documents = Array.from({ length: 12 }, () => document) as never[];
		const { id } = service.pageJobs.addFinished({ kind: 'batch_scrape', documents });
		const first = await status(id);
		expect([first.data.length, first.next]).toEqual([9, expect.stringMatching(/skip=9$/)]);
		expect((await status(id, '?skip=9')).data).toHaveLength(3);
	});

	test('can have failed as a whole', async () => {
		const { service, client } = await serviceUnderTest();
		const { id } = service.pageJobs.addFinished({ documents: [] });
		service.pageJobs.fail(id, { error: 'Out of memory', success: false });
		const { status, data } = await client.get<unknown>(`/v2/crawl/${id}`);
		expect([status, data]).toMatchObject([
			200,
			{ success: false, status: 'failed', error: 'Out of memory' },
		]);
	});
});
