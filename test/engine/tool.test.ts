/** The node as a tool of n8n's AI Agent: what a model gets to read of it. */
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { ExecutionResult } from '../support/engine.ts';
import { linksAnswer } from './mapUnderTest.ts';
import { engine, jsonOf, KEY, serviceUnderTest, shown } from './webDataUnderTest.ts';

async function callTool(
	service: { url: string },
	parameters: INodeParameters,
): Promise<ExecutionResult> {
	return await engine().execute({
		node: 'webDataTool',
		parameters: { url: 'https://example.com', ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url },
	});
}

describe('A model reads', () => {
	test('whole results within Max Characters, and how many there are', async () => {
		const { service } = await serviceUnderTest();
		const links = Array.from({ length: 5_000 }, (_, index) => ({
			url: `https://example.com/${index}`,
		}));
		service.orderFault({ answer: linksAnswer(links) });
		const { items } = await callTool(service, {});
		expect(jsonOf(items).at(0)).toEqual(links[0]);
		expect(jsonOf(items).at(-1)?.note).toMatch(
			/^Cut to 20,000 characters: this is \d+ of 5,000 results/,
		);
		expect(JSON.stringify(jsonOf(items)).length).toBeLessThan(22_000);
	});

	test('everything where that is little', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([{ url: 'https://example.com/1' }]) });
		expect(jsonOf((await callTool(service, {})).items)).toEqual([{ url: 'https://example.com/1' }]);
	});

	test('the beginning of one result that is too large', async () => {
		const { service } = await serviceUnderTest();
		const data = {
			markdown: 'word '.repeat(20_000),
			links: Array(5_000).fill('https://example.com'),
		};
		service.orderFault({ answer: { status: 200, json: { success: true, data } } });
		const { items } = await callTool(service, { resource: 'page', operation: 'scrape' });
		expect(jsonOf(items).at(0)?.markdown).toMatch(/… \[cut\]$/);
		expect(jsonOf(items).at(-1)?.note).toContain('not all of it');
	});

	test('cause and fix of an error in one text', async () => {
		const { service } = await serviceUnderTest();
		const { message } = shown(await callTool(service, { url: 'no address' }));
		expect(message).toMatch(/^URL must be an absolute URL .*\. \S/s);
	});
});

test('A tool waits by polling: not every AI agent can wait for one that sleeps', async () => {
	const { service } = await serviceUnderTest();
	const { items, execution } = await callTool(service, {
		resource: 'agentRun',
		operation: 'start',
		prompt: '[lasts 100ms] [data {"price": 5}] Price',
		options: { waitBy: 'webhook' },
	});
	expect(execution.status).toBe('success');
	expect(jsonOf(items)).toMatchObject([{ status: 'completed', data: { price: 5 } }]);
});
