/** The stand-in judged by a client that nobody here wrote: the vendor's own. */
import { Firecrawl, SdkError } from 'firecrawl';
import { describe, expect, test } from 'vitest';

import type { ServiceOptions } from '../../sandbox/service/index.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';

async function sdk(
	options: ServiceOptions = {},
): Promise<{ app: Firecrawl; service: Awaited<ReturnType<typeof serviceUnderTest>>['service'] }> {
	const { service } = await serviceUnderTest(options);
	const app = new Firecrawl({ apiKey: 'sandbox-key', apiUrl: service.url, maxRetries: 1 });
	return { app, service };
}

async function sdkError(request: Promise<unknown>): Promise<SdkError> {
	const error = await request.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof SdkError) return error;
	throw new Error('The SDK did not report an SdkError', { cause: error });
}

describe('the vendor’s SDK', () => {
	test('maps the sandbox website', async () => {
		const { app, service } = await sdk();
		const { links } = await app.map(service.websiteUrl, { limit: 1100, timeout: 30_000 });
		expect(links).toHaveLength(1100);
		expect(links[0]).toEqual({
			url: `${service.websiteUrl}/`,
			title: 'Sandbox Docs',
			description: expect.any(String) as string,
		});
	});

	test('maps with every option, from a service that lists plain strings', async () => {
		const { app, service } = await sdk({ linksAs: 'strings', threatProtection: 'enabled' });
		const { links } = await app.map(service.websiteUrl, {
			search: 'backups',
			sitemap: 'only',
			includeSubdomains: false,
			ignoreQueryParameters: true,
			limit: 10,
			location: { country: 'DE', languages: ['de-DE'] },
			auditMetadata: { username: 'someone' },
			threatProtection: { mode: 'normal', blockedTlds: ['zip'] },
			integration: 'test',
		});
		expect(links).toHaveLength(10);
		expect(links.every(({ url }) => url.includes('backups'))).toBe(true);
	});

	test('starts a run, waits for it and gets data of the schema', async () => {
		const { app } = await sdk();
		const result = await app.agent({
			prompt: '[lasts 500ms] Who is it?',
			schema: { type: 'object', properties: { name: { type: 'string' } } },
			pollInterval: 1,
			timeout: 20,
		});
		expect(result).toMatchObject({ status: 'completed', data: { name: 'Aster' } });
	});

	test('starts and polls step by step', async () => {
		const { app } = await sdk();
		const { id, threadId } = await app.startAgent({
			prompt: '[lasts 1h]',
			urls: ['https://a.example/'],
			maxCredits: 100,
			strictConstrainToURLs: true,
			model: 'spark-2',
			effort: 'high',
			webhook: { url: 'https://hook.example/', events: ['completed'] },
			mode: 'chat',
		});
		expect(await app.getAgentStatus(id)).toMatchObject({
			success: true,
			status: 'processing',
			model: 'spark-2',
			effort: 'high',
			mode: 'chat',
			threadId,
			threadTurn: 1,
		});
	});

	test('lists runs page by page', async () => {
		const { app, service } = await sdk({ listPageSize: 2 });
		for (const createdAt of [1000, 2000, 3000])
			service.agentRuns.start({ prompt: `run of ${createdAt}` }, { createdAt });
		const first = await app.listAgents();
		expect(first.agents?.map(({ options }) => options?.prompt)).toEqual([
			'run of 3000',
			'run of 2000',
		]);
		const before = Number(new URL(first.next ?? '').searchParams.get('before'));
		const second = await app.listAgents({ before });
		expect(second.agents?.map(({ createdAt }) => createdAt)).toEqual([
			new Date(1000).toISOString(),
		]);
		expect(second.next).toBeUndefined();
	});

	test('reads the trace and a snapshot', async () => {
		const { app, service } = await sdk();
		const { id } = service.agentRuns.start(
			{ prompt: '[data {"a":1}]' },
			{ createdAt: Date.now() - 5000 },
		);
		const { events = [], activeBrowserSessions } = await app.getAgentTrace(id, { liveView: true });
		expect(activeBrowserSessions).toEqual([]);
		expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'succeeded' });
		const snapshotId = events.findLast((event) => event.type === 'artifact.updated')?.artifact
			.snapshotId;
		const { snapshot } = await app.getAgentSnapshot(id, snapshotId ?? '');
		expect(snapshot).toBe('{"a":1}');
	});

	test('cancels a run', async () => {
		const { app } = await sdk();
		const { id } = await app.startAgent({ prompt: '[lasts 1h]' });
		expect(await app.cancelAgent(id)).toBe(true);
		const { status, message } = await sdkError(app.cancelAgent(id));
		expect([status, message]).toEqual([409, 'Agent is already cancelled']);
	});

	test('reads the credit usage', async () => {
		const { app } = await sdk({ planCredits: 100 });
		expect(await app.getCreditUsage()).toMatchObject({ remainingCredits: 100, planCredits: 100 });
	});

	test.each(['open2026', 'open2025'] as const)('maps with the server %s', async (deployment) => {
		const { app, service } = await sdk({ deployment });
		const { links } = await app.map(service.websiteUrl, { limit: 3, includeSubdomains: false });
		expect(links.map(({ url }) => url)).toHaveLength(3);
		const error = await sdkError(app.map('ftp://a.example'));
		expect([error.status, error.code]).toEqual([400, 'BAD_REQUEST']);
	});

	test('reads the queue and the history of credits', async () => {
		const { app, service } = await sdk({ maxConcurrency: 4 });
		await app.map(service.websiteUrl, { limit: 1 });
		expect(await app.getQueueStatus()).toMatchObject({ jobsInQueue: 0, maxConcurrency: 4 });
		expect(await app.getConcurrency()).toMatchObject({ concurrency: 0, maxConcurrency: 4 });
		const { periods } = await app.getCreditUsageHistorical();
		expect(periods).toMatchObject([{ creditsUsed: 1 }]);
	});

	test('understands refusals', async () => {
		const { app, service } = await sdk();
		const refused = await sdkError(app.map(service.websiteUrl, { limit: 0 }));
		expect([refused.status, refused.message]).toEqual([400, 'Bad Request']);
		const stranger = new Firecrawl({ apiKey: 'other-key', apiUrl: service.url });
		const unknown = await sdkError(stranger.map(service.websiteUrl));
		expect([unknown.status, unknown.message]).toEqual([401, 'Unauthorized: Invalid token']);
	});
});
