/** The key leaves n8n in the Authorization header of the service's own host, and nowhere else. */
import { stringify } from 'flatted';
import { describe, expect, test } from 'vitest';

import {
	errorAnswer,
	redirectAnswer,
	type Fault,
	type Service,
} from '../../../sandbox/service/index.ts';
import type { ExecutionResult } from '../../support/engine.ts';
import { linksAnswer, map, serviceUnderTest, type RunOptions } from '../mapUnderTest.ts';
import { retryAtOnce } from '../retryAtOnce.ts';

retryAtOnce();

const SECRET = 'fc-0123456789abcdef-top-secret';

async function mapWithSecret(
	service: Pick<Service, 'url'>,
	options: RunOptions = {},
): Promise<ExecutionResult> {
	const credentials = { apiKey: SECRET, baseUrl: service.url };
	return await map(service, { options: { maxAttempts: 2 } }, { credentials, ...options });
}

function expectNoSecret({ items, errorItems, execution, error, log }: ExecutionResult): void {
	const { message, description, stack, cause } =
		error ?? ({} as Partial<Error> as NonNullable<typeof error>);
	for (const place of [items, errorItems, execution, { message, description, stack, cause }, log]) {
		expect(stringify(place)).not.toContain(SECRET);
	}
}

const ECHOES: Array<[string, Fault]> = [
	['its message', { answer: errorAnswer(400, `Bad key ${SECRET}`) }],
	[
		'its details, deep down',
		{
			answer: errorAnswer(400, 'Bad Request', {
				details: [
					{ message: `got ${SECRET}`, header: { [`Bearer ${SECRET}`]: [`Bearer ${SECRET}`] } },
				],
			}),
		},
	],
	['a failure that may be tried again', { answer: errorAnswer(503, `Sorry, ${SECRET}`) }],
	['a refusal with status 200', { answer: errorAnswer(200, `Sorry, ${SECRET}`) }],
	[
		'a content type',
		{ answer: { status: 200, headers: { 'Content-Type': `text/${SECRET}` }, body: 'Hi' } },
	],
	['a redirect', { answer: redirectAnswer(`https://elsewhere.example/?key=${SECRET}`) }],
];

describe('the key stays secret', () => {
	const modes: Array<[string, RunOptions]> = [
		['when the node fails', {}],
		['under Continue On Fail', { onError: 'continueRegularOutput' }],
		['on the error output', { onError: 'continueErrorOutput' }],
	];

	describe.each(modes)('%s', (_mode, options) => {
		test.each(ECHOES)('and the service repeats it in %s', async (_where, fault) => {
			const { service } = await serviceUnderTest({ apiKeys: [SECRET] });
			service.orderFault({ times: Infinity, ...fault });
			const result = await mapWithSecret(service, options);
			expect(service.requests[0]?.headers.authorization).toBe('valid');
			expect(stringify([result.error, result.items, result.errorItems])).toContain('***');
			expectNoSecret(result);
		});

		test('and the connection breaks', async () => {
			const { service } = await serviceUnderTest({ apiKeys: [SECRET] });
			service.orderFault({ times: Infinity, distortion: { kind: 'dropBeforeAnswer' } });
			expectNoSecret(await mapWithSecret(service, options));
		});

		test('and nothing is there', async () => {
			const { service } = await serviceUnderTest();
			await service.stop();
			expectNoSecret(await mapWithSecret(service, options));
		});
	});

	test('and all goes well', async () => {
		const { service } = await serviceUnderTest({ apiKeys: [SECRET] });
		service.orderFault({ answer: linksAnswer(['https://example.com/a']) });
		const result = await mapWithSecret(service);
		expect(result.items).toHaveLength(1);
		expectNoSecret(result);
	});

	test('and the key is wrong', async () => {
		const { service } = await serviceUnderTest();
		const result = await mapWithSecret(service);
		expect(result.error?.message).toBe('The service rejected the API key');
		expectNoSecret(result);
	});
});

describe('a redirect', () => {
	test.each([301, 302, 303, 307, 308])(
		'with status %i is not followed, but named',
		async (status) => {
			const { service } = await serviceUnderTest();
			const other = await serviceUnderTest();
			const location = `${other.service.url}/v2/map`;
			service.orderFault({ times: Infinity, answer: redirectAnswer(location, status) });
			const { error } = await map(service);
			expect(error?.message).toBe(`The service's address redirects to ${location}`);
			expect(error?.description).toContain('Base URL');
			expect(other.service.requests).toEqual([]);
			expect(service.requests).toHaveLength(1);
		},
	);

	test('on the same host is not followed either', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: redirectAnswer('/v2/map/', 308) });
		const { error } = await map(service);
		expect(error?.message).toBe("The service's address redirects to /v2/map/");
		expect(service.requests).toHaveLength(1);
	});
});
