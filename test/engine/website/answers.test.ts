import { describe, expect, test } from 'vitest';

import { errorAnswer, type CannedAnswer } from '../../../sandbox/service/index.ts';
import { inputs, jsonOf, linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';

const LINKS = [{ url: A, title: 'A', description: 'First' }, { url: B }];

describe('Map returns', () => {
	test('an item for each link, with the title and description that the service knows', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			answer: linksAnswer([
				...LINKS,
				{ url: A, title: null, description: null },
				{ url: B, title: '', description: '' },
			]),
		});
		const { items } = await map(service);
		expect(jsonOf(items)).toStrictEqual([
			...LINKS,
			{ url: A },
			{ url: B, title: '', description: '' },
		]);
	});

	test('nothing but url, title and description of a link', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([{ url: A, title: 'A', category: 'docs' }]) });
		expect(jsonOf((await map(service)).items)).toStrictEqual([{ url: A, title: 'A' }]);
	});

	test('the links of an older deployment, which lists plain addresses', async () => {
		const { service } = await serviceUnderTest({ linksAs: 'strings' });
		const { items } = await map(service, { url: service.websiteUrl, maxLinks: 2 });
		expect(jsonOf(items)).toStrictEqual([
			{ url: `${service.websiteUrl}/` },
			{ url: expect.stringContaining(service.websiteUrl) as string },
		]);
	});

	test('addresses and objects mixed', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([A, { url: B, title: 'B' }]) });
		expect(jsonOf((await map(service)).items)).toStrictEqual([{ url: A }, { url: B, title: 'B' }]);
	});

	test('one item with all links, if wanted', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([...LINKS, B]) });
		const { items } = await map(service, { output: 'list', url: 'https://example.com' });
		expect(items).toStrictEqual([
			{
				json: { url: 'https://example.com', count: 3, links: [...LINKS, { url: B }] },
				pairedItem: { item: 0 },
			},
		]);
	});

	test('no items where there are no links, which is not an error', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([]) });
		const { items, error } = await map(service);
		expect([items, error]).toEqual([[], undefined]);
	});

	test('an empty list where there are no links, if a list is wanted', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([]) });
		const { items } = await map(service, { output: 'list', url: A });
		expect(jsonOf(items)).toEqual([{ url: A, count: 0, links: [] }]);
	});

	test.each(['links', 'list'])('%s linked to the items they come from', async (output) => {
		const { service } = await serviceUnderTest();
		for (const [count, path] of [
			[2, '/0'],
			[0, '/1'],
			[3, '/2'],
		] as const) {
			service.orderFault({
				body: (body) => JSON.stringify(body).includes(path),
				answer: linksAnswer(Array.from({ length: count }, (_, link) => `${A}${path}/${link}`)),
			});
		}
		const parameters = { output, url: `=${A}/{{ $json.number }}` };
		const { items } = await map(service, parameters, { items: inputs(3) });
		const origins = items.map(({ pairedItem }) => pairedItem);
		const wanted = output === 'links' ? [0, 0, 2, 2, 2] : [0, 1, 2];
		expect(origins).toEqual(wanted.map((item) => ({ item })));
	});

	test('a large answer that comes compressed', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status: 200, bytes: 1_000_000, gzip: true } });
		const { items } = await map(service);
		expect(items.map(({ json }) => (json.url as string).length)).toEqual([1_000_000 - 29]);
	});

	test('all links but an entry that is none', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([A, null, { title: 'No address' }, B]) });
		const { items } = await map(service);
		expect(jsonOf(items)).toEqual([{ url: A }, { url: B }]);
	});

	test('at most as many items as n8n can take of one, where a service gives more than asked', async () => {
		const { service } = await serviceUnderTest();
		const links = Array.from({ length: 130_000 }, (_, index) => `${A}/${index}`);
		service.orderFault({ times: 2, answer: linksAnswer(links) });
		expect((await map(service)).items).toHaveLength(100_000);
		const { items } = await map(service, { output: 'list' });
		expect(items[0]?.json.count).toBe(130_000);
	});

	test('the website of each link, where that is wanted', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([A]) });
		const { items } = await map(service, { url: A, options: { includeSource: true } });
		expect(jsonOf(items)).toEqual([{ url: A, source: A }]);
	});

	test('the warning of the service with a list, and in the log otherwise', async () => {
		const { service } = await serviceUnderTest();
		const warning = 'Only 0 result(s) found. For broader coverage, try the base domain';
		const answer = { status: 200, json: { success: true, links: [], warning } };
		service.orderFault({ times: 2, answer });
		const { items } = await map(service, { output: 'list' });
		expect(jsonOf(items)).toMatchObject([{ count: 0, warning }]);
		const { log } = await map(service);
		expect(log.join('\n')).toContain(warning);
	});
});

describe('Map fails', () => {
	const html = { 'Content-Type': 'text/html' };

	test.each<[string, CannedAnswer, string]>([
		[
			'an HTML page',
			{ status: 200, headers: html, body: '<h1>Hi</h1>' },
			'not a JSON object (text/html)',
		],
		['an empty answer', { status: 200, body: '' }, 'not a JSON object'],
		['JSON that is no object', { status: 200, json: [LINKS] }, 'not a JSON object'],
		['JSON without links', { status: 200, json: { success: true } }, 'no list of links'],
		['links that are no list', linksAnswer({ url: A }), 'no list of links'],
		['links that are none', linksAnswer([7, null]), 'no list of links'],
		['links without address', linksAnswer([{ title: 'A' }]), 'no list of links'],
	])('on %s with status 200', async (_what, answer, message) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ times: Infinity, answer });
		const { items, error } = await map(service);
		expect(items).toEqual([]);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Base URL');
		expect(error?.context.itemIndex).toBe(0);
		expect(service.requests).toHaveLength(1);
	});

	test('on half a JSON text', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({
			answer: linksAnswer(LINKS),
			distortion: { kind: 'truncate' },
		});
		const { error } = await map(service);
		expect(error?.message).toContain('not a JSON object');
	});

	test('on success: false with status 200, in the service’s words', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: errorAnswer(200, 'The crawler is on strike') });
		const { error } = await map(service);
		expect(error?.message).toBe('The service reported a failure (status 200)');
		expect(error?.description).toContain('The crawler is on strike');
		expect(error).toMatchObject({ httpCode: '200', context: { itemIndex: 0 } });
		expect(service.requests).toHaveLength(1);
	});

	test('on an answer that would fill the memory', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: { status: 200, bytes: 200 * 1024 * 1024, gzip: true } });
		const { error } = await map(service);
		expect(error?.message).toBe('The answer is larger than 150 MB');
		expect(error?.description).toContain('Max Links');
	});
});
