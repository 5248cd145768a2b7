import { describe, expect, test } from 'vitest';

import { errorAnswer, type Service, type ServiceOptions } from '../../../sandbox/service/index.ts';
import { clientOf } from '../../sandbox/serviceUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';
import {
	KEY,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	startPageOperation,
	UNKNOWN_ID,
} from './pageUnderTest.ts';

retryAtOnce();

const PATH = /\/interact$/;
const PLAYED: ServiceOptions = { playCode: (code) => ({ stdout: code }) };

async function scraped(service: Service): Promise<string> {
	const { data } = await clientOf(service, KEY).post<{ data: { metadata: { scrapeId: string } } }>(
		'/v2/scrape',
		{ url: `${service.websiteUrl}/` },
	);
	service.requests.length = 0;
	return data.data.metadata.scrapeId;
}

const run = async (...given: Parameters<typeof startPageOperation>) =>
	await startPageOperation(...given).promise;

function sent(service: Service): string[] {
	return requestsTo(service, 'POST', PATH)
		.concat(requestsTo(service, 'DELETE', PATH))
		.sort((one, other) => service.requests.indexOf(one) - service.requests.indexOf(other))
		.map(({ method, body }) =>
			method === 'DELETE' ? 'stop' : String((body as { code?: string; prompt?: string }).code),
		);
}

describe('Interact', () => {
	test('does what words say, closes the browser and tells what that cost', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		const json = onlyJson(await run(service, 'interact', { scrapeId, prompt: 'Choose L' }));
		expect(json).toEqual({
			scrapeId,
			jobId: scrapeId,
			output: 'Done: Choose L',
			exitCode: 0,
			killed: false,
			sessionDurationMs: expect.any(Number) as number,
			creditsBilled: 7,
		});
		expect(service.requests.map(({ method, body }) => [method, body])).toEqual([
			['POST', { prompt: 'Choose L' }],
			['DELETE', undefined],
		]);
	});

	test('runs code in a browser that stays open, with the addresses to watch it', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		const json = onlyJson(
			await run(service, 'interact', {
				scrapeId,
				instruction: 'code',
				code: 'look()',
				options: { stopAfter: false, timeout: 60 },
			}),
		);
		expect(json).toMatchObject({ stdout: 'look()', liveViewUrl: expect.any(String) as string });
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ language: 'node', code: 'look()', timeout: 60 },
		]);
	});

	test('succeeds also where nothing was put out', async () => {
		const { service } = await serviceUnderTest();
		const scrapeId = await scraped(service);
		const json = { success: true, liveViewUrl: 'https://live.example.com/1' };
		const path = `/v2/scrape/${scrapeId}/interact`;
		service.orderFault({ method: 'POST', path, answer: { status: 200, json } });
		const item = onlyJson(await run(service, 'interact', { scrapeId, prompt: 'Click the button' }));
		expect(item).toMatchObject({ scrapeId });
		expect(item).not.toHaveProperty('error');
	});

	test('takes turns with items of the same page, in their order, and stops after the last', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		const parameters = { scrapeId, instruction: 'code', code: '={{ $json.code }}' };
		const items = ['one', 'two', 'three'].map((code) => ({ code }));
		const { items: output } = await run(service, 'interact', parameters, { items });
		expect(output.map(({ json, pairedItem }) => [json.stdout, pairedItem])).toEqual(
			items.map(({ code }, item) => [code, { item }]),
		);
		expect(sent(service)).toEqual(['one', 'two', 'three', 'stop']);
	});

	test('fails with the output where the code failed, and closes the browser', async () => {
		const { service } = await serviceUnderTest({
			playCode: () => ({ stdout: 'so far', stderr: 'Error: gone', exitCode: 1 }),
		});
		const scrapeId = await scraped(service);
		const parameters = { scrapeId, instruction: 'code', code: 'x' };
		const { message, description, details } = shown(await run(service, 'interact', parameters));
		expect(message).toBe('The code in the browser failed (exit code 1)');
		expect(description).toMatch(/^Error: gone\./);
		expect(details).toMatchObject({ scrapeId, stdout: 'so far' });
		expect(sent(service)).toEqual(['x', 'stop']);
		expect(JSON.stringify(details)).not.toContain('wss:');
	});

	test('goes on with the other items where the user wants that', async () => {
		const { service } = await serviceUnderTest({
			playCode: (code) => ({ exitCode: code === 'two' ? 1 : 0, stdout: code }),
		});
		const scrapeId = await scraped(service);
		const parameters = { scrapeId, instruction: 'code', code: '={{ $json.code }}' };
		const items = ['one', 'two', 'three'].map((code) => ({ code }));
		const onError = 'continueErrorOutput';
		const { items: output, errorItems } = await run(service, 'interact', parameters, {
			items,
			onError,
		});
		expect(output.map(({ json }) => json.stdout)).toEqual(['one', 'three']);
		expect(errorItems.map(({ json }) => json.code)).toEqual(['two']);
		expect(sent(service)).toEqual(['one', 'two', 'three', 'stop']);
	});

	test('waits for no item that n8n itself leaves out', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		const parameters = { scrapeId, instruction: 'code', code: '={{ $json.code }}' };
		// n8n refuses such an object before the node sees it.
		const items = [{ code: 'one' }, { code: { constructor: { prototype: 1 } } }];
		const onError = 'continueRegularOutput';
		const { items: output } = await run(service, 'interact', parameters, { items, onError });
		expect(output[0]?.json.stdout).toBe('one');
		expect(output).toHaveLength(2);
		expect(sent(service)).toEqual(['one', 'stop']);
	});

	test('keeps the result where the browser cannot be closed', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		service.orderFault({ method: 'DELETE', times: Infinity, answer: errorAnswer(500, 'Down') });
		const json = onlyJson(await run(service, 'interact', { scrapeId, prompt: 'Look' }));
		expect(json.output).toBe('Done: Look');
		expect(json.warning).toMatch(/^The browser could not be closed and costs credits until/);
	});

	test('stops nothing where nothing began', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const result = await run(service, 'interact', { scrapeId: UNKNOWN_ID, prompt: 'Look' });
		expect(shown(result).details).toMatchObject({ httpCode: '404' });
		expect(requestsTo(service, 'DELETE', PATH)).toEqual([]);
	});

	test('closes the browser when the execution is stopped', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		service.orderFault({ method: 'POST', path: `/v2/scrape/${scrapeId}/interact`, delay: 60_000 });
		const started = startPageOperation(service, 'interact', { scrapeId, prompt: 'Look' });
		await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBe(1);
		started.cancel();
		await started.promise;
		await expect.poll(() => sent(service), { timeout: 10_000 }).toContain('stop');
	});

	test.each([
		[{ prompt: ' ' }, 'Prompt is required'],
		[{ prompt: 'x'.repeat(10_001) }, 'Prompt must have at most 10,000 characters'],
		[{ instruction: 'code', code: ' ' }, 'Code is required'],
		[{ prompt: 'x', scrapeId: 'no' }, 'Scrape ID must be the id of a scrape'],
		[{ prompt: 'x', instruction: 'song' }, 'Instruction must be one of'],
	])('refuses input before anything is sent (%#)', async (parameters, message) => {
		const { service } = await serviceUnderTest(PLAYED);
		const result = await run(service, 'interact', { scrapeId: UNKNOWN_ID, ...parameters });
		expect(shown(result).message).toContain(message);
		expect(service.requests).toEqual([]);
	});
});

describe('Stop Interaction', () => {
	test('tells what the browser cost', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		await clientOf(service, KEY).post(`/v2/scrape/${scrapeId}/interact`, { code: 'x' });
		const json = onlyJson(await run(service, 'stopInteraction', { scrapeId }));
		expect(json).toMatchObject({ scrapeId, jobId: scrapeId, creditsBilled: 2 });
	});

	test('of a page without a browser is an error, or is not', async () => {
		const { service } = await serviceUnderTest(PLAYED);
		const scrapeId = await scraped(service);
		const { message } = shown(await run(service, 'stopInteraction', { scrapeId }));
		expect(message).toBe('There is no such browser session');
		const options = { ignoreClosed: true };
		const json = onlyJson(await run(service, 'stopInteraction', { scrapeId, options }));
		expect(json).toMatchObject({ alreadyOver: true });
	});
});
