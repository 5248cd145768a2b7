/** Any JSON value that an expression may give, for every parameter that only crawls have. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { crawlRequestRule } from '../../../sandbox/service/crawl/rules.ts';
import { CRAWL_OPTIONS } from '../../../nodes/contract/requests/crawl.ts';
import { setUp } from '../hostile/setUp.ts';
import { anyJson, isUnpolluted, NASTY, UUID, type Json } from '../hostile/values.ts';

const RANDOM_VALUES = 25;

const { engine, service, credentials } = await setUp();
service.clearFaults();
service.orderFault({
	path: '/v2/crawl/params-preview',
	times: Infinity,
	answer: { status: 200, json: { success: true, data: { limit: 10 } } },
});
service.orderFault({
	times: Infinity,
	answer: {
		status: 200,
		json: {
			success: true,
			id: UUID,
			status: 'completed',
			completed: 1,
			data: [{ markdown: 'Text', metadata: { sourceURL: 'https://example.com/' } }],
			errors: [{ url: 'https://example.com/broken', error: 'Broken' }],
			crawls: [{ id: UUID, url: 'https://example.com/' }],
		},
	},
});

const GIVEN = '={{ $json.value }}';
const START = { operation: 'start', url: 'https://example.com', waitForCompletion: false };
const byExpression = { jobId: { __rl: true, mode: 'id', value: GIVEN } };
const byId = { jobId: { __rl: true, mode: 'id', value: UUID } };
const PREVIEW = { operation: 'preview', url: 'https://example.com', prompt: 'only docs' };
const DELAY = { operation: 'start', url: 'https://example.com' };

/** A parameter as errors call it, and a node where an expression gives it. */
const CASES: Array<[name: string, parameters: INodeParameters]> = [
	['URL', { ...START, url: GIVEN }],
	['Max Pages', { ...START, maxPages: GIVEN }],
	...CRAWL_OPTIONS.map((option): [string, INodeParameters] => [
		'',
		{ ...START, crawlOptions: { [option]: GIVEN } },
	]),
	['Webhook URL', { ...START, options: { webhookUrl: GIVEN } }],
	['Wait Timeout', { ...START, options: { waitTimeout: GIVEN } }],
	['If the Job Fails', { ...START, options: { onFailedJob: GIVEN } }],
	['Output', { ...START, options: { output: GIVEN } }],
	['Return Errors', { ...START, options: { returnErrors: GIVEN } }],
	['Wait for Completion', { ...DELAY, waitForCompletion: GIVEN, options: { waitTimeout: 0.001 } }],
	['Crawl', { operation: 'get', ...byExpression }],
	['Limit', { operation: 'get', ...byId, limit: GIVEN }],
	['Output', { operation: 'get', ...byId, options: { output: GIVEN } }],
	['Limit', { operation: 'getAll', limit: GIVEN }],
	['Return All', { operation: 'getAll', returnAll: GIVEN }],
	['Crawl', { operation: 'cancel', ...byExpression }],
	['Ignore Finished Jobs', { operation: 'cancel', ...byId, options: { ignoreFinished: GIVEN } }],
	['Crawl', { operation: 'getErrors', ...byExpression }],
	['URL', { ...PREVIEW, url: GIVEN }],
	['Prompt', { ...PREVIEW, prompt: GIVEN }],
];

const ID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** Every request that the service knows and a crawl may send. */
const ROUTES = new RegExp(
	`^(POST /v2/crawl(/params-preview)?|GET /v2/(crawl/active|team/credit-usage)|(GET|DELETE) /v2/crawl/${ID}|GET /v2/crawl/${ID}/errors)$`,
);

describe('A crawl takes or refuses anything as', () => {
	test.each(CASES.map(([name, given]) => [titleOf(given), name, given] as const))(
		'%s',
		async (_title, name, given) => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(anyJson, { minLength: RANDOM_VALUES, maxLength: RANDOM_VALUES }),
					async (random) => {
						await tryAll(name, given, [...random, ...NASTY]);
					},
				),
				{ numRuns: 1, endOnFailure: true },
			);
		},
		120_000,
	);
});

/** Which hosts there can be is the service's to say; that an address is one is not. */
function expectAllowed(body: unknown): void {
	expect((body as { url: string }).url).toMatch(/^https?:\/\/[^\s/?#]+/i);
	const problems = crawlRequestRule(body, []);
	expect(problems.filter(({ path: [field] }) => field !== 'url')).toEqual([]);
}

function titleOf(given: INodeParameters): string {
	const text = JSON.stringify(given);
	return `${given.operation as string}: ${/"(\w+)":"=\{\{/.exec(text)?.[1] ?? ''} ${
		text.includes('__rl') ? 'jobId' : ''
	}`.trim();
}

/** Runs an operation once, with an item for each value. */
async function tryAll(name: string, given: INodeParameters, values: Json[]): Promise<void> {
	service.requests.length = 0;
	const { items, error } = await engine.execute({
		node: 'webData',
		parameters: { resource: 'crawl', ...given },
		credentials,
		items: values.map((value): IDataObject => ({ value })),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	for (const { method, path, query, headers, body } of service.requests) {
		expect(`${method} ${path}`).toMatch(ROUTES);
		expect(Object.keys(query).filter((key) => key !== 'limit' && key !== 'skip')).toEqual([]);
		expect(headers.authorization).toBe('valid');
		expect(headers).not.toHaveProperty('x-idempotency-key');
		if (path === '/v2/crawl') expectAllowed(body);
	}
	for (const [index, value] of values.entries()) {
		const own = items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === index);
		const shown = `for ${JSON.stringify(value).slice(0, 200)}`;
		expect(own.length, shown).toBeGreaterThan(0);
		for (const { json } of own) {
			if (!('error' in json && 'details' in json)) continue;
			const { field } = json.details as { field?: string };
			// Everything but the wait itself is refused by its name.
			if (name !== 'Wait for Completion') expect(field, shown).toContain(name);
		}
	}
	expect(isUnpolluted()).toBe(true);
}
