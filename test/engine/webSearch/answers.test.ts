/** Answers that the stand-in gives only when told, and what comes of them. */
import { describe, expect, test } from 'vitest';

import { fileHost, PNG } from '../fileHost.ts';
import {
	dataAnswer,
	jsonOf,
	onlyJson,
	search,
	serviceUnderTest,
	shown,
} from './searchUnderTest.ts';

describe('Scientific papers', () => {
	const parameters = { query: 'backups', maxResults: 1, options: { categories: ['research'] } };

	test('are pages of the web at older servers', async () => {
		const { service } = await serviceUnderTest();
		expect(jsonOf((await search(service, parameters)).items)).toMatchObject([{ source: 'web' }]);
	});

	test('have a source of their own at newer ones', async () => {
		const { service } = await serviceUnderTest({ hasResearchPapers: true });
		expect(jsonOf((await search(service, parameters)).items)).toMatchObject([
			{
				source: 'research',
				title: 'Backups',
				abstract: 'Everything about backups.',
				paperId: 'paper-1',
			},
		]);
	});
});

test('A result keeps its page and its other files where one file is gone', async () => {
	const { service } = await serviceUnderTest();
	const { origin } = await fileHost({ '/here.png': { body: PNG } });
	const url = 'https://example.com/';
	const actions = { screenshots: [`${origin}/gone.png`, `${origin}/here.png`] };
	const data = { web: [{ url, markdown: 'Text', actions }] };
	service.orderFault({ answer: { status: 200, json: { success: true, data } } });
	const options = { downloadFiles: true };
	const { items } = await search(service, { query: 'x', formats: ['markdown'], options });
	expect(jsonOf(items)).toMatchObject([
		{
			url,
			markdown: 'Text',
			fileError: expect.stringMatching(/“screenshot”.* status 404/) as string,
		},
	]);
	expect(Object.keys(items[0]?.binary ?? {})).toEqual(['screenshot_1']);
});

test.each([
	[
		'groups that are not known yet',
		{ maps: [{ place: 'Here' }] },
		[{ source: 'maps', place: 'Here' }],
	],
	[
		'results that are no objects',
		{ web: ['https://a.example'] },
		[{ source: 'web', url: 'https://a.example' }],
	],
	[
		'results without groups',
		[{ url: 'https://a.example' }],
		[{ source: 'web', url: 'https://a.example' }],
	],
	['groups that are empty or none', { web: [], news: null, count: 3 }, []],
])('takes %s', async (_title, data, expected) => {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: dataAnswer(data) });
	const { items, error } = await search(service);
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toEqual(expected);
});

test('an answer that lists nothing is no result, and says that it may be a failure', async () => {
	const { service } = await serviceUnderTest({ searchEngineIsDown: true });
	const { items, error, log } = await search(service);
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
	expect(log.join('\n')).toContain('while its search engine is down');
	const json = onlyJson(await search(service, { output: 'list' }));
	expect(json).toMatchObject({ count: 0, warning: expect.stringContaining('down') as string });
});

test('a notice of the service is passed on', async () => {
	const { service } = await serviceUnderTest();
	const answer = dataAnswer({ web: [] }, { warning: 'Papers will move.' });
	service.orderFault({ times: 2, answer });
	const { log } = await search(service);
	expect(log.join('\n')).toContain('Papers will move.');
	expect(onlyJson(await search(service, { output: 'list' })).warning).toBe('Papers will move.');
});

test.each([
	['no data', { status: 200, json: { success: true } }],
	['data of another kind', dataAnswer('text')],
	['no object', { status: 200, json: [1] }],
])('fails on an answer with %s', async (_title, answer) => {
	const { service } = await serviceUnderTest();
	service.orderFault({ times: Infinity, answer });
	const result = await search(service);
	expect(shown(result).description).toContain('Base URL');
});

test('fails on a failure with status 200', async () => {
	const { service } = await serviceUnderTest();
	service.orderFault({
		times: Infinity,
		answer: { status: 200, json: { success: false, error: 'Out of order' } },
	});
	expect(shown(await search(service)).description).toContain('Out of order');
});

describe('A lost answer', () => {
	test('of a search without pages is asked for again', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ distortion: { kind: 'dropBeforeAnswer' } });
		const { items } = await search(service, { maxResults: 1 });
		expect(items).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	test('of a search with pages, which cost more, is not', async () => {
		const { service } = await serviceUnderTest();
		service.orderFault({ distortion: { kind: 'dropBeforeAnswer' } });
		const result = await search(service, { maxResults: 1, formats: ['markdown'] });
		expect(service.requests).toHaveLength(1);
		expect(shown(result).description).toContain('activity log');
		expect(shown(result).details).toMatchObject({ mayHaveBegun: true });
	});
});
