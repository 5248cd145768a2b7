/** Pages in files: one a line, however many there are. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import type { ExecutionResult } from '../../support/engine.ts';
import { deleteFile, inputFile } from '../../support/inputFiles.ts';
import {
	byId,
	crawl,
	engine,
	linkedSite,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	STATUS_PATH,
} from './crawlUnderTest.ts';

const PAGE_BYTES = 1_000_000;

/** The lines of a result's file. Tests keep binary data in memory. */
function linesOf({ items }: ExecutionResult, name = 'data'): IDataObject[] {
	const { data = '' } = items[0]?.binary?.[name] ?? {};
	const text = Buffer.from(data, 'base64').toString();
	expect(text.endsWith('\n')).toBe(true);
	return text
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as IDataObject);
}

function finished(count: number, bytes: number) {
	return Array.from({ length: count }, (_, number) => ({
		markdown: `${number} ${'x'.repeat(bytes)}`,
		metadata: {
			sourceURL: `https://example.com/${number}`,
			scrapeId: `0190c6f1-6c2b-7d3e-8a4f-${String(number).padStart(12, '0')}`,
			statusCode: 200,
		},
	}));
}

async function serviceWith(count: number, bytes: number) {
	const { service } = await serviceUnderTest();
	const documents = finished(count, bytes) as never[];
	return { service, jobId: service.pageJobs.addFinished({ documents }).id };
}

describe('A crawl to a file', () => {
	test('is one item that tells what the file holds', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(5, { '/broken': { broken: true } });
		const options = { output: 'file', returnErrors: true };
		const result = await crawl(service, 'start', { url: origin, options });
		const json = onlyJson(result);
		const jobId = service.pageJobs.jobs.all[0]?.id;
		const { data, fileName, mimeType } = result.items[0]?.binary?.data ?? { data: '' };
		expect({ fileName, mimeType }).toEqual({
			fileName: `crawl-${jobId ?? ''}.jsonl`,
			mimeType: 'application/x-ndjson',
		});
		expect(json).toMatchObject({
			jobId,
			jobStatus: 'completed',
			pages: 6,
			failedPages: 1,
			bytes: Buffer.from(data, 'base64').length,
			creditsUsed: 6,
			total: 6,
			completed: 6,
			missing: ['failures'],
		});
		const lines = linesOf(result);
		expect(lines).toHaveLength(7);
		expect(lines[0]).toMatchObject({ url: `${origin}/`, jobId, metadata: { title: 'Home' } });
		expect(lines.at(-1)).toMatchObject({ url: `${origin}/broken`, jobId });
		expect(result.items[0]?.pairedItem).toEqual({ item: 0 });
	});

	test('is waited for by looks that read next to nothing', async () => {
		const { service } = await serviceUnderTest();
		const { origin } = await linkedSite(30);
		await crawl(service, 'start', { url: origin, options: { output: 'file' } });
		const reads = requestsTo(service, 'GET', STATUS_PATH).map(({ query }) => query);
		expect(reads.at(-1)).toEqual({});
		expect(reads.slice(0, -1).every(({ limit }) => limit === '1')).toBe(true);
		expect(reads.length).toBeGreaterThan(1);
	});
});

describe('A finished crawl', () => {
	test('is read to a file over all pages of results', async () => {
		const { service, jobId } = await serviceWith(250, 100);
		const result = await crawl(service, 'get', {
			...byId(jobId),
			returnAll: true,
			options: { output: 'file' },
		});
		expect(onlyJson(result)).toMatchObject({ pages: 250, completed: 250 });
		expect(linesOf(result).map(({ url }) => url)).toEqual(
			Array.from({ length: 250 }, (_, number) => `https://example.com/${number}`),
		);
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(3);
	});

	test('is whole in the file whatever its pages are made of', async () => {
		const { service } = await serviceUnderTest();
		const texts = ['a', 'é', '€', '😀'].flatMap((character) =>
			[1, 90_000, 300_000, 5, 87_381].map((length) => character.repeat(length)),
		);
		const documents = finished(texts.length, 0).map((document, index) => ({
			...document,
			markdown: texts[index],
		}));
		const { id } = service.pageJobs.addFinished({ documents: documents as never[] });
		const result = await crawl(service, 'get', { ...byId(id), options: { output: 'file' } });
		const lines = linesOf(result).map(({ markdown }) => markdown);
		// Texts so long make a failure unreadable.
		expect(lines.findIndex((markdown, index) => markdown !== texts[index])).toBe(-1);
		expect(lines).toHaveLength(texts.length);
		const { data = '' } = result.items[0]?.binary?.data ?? {};
		expect(onlyJson(result).bytes).toBe(Buffer.from(data, 'base64').length);
	});

	test('is written where n8n keeps its files', async () => {
		const { service, jobId } = await serviceWith(150, 10_000);
		await inputFile(engine(), { content: Buffer.from('') }, 'filesystem');
		try {
			const parameters = { ...byId(jobId), returnAll: true, options: { output: 'file' } };
			const result = await crawl(service, 'get', parameters);
			const file = result.items[0]?.binary?.data;
			expect(file).toMatchObject({
				id: expect.stringMatching(/^filesystem/) as string,
				bytes: onlyJson(result).bytes,
			});
			if (file) await deleteFile(engine(), file);
		} finally {
			await inputFile(engine(), { content: Buffer.from('') }, 'memory');
		}
	});

	test('says nothing of credits where the server counts none', async () => {
		const { service, jobId } = await serviceWith(1, 10);
		const data = finished(1, 10);
		const json = {
			success: true,
			status: 'completed',
			total: 1,
			completed: 1,
			creditsUsed: -1,
			data,
		};
		service.orderFault({ path: `/v2/crawl/${jobId}`, answer: { status: 200, json } });
		const result = await crawl(service, 'get', { ...byId(jobId), options: { output: 'file' } });
		expect(onlyJson(result)).toMatchObject({ pages: 1, completed: 1 });
		expect(onlyJson(result)).not.toHaveProperty('creditsUsed');
	});

	test('has a limit in a file too', async () => {
		const { service, jobId } = await serviceWith(250, 100);
		const result = await crawl(service, 'get', {
			...byId(jobId),
			returnAll: false,
			limit: 120,
			options: { output: 'file' },
		});
		expect(onlyJson(result)).toMatchObject({ pages: 120 });
		expect(linesOf(result)).toHaveLength(120);
		expect(requestsTo(service, 'GET', STATUS_PATH)).toHaveLength(2);
	});

	test('goes on in a further file after 100 MB', async () => {
		const { service, jobId } = await serviceWith(110, PAGE_BYTES);
		const result = await crawl(service, 'get', {
			...byId(jobId),
			returnAll: true,
			options: { output: 'file' },
		});
		const { data_1: second, ...others } = result.items[0]?.binary ?? {};
		expect(Object.keys(others)).toEqual(['data']);
		expect(second?.fileName).toBe(`crawl-${jobId}-2.jsonl`);
		const lines = [...linesOf(result), ...linesOf(result, 'data_1')];
		expect(lines.map(({ url }) => url)).toEqual(
			Array.from({ length: 110 }, (_, number) => `https://example.com/${number}`),
		);
		expect(onlyJson(result).pages).toBe(110);
	}, 60_000);

	test('that is too large for items ends with an error that tells the way to its pages', async () => {
		const { service, jobId } = await serviceWith(110, PAGE_BYTES);
		const { message, description, details } = shown(
			await crawl(service, 'get', { ...byId(jobId), returnAll: true }),
		);
		expect(message).toBe('The pages are too large to leave the node as items');
		expect(description).toContain('Output under Options to File');
		expect(description).toContain(`use Get with the job id ${jobId}`);
		expect(details).toMatchObject({ jobId, retryable: false });
		expect(details.pages).toBeGreaterThan(90);
		expect(details.pages).toBeLessThan(110);
	}, 60_000);

	test('that is too large leaves the room that it took to the others', async () => {
		const { service, jobId: first } = await serviceWith(60, PAGE_BYTES);
		const [second, third] = [60, 3].map(
			(count) =>
				service.pageJobs.addFinished({ documents: finished(count, PAGE_BYTES) as never }).id,
		);
		const { items } = await crawl(
			service,
			'get',
			{ ...byId('={{ $json.id }}'), returnAll: true, options: { maxConcurrency: 1 } },
			{ items: [{ id: first }, { id: second }, { id: third }], onError: 'continueRegularOutput' },
		);
		const failed = items.filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ json }) => json.error)).toEqual([
			'The pages are too large to leave the node as items',
		]);
		expect(items).toHaveLength(60 + 1 + 3);
	}, 60_000);

	test('has no files to download in a file', async () => {
		const { service, jobId } = await serviceWith(1, 10);
		const options = { output: 'file', downloadFiles: true };
		const result = await crawl(service, 'get', { ...byId(jobId), options });
		expect(shown(result).message).toBe('Download Files needs Items as Output [item 0]');
		expect(service.requests).toEqual([]);
	});

	test('whose reading breaks off leaves no file behind as if it were whole', async () => {
		const { service, jobId } = await serviceWith(250, 100);
		service.orderFault({
			path: `/v2/crawl/${jobId}`,
			skip: 1,
			times: Infinity,
			answer: errorAnswer(404, 'Job expired'),
		});
		const result = await crawl(service, 'get', {
			...byId(jobId),
			returnAll: true,
			options: { output: 'file' },
		});
		expect(result.items).toEqual([]);
		expect(shown(result).description).toContain('Job expired');
	});
});
