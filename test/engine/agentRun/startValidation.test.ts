/** What Start refuses before it sends anything. */
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { agentRun, serviceUnderTest, shown } from './agentRunUnderTest.ts';

interface Refusal {
	title: string;
	parameters: INodeParameters;
	/** What the error says: the field's name and its rule. */
	says: string | RegExp;
}

const URL_RULE = 'must be an absolute URL that begins with http:// or https://';

const schemaJson = (value: string): INodeParameters => ({ schemaMode: 'json', schemaJson: value });
const schemaExample = (value: string): INodeParameters => ({
	schemaMode: 'example',
	schemaExample: value,
});
const fields = (...field: INodeParameters[]): INodeParameters => ({
	schemaMode: 'fields',
	schemaFields: { field },
});
const option = (name: string, value: INodeParameters[string]): INodeParameters => ({
	options: { [name]: value },
});
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

const prompts: Refusal[] = [
	{ title: 'no prompt', parameters: { prompt: '={{ "" }}' }, says: 'Prompt is required' },
	{ title: 'a blank prompt', parameters: { prompt: ' \n\t' }, says: 'Prompt is required' },
	{
		title: 'a prompt of 10,001 characters',
		parameters: { prompt: 'x'.repeat(10_001) },
		says: 'Prompt must have at most 10,000 characters',
	},
	{
		title: 'a prompt that is an object',
		parameters: { prompt: '={{ { a: 1 } }}' },
		says: 'Prompt must be text',
	},
];

const urls: Refusal[] = [
	'example.com',
	'/products',
	'//example.com/x',
	'ftp://example.com',
	'javascript:alert(1)',
	'https://',
	'https://a.example b.example',
	'http:///path',
].map((url) => ({
	title: `the URL "${url}"`,
	parameters: { urls: ['https://a.example', url] },
	says: `URLs ${URL_RULE}${url === 'example.com' ? ': write https://example.com' : ''}`,
}));

const schemas: Refusal[] = [
	{
		title: 'a schema that is not JSON',
		parameters: schemaJson('{"type": "object",}'),
		says: /^JSON Schema must be valid JSON \(.+\)/,
	},
	{ title: 'no schema text', parameters: schemaJson(''), says: /^JSON Schema must be valid JSON/ },
	{
		title: 'a schema that is a list',
		parameters: schemaJson('[]'),
		says: 'JSON Schema must be a JSON object',
	},
	{
		title: 'a schema that is null',
		parameters: schemaJson('null'),
		says: 'JSON Schema must be a JSON object',
	},
	{
		title: 'the schema of a list',
		parameters: schemaJson('{"type":"array","items":{"type":"object"}}'),
		says: 'JSON Schema must be a JSON Schema of type "object"',
	},
	{
		title: 'a schema that says nothing',
		parameters: schemaJson('{}'),
		says: 'JSON Schema must be a JSON Schema of type "object"',
	},
	{
		title: 'an example that is not JSON',
		parameters: schemaExample('{title: "Chair"}'),
		says: /^Example of the Result must be valid JSON \(.+\)/,
	},
	{
		title: 'an example that is a list',
		parameters: schemaExample('[{"a":1}]'),
		says: 'Example of the Result must be a JSON object',
	},
	{
		title: 'an example without fields',
		parameters: schemaExample('{}'),
		says: 'Example of the Result must have at least one field',
	},
	{
		title: 'an example nested 51 levels deep',
		parameters: schemaExample(nested(51)),
		says: 'Example of the Result must not be nested deeper than 50 levels',
	},
	{
		title: 'an example nested so deeply that it could exhaust the stack',
		parameters: schemaExample(nested(5_000)),
		says: /^Example of the Result must /,
	},
	{
		title: 'a table without fields',
		parameters: { schemaMode: 'fields', schemaFields: {} },
		says: 'Fields of the Result must have at least one field',
	},
	{
		title: 'a field without a name',
		parameters: fields({ name: ' ', type: 'string', description: '', required: false }),
		says: 'Fields of the Result must have a name for every field',
	},
	{
		title: 'two fields of one name',
		parameters: fields(
			{ name: 'price', type: 'string', description: '', required: false },
			{ name: 'price ', type: 'number', description: '', required: false },
		),
		says: 'Fields of the Result must have each name only once',
	},
	{
		title: 'a type that there is not',
		parameters: fields({ name: 'a', type: '={{ "toString" }}', description: '', required: false }),
		says: 'Fields of the Result must have types out of: string, number, boolean, stringArray, objectArray',
	},
];

const options: Refusal[] = [
	...[0, -1, '={{ "many" }}', '={{ true }}'].map((maxCredits) => ({
		title: `Max Credits ${maxCredits}`,
		parameters: option('maxCredits', maxCredits),
		says: 'Max Credits must be a number above zero',
	})),
	{
		title: 'Stay on URLs without URLs',
		parameters: option('strictConstrainToURLs', true),
		says: 'Stay on URLs needs at least one entry in URLs',
	},
	{
		title: 'Stay on URLs with blank URLs',
		parameters: { urls: ['', ' '], ...option('strictConstrainToURLs', true) },
		says: 'Stay on URLs needs at least one entry in URLs',
	},
	{
		title: 'an effort that there is not',
		parameters: option('effort', '={{ "max" }}'),
		says: 'Effort must be one of: low, medium, high',
	},
	{
		title: 'a mode that there is not',
		parameters: option('mode', '={{ "talk" }}'),
		says: 'Mode must be one of: extract, chat',
	},
	{
		title: 'a webhook that is not an address',
		parameters: option('webhookUrl', 'n8n.example/webhook'),
		says: `Webhook URL ${URL_RULE}: write https://n8n.example/webhook`,
	},
	{
		title: 'audit metadata without a name',
		parameters: option('auditMetadata', { value: { username: '' } }),
		says: 'Username is required',
	},
	{
		title: 'a risk score above 100',
		parameters: option('threatProtection', { value: { riskScoreThreshold: 101 } }),
		says: 'Risk Score Threshold must be a whole number from 0 to 100',
	},
	{
		title: 'a wait of no time',
		parameters: option('waitTimeout', 0),
		says: 'Wait Timeout must be a number above zero',
	},
	{
		title: 'an unknown way to meet a time-out',
		parameters: option('onWaitTimeout', '={{ "ignore" }}'),
		says: 'If the Wait Times Out must be one of: error, returnStatus',
	},
	{
		title: 'an unknown way to meet a failed run',
		parameters: option('onFailedRun', '={{ "ignore" }}'),
		says: 'If the Run Fails must be one of: error, returnStatus',
	},
	{
		title: 'a Wait for Completion that is neither yes nor no',
		parameters: { waitForCompletion: '={{ "maybe" }}' },
		says: 'Wait for Completion must be true or false',
	},
	{
		title: 'a Max Attempts of 0',
		parameters: option('maxAttempts', 0),
		says: 'Max Attempts must be a whole number of at least 1',
	},
];

describe('Start sends nothing and names field and item for', () => {
	test.each([...prompts, ...urls, ...schemas, ...options])(
		'$title',
		async ({ parameters, says }) => {
			const { service } = await serviceUnderTest();
			const result = await agentRun(service, 'start', { prompt: 'Find it', ...parameters });
			const { message, description } = shown(result);
			if (typeof says === 'string') expect(message).toBe(`${says} [item 0]`);
			else expect(message).toMatch(says);
			expect(message).toMatch(/ \[item 0\]$/);
			expect(description).toMatch(/^Found: .+ No request was sent\.$/s);
			expect(description.length).toBeLessThan(200);
			expect(service.requests).toEqual([]);
		},
	);
});

describe('One bad item among many', () => {
	const items = [{ cap: 5 }, { cap: 5 }, { cap: 0 }];
	const parameters = {
		prompt: '[lasts 0s] Find it',
		waitForCompletion: false,
		options: { maxCredits: '={{ $json.cap }}' },
	};

	test('is found before any of the others is sent', async () => {
		const { service } = await serviceUnderTest();
		const result = await agentRun(service, 'start', parameters, { items });
		expect(shown(result).message).toBe('Max Credits must be a number above zero [item 2]');
		expect(service.requests).toEqual([]);
	});

	test('keeps no other from being sent where the user continues on failure', async () => {
		const { service } = await serviceUnderTest();
		const result = await agentRun(service, 'start', parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(service.agentRuns.all).toHaveLength(2);
		expect(
			result.items.map(({ json, pairedItem }) => [json.jobId ?? json.error, pairedItem]),
		).toEqual([
			[expect.any(String), { item: 0 }],
			[expect.any(String), { item: 1 }],
			['Max Credits must be a number above zero [item 2]', { item: 2 }],
		]);
	});
});
