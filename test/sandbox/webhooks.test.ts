/** What the stand-in sends to webhooks, and how it goes on when nobody takes it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { signatureOf } from '../../sandbox/service/index.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';

interface Received {
	body: string;
	signature: unknown;
	type: string;
	webhookId: string;
}

let receiver: Server;
let url: string;
let received: Received[];
/** Answers of the receiver, one after the other; 200 after the last. */
let statuses: number[];

beforeEach(async () => {
	received = [];
	statuses = [];
	receiver = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString();
			const { type, webhookId } = JSON.parse(body) as Received;
			const signature = request.headers['x-firecrawl-signature'];
			received.push({ body, signature, type, webhookId });
			response.writeHead(statuses.shift() ?? 200).end();
		});
	}).listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});

afterEach(() => {
	receiver.closeAllConnections();
	receiver.close();
});

const types = () => received.map(({ type }) => type);

async function hasReceived(count: number): Promise<void> {
	await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), 5_000);
}

describe('A webhook', () => {
	test('is told what happens in a run, signed over the bytes', async () => {
		const { service } = await serviceUnderTest({ webhookSecret: 'secret' });
		service.agentRuns.start({ prompt: '[lasts 60ms] ü', webhook: url });
		await hasReceived(3);
		expect(types()).toEqual(['agent.started', 'agent.action', 'agent.completed']);
		for (const { body, signature } of received) {
			expect(signature).toBe(signatureOf(body, 'secret'));
		}
	});

	test('is told only the events that it wants', async () => {
		const { service } = await serviceUnderTest();
		const webhook = { url, events: ['completed'] };
		service.agentRuns.start({ prompt: '[lasts 20ms] Fast', webhook });
		await hasReceived(1);
		expect(types()).toEqual(['agent.completed']);
		expect(received[0]?.signature).toBeUndefined();
	});

	test('is called again with the same id until it answers well', async () => {
		statuses = [500, 409];
		const { service } = await serviceUnderTest({ webhookRepeats: [20, 20, 20] });
		const webhook = { url, events: ['started'] };
		service.agentRuns.start({ prompt: '[lasts 1h] Long', webhook });
		await hasReceived(3);
		expect(new Set(received.map(({ webhookId }) => webhookId)).size).toBe(1);
		const [delivery] = service.webhooks.deliveries;
		await vi.waitFor(() =>
			expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 409, 200]),
		);
	});

	test('is told of a crawl: its start, its pages and its end when the status says so', async () => {
		const { service, client } = await serviceUnderTest({ completionLag: 100 });
		const { id } = (
			await client.post<{ id: string }>('/v2/crawl', {
				url: service.websiteUrl,
				limit: 2,
				webhook: { url },
			})
		).data;
		await hasReceived(4);
		expect(types()).toEqual(['crawl.started', 'crawl.page', 'crawl.page', 'crawl.completed']);
		expect((await client.get<{ status: string }>(`/v2/crawl/${id}`)).data.status).toBe('completed');
	});

	test('is told each event twice, or in reverse order, where a test orders that', async () => {
		const { service } = await serviceUnderTest();
		service.webhooks.isDoubled = true;
		const webhook = { url, events: ['started'] };
		service.agentRuns.start({ prompt: '[lasts 1h] Long', webhook });
		await hasReceived(2);
		service.webhooks.isDoubled = false;
		service.webhooks.hold();
		service.agentRuns.start({ prompt: '[lasts 1ms] Fast', webhook: url });
		await vi.waitFor(() => expect(service.webhooks.deliveries).toHaveLength(4), 5_000);
		received = [];
		await service.webhooks.releaseReversed();
		expect(types().at(-1)).toBe('agent.started');
		expect(types()).toHaveLength(3);
	});
});
