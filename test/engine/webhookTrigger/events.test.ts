/** What leaves the trigger for what the stand-in really sends. */
import { describe, expect, test, vi } from 'vitest';

import type { Delivery, Service } from '../../../sandbox/service/index.ts';
import { call, eventBody, onlyJson, SECRET, serviceUnderTest } from './triggerUnderTest.ts';

const NOWHERE = 'http://127.0.0.1:9/webhook';

/** The delivery of one event, of which there was one. */
async function delivery(service: Service, type: string): Promise<Delivery> {
	return await vi.waitFor(() => {
		const found = service.webhooks.deliveries.find(({ event }) => event.type === type);
		if (!found) throw new Error(`No ${type} yet`);
		return found;
	}, 10_000);
}

async function received(service: Service, type: string, options = {}) {
	const { body } = await delivery(service, type);
	const events = ['action', 'cancelled', 'completed', 'failed', 'page', 'started'];
	return onlyJson(await call(service, body, { parameters: { events, options } }));
}

async function serviceWithSecret(): Promise<Service> {
	const { service } = await serviceUnderTest({ webhookSecret: SECRET, webhookRepeats: [] });
	return service;
}

describe('Of an agent run', () => {
	test('the end has the fields of the polling trigger, the result read from the service', async () => {
		const service = await serviceWithSecret();
		const prompt = '[lasts 20ms] [data {"price": 5}] Price';
		const { id } = service.agentRuns.start({ prompt, webhook: NOWHERE });
		expect(await received(service, 'agent.completed')).toEqual({
			event: 'agent.completed',
			outcome: 'succeeded',
			jobId: id,
			status: 'completed',
			model: 'spark-2',
			data: { price: 5 },
			creditsUsed: 15,
			expiresAt: expect.any(String) as string,
		});
	});

	test('a failure tells its outcome, code and reason from the trace', async () => {
		const service = await serviceWithSecret();
		const prompt = '[lasts 20ms] [ends refused] [error Not allowed] Ask';
		const { id } = service.agentRuns.start({ prompt, webhook: NOWHERE });
		expect(await received(service, 'agent.failed')).toMatchObject({
			event: 'agent.failed',
			outcome: 'refused',
			jobId: id,
			error: 'Not allowed',
			errorCode: 'refused',
		});
	});

	test('a cancelled run is one whatever its status says', async () => {
		const service = await serviceWithSecret();
		const { id } = service.agentRuns.start({ prompt: '[lasts 1h] Long', webhook: NOWHERE });
		service.agentRuns.cancel(id);
		expect(await received(service, 'agent.cancelled')).toMatchObject({
			event: 'agent.failed',
			outcome: 'cancelled',
			jobId: id,
		});
	});

	test('without data, nothing is read and the end is told all the same', async () => {
		const service = await serviceWithSecret();
		const { id } = service.agentRuns.start({ prompt: '[lasts 20ms] Fast', webhook: NOWHERE });
		expect(await received(service, 'agent.completed', { includeData: false })).toMatchObject({
			event: 'agent.completed',
			outcome: 'succeeded',
			jobId: id,
		});
		expect(service.requests).toEqual([]);
	});

	test('starts and actions are told with what the call holds', async () => {
		const service = await serviceWithSecret();
		const { id } = service.agentRuns.start({ prompt: '[lasts 20ms] Fast', webhook: NOWHERE });
		expect(await received(service, 'agent.started')).toEqual({ event: 'agent.started', jobId: id });
		expect(await received(service, 'agent.action')).toMatchObject({
			event: 'agent.action',
			jobId: id,
			action: 'search',
		});
	});

	test('what was added to the webhook comes along', async () => {
		const service = await serviceWithSecret();
		const webhook = { url: NOWHERE, metadata: { customer: '7' } };
		service.agentRuns.start({ prompt: '[lasts 20ms] Fast', webhook });
		expect(await received(service, 'agent.completed')).toMatchObject({
			webhookMetadata: { customer: '7' },
		});
	});
});

describe('Of a crawl', () => {
	async function crawled(): Promise<{ service: Service; id: string; site: string }> {
		const { service, client } = await serviceUnderTest({
			webhookSecret: SECRET,
			webhookRepeats: [],
		});
		const body = { url: service.websiteUrl, limit: 3, webhook: NOWHERE };
		const { id } = (await client.post<{ id: string }>('/v2/crawl', body)).data;
		return { service, id, site: service.websiteUrl };
	}

	test('the end carries the pages, each with its address, and each page is told', async () => {
		const { service, id, site } = await crawled();
		const end = await received(service, 'crawl.completed');
		expect(end).toMatchObject({ event: 'crawl.completed', jobId: id, status: 'completed' });
		const pages = end.data as Array<{ url: string; markdown: string }>;
		expect(pages).toHaveLength(3);
		for (const { url, markdown } of pages) {
			expect(url.startsWith(site)).toBe(true);
			expect(markdown).toBeTypeOf('string');
		}
		expect(end).not.toHaveProperty('dataTruncated');
		expect(await received(service, 'crawl.page')).toMatchObject({
			event: 'crawl.page',
			jobId: id,
			url: expect.stringContaining(site) as string,
			markdown: expect.any(String) as string,
		});
	});

	test('an end with more pages than an event carries says so', async () => {
		const service = await serviceWithSecret();
		const documents = Array.from({ length: 101 }, (_, page) => ({
			markdown: String(page),
			metadata: { sourceURL: `https://shop.example/${page}` },
		})) as never[];
		const { id } = service.pageJobs.addFinished({ documents });
		const json = onlyJson(await call(service, eventBody({ type: 'crawl.completed', id })));
		expect(json.data).toHaveLength(100);
		expect(json).toMatchObject({ dataTruncated: true, completed: 101 });
	});

	test('a page that failed tells its address and why', async () => {
		const { service } = await serviceUnderTest();
		const body = eventBody({
			type: 'batch_scrape.page',
			id: 'job',
			success: false,
			error: 'Timed out',
			data: [{ metadata: { sourceURL: 'https://shop.example/' } }],
		});
		const parameters = { events: ['page'] };
		expect(onlyJson(await call(service, body, { parameters }))).toMatchObject({
			event: 'batch_scrape.page',
			jobId: 'job',
			url: 'https://shop.example/',
			error: 'Timed out',
		});
	});
});

describe('Events', () => {
	test('that were not chosen start nothing', async () => {
		const { service } = await serviceUnderTest();
		for (const type of ['crawl.started', 'crawl.page', 'agent.action', 'monitor.page', 'x.new']) {
			const { status, items } = await call(service, eventBody({ type }));
			expect([type, status, items]).toEqual([type, 200, undefined]);
		}
	});

	test('of a monitor are told with monitor and check', async () => {
		const { service } = await serviceUnderTest();
		const page = { monitorId: 'm', checkId: 'c', url: 'https://a.example/', status: 'changed' };
		const body = eventBody({ type: 'monitor.page', id: 'c', data: [page] });
		const parameters = { events: ['monitorPage'] };
		expect(onlyJson(await call(service, body, { parameters }))).toEqual({
			event: 'monitor.page',
			...page,
		});
	});
});

describe('A result that cannot be read', () => {
	test('fails the execution with the reason, and leaves the delivery to a second try', async () => {
		const service = await serviceWithSecret();
		const deliveries = new Map<string, Set<string>>();
		const body = eventBody({ type: 'crawl.completed', id: '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00' });
		const first = await call(service, body, { id: 'node', deliveries });
		expect(first.error?.message).toBe('The service does not know what was asked for');
		const { id } = service.pageJobs.addFinished({ documents: [] });
		const repaired = body.replace('0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00', id);
		expect((await call(service, repaired, { id: 'node', deliveries })).items).toHaveLength(1);
	});
});
