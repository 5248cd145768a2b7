import { describe, expect, test } from 'vitest';

import { linksAnswer, map, serviceUnderTest } from '../mapUnderTest.ts';

const WANTED = ['b.example', 'a.example', '*.c.example'];

async function sentList(list: unknown, field: string): Promise<unknown> {
	const { service } = await serviceUnderTest();
	service.orderFault({ answer: linksAnswer([]) });
	const value = { [field]: typeof list === 'string' ? list : '={{ $json.list }}' };
	const options = field === 'languages' ? { location: { value } } : { threatProtection: { value } };
	const { error } = await map(service, { options }, { items: [{ list: list as string }] });
	if (error) throw error;
	const body = service.requests[0]?.body as Record<string, Record<string, unknown>>;
	return (body.location ?? body.threatProtection)?.[field];
}

describe('a list of domains may be', () => {
	test.each<[string, unknown]>([
		['an array', WANTED],
		['nested arrays', [['b.example', ['a.example']], [], '*.c.example']],
		['a JSON array as text', JSON.stringify(WANTED)],
		['a JSON array with blanks and line breaks', ` ${JSON.stringify(WANTED, null, 2)}\n`],
		['one entry a line', 'b.example\na.example\r\n*.c.example'],
		['separated by commas', 'b.example, a.example,*.c.example'],
		['both', 'b.example,a.example\n*.c.example'],
		['an array of such texts', ['b.example,a.example', '["*.c.example"]']],
		['full of blanks', ['', ' b.example ', null, 'a.example', '\t', '*.c.example', []]],
		['full of duplicates', ['b.example', 'a.example', 'b.example', '*.c.example', 'a.example']],
	])('%s', async (_form, list) => {
		expect(await sentList(list, 'blacklist')).toEqual(WANTED);
	});
});

describe('entries of the multi-value field', () => {
	test.each(['blacklist', 'whitelist'])('reach %s in their order', async (field) => {
		const { service } = await serviceUnderTest();
		service.orderFault({ answer: linksAnswer([]) });
		const value = { [field]: ['b.example', '={{ $json.domain }}', '*.c.example', ''] };
		await map(
			service,
			{ options: { threatProtection: { value } } },
			{ items: [{ domain: 'a.example' }] },
		);
		expect(service.requests[0]?.body).toMatchObject({ threatProtection: { [field]: WANTED } });
	});
});

describe('lists of other things', () => {
	test.each<[string, unknown, string[]]>([
		['whitelist', 'one.example\ntwo.example', ['one.example', 'two.example']],
		[
			'whitelist',
			'münchen.example, xn--mnchen-3ya.example',
			['münchen.example', 'xn--mnchen-3ya.example'],
		],
		['blockedTlds', 'zip,mov', ['zip', 'mov']],
		['blockedTlds', ['xn--p1ai', 'рф'], ['xn--p1ai', 'рф']],
		['languages', 'de-DE, en;q=0.8\nfr', ['de-DE', 'en;q=0.8', 'fr']],
		['languages', '["zh-Hant-TW","*"]', ['zh-Hant-TW', '*']],
	])('%s take the same forms: %j', async (field, list, wanted) => {
		expect(await sentList(list, field)).toEqual(wanted);
	});

	test('a list of 1,000 entries is sent whole', async () => {
		const list = Array.from({ length: 1000 }, (_, index) => `site${index}.example`);
		expect(await sentList(list, 'blacklist')).toEqual(list);
		expect(await sentList([...list, 'site0.example'], 'blacklist')).toEqual(list);
	});
});
