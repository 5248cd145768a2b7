/** What the credential's Test button makes of answers. */
import { describe, expect, test } from 'vitest';

import { errorAnswer, redirectAnswer } from '../../../sandbox/service/index.ts';
import { map } from '../mapUnderTest.ts';
import { ACCEPTED, KEY, pressTest, serviceUnderTest } from './credentialUnderTest.ts';

const REJECTED = {
	status: 'Error',
	message: 'The service rejected the API key. Copy it anew from its dashboard.',
};
const CREDITS = '/v2/team/credit-usage';
const MAP = '/v2/map';
const HTML = { 'Content-Type': 'text/html' };

/** As recorded from the open server, on which no plan is kept. */
const CREDITS_FAIL = {
	status: 500,
	json: {
		success: false,
		code: 'UNKNOWN_ERROR',
		error: 'An error occurred. Please check your logs for more details.',
	},
};

test('says that the key is accepted, at no cost', async () => {
	const { service } = await serviceUnderTest({ planCredits: 1 });
	expect(await pressTest(service.url)).toEqual(ACCEPTED);
	expect(service.requests.map(({ path }) => path)).toEqual([CREDITS]);
	expect((await map(service, { url: service.websiteUrl, maxLinks: 1 })).items).toHaveLength(1);
});

test('says that the key is rejected', async () => {
	const { service } = await serviceUnderTest();
	expect(await pressTest(service.url, 'mistyped-key')).toEqual(REJECTED);
});

test.each([' ', 'Bearer  '])('says that there is no key in %j', async (apiKey) => {
	const { service } = await serviceUnderTest();
	expect(await pressTest(service.url, apiKey)).toEqual({
		status: 'Error',
		message: 'API Key is empty. A deployment without authentication takes any text.',
	});
	expect(service.requests).toEqual([]);
});

describe('where credit usage cannot be read', () => {
	test.each([
		['a 404 of the service', errorAnswer(404, 'Not Found')],
		['a 405 of the service', errorAnswer(405, 'Method Not Allowed')],
		['an HTML 404', { status: 404, headers: HTML, body: `Cannot GET ${CREDITS}` }],
		['a 500 of the open server', CREDITS_FAIL],
		['a 503', errorAnswer(503, 'Service Unavailable')],
		['a 403 for lack of permission', errorAnswer(403, 'Forbidden')],
		['a 429', errorAnswer(429, 'Too Many Requests')],
		['an HTML 403', { status: 403, headers: HTML, body: 'No' }],
	])('(%s) tells good from bad keys all the same, at no cost', async (_what, answer) => {
		const { service } = await serviceUnderTest({ planCredits: 1 });
		service.orderFault({ path: CREDITS, times: Infinity, answer });
		expect(await pressTest(service.url)).toEqual(ACCEPTED);
		expect(await pressTest(service.url, 'mistyped-key')).toEqual(REJECTED);
		expect((await map(service, { url: service.websiteUrl, maxLinks: 1 })).items).toHaveLength(1);
	});

	test('says that the service is failing where nothing else is known', async () => {
		const { service } = await serviceUnderTest({ withoutRoutes: { map: 404 } });
		service.orderFault({ path: CREDITS, times: Infinity, answer: CREDITS_FAIL });
		expect(await pressTest(service.url)).toEqual({
			status: 'Error',
			message: 'The service answered, but is failing (status 500). Try again later.',
		});
	});
});

test('takes any text for the key of a deployment without authentication', async () => {
	const { service } = await serviceUnderTest();
	const details = [{ code: 'invalid_type', path: ['url'], message: 'Invalid input' }];
	service.orderFault({ path: CREDITS, times: Infinity, answer: CREDITS_FAIL });
	service.orderFault({ path: MAP, answer: errorAnswer(400, 'Bad Request', { details }) });
	expect(await pressTest(service.url, 'any text')).toEqual(ACCEPTED);
});

test.each([
	[402, 'Insufficient credits', 'The account has no credits left.'],
	[429, 'Rate limit exceeded', 'Its rate limit is used up for the moment.'],
])('takes a %i for a good key, and says why it was given', async (status, error, more) => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: errorAnswer(status, error) });
	expect(await pressTest(service.url)).toEqual({
		status: 'OK',
		message: `The service accepted the API key. ${more}`,
	});
});

test('repeats what the service says of an account that it denies access', async () => {
	const { service } = await serviceUnderTest();
	const answer = errorAnswer(403, `Unauthorized: This account has been banned (${KEY}).`);
	service.orderFault({ times: Infinity, answer });
	expect(await pressTest(service.url)).toEqual({
		status: 'Error',
		message:
			'The service knows the API key, but denies it access: "Unauthorized: This account has been banned (***)."',
	});
});

test('says that the service is failing', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: errorAnswer(503, 'Service Unavailable') });
	expect((await pressTest(service.url)).message).toContain('failing (status 503)');
});

describe('says what stands between n8n and the service', () => {
	const between = async (status: number) => {
		const { service } = await serviceUnderTest();
		const answer = { status, headers: HTML, body: `<h1>${status}</h1>` };
		service.orderFault({ times: Infinity, answer });
		return { url: service.url, ...(await pressTest(service.url)) };
	};

	test('a proxy that demands a login', async () => {
		const { url, status, message } = await between(407);
		expect(status).toBe('Error');
		expect(message).toContain(`The proxy through which n8n reaches ${url} demands a login`);
	});

	test('a firewall that refuses', async () => {
		const { url, status, message } = await between(403);
		expect(status).toBe('Error');
		expect(message).toBe(
			`Something before the service, such as a proxy or a firewall, refuses requests to ${url} (status 403).`,
		);
	});

	test('a gateway that limits requests', async () => {
		const { url, status, message } = await between(429);
		expect(status).toBe('Error');
		expect(message).toContain(`Something before the service at ${url} limits requests`);
	});
});

describe('says that something else answers', () => {
	const notService = (url: string) => ({
		status: 'Error',
		message: `Something answers at ${url}, but it is not the web data service. Check Base URL.`,
	});

	test.each([
		['with an HTML page', { status: 200, headers: HTML, body: '<h1>Hi</h1>' }],
		['with an HTML 404', { status: 404, headers: HTML, body: '<h1>Not found</h1>' }],
		['with an HTML 401', { status: 401, headers: HTML, body: 'Who are you?' }],
		['with a JSON 404 of another kind', { status: 404, json: { message: 'no such route' } }],
		['with JSON of another kind', { status: 200, json: { hello: 'world' } }],
		['with nothing', { status: 204, body: '' }],
		['with a 502 of a proxy', { status: 502, headers: HTML, body: '<h1>Bad Gateway</h1>' }],
	])('%s', async (_how, answer) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer });
		expect(await pressTest(service.url)).toEqual(notService(service.url));
	});

	test('with the service’s 404 on every route', async () => {
		const { service } = await serviceUnderTest({ withoutRoutes: { creditUsage: 404, map: 404 } });
		expect(await pressTest(service.url)).toEqual(notService(service.url));
	});

	test('with a redirect, which is named and not followed with the key', async () => {
		const { service } = await serviceUnderTest();
		const other = await serviceUnderTest();
		const target = `${other.service.url}/v2/map`;
		service.orderFault({ times: Infinity, answer: redirectAnswer(`${target}?token=1`) });
		expect(await pressTest(service.url)).toEqual({
			status: 'Error',
			message: `${service.url} redirects to ${target}. Enter the final address as Base URL.`,
		});
		expect(other.service.requests).toEqual([]);
	});
});

test('never shows the key', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer: errorAnswer(401, `Bad key ${KEY}`) });
	expect((await pressTest(service.url)).message).not.toContain(KEY);
});
