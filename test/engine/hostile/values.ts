import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

export type Json = IDataObject[string];

/** A well-formed id. */
export const UUID = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';

function nested(depth: number, wrap: (inner: Json) => Json): Json {
	let value: Json = 'deep';
	for (let level = 0; level < depth; level++) value = wrap(value);
	return value;
}

/** Ids that would change a path, or end it. */
export const PATH_TRICKS: readonly string[] = [
	'.',
	'..',
	'../..',
	'%2e%2e',
	'..%2f..%2fv2%2fmap',
	'/v2/map',
	'//evil.example/',
	'http://evil.example/',
	'\\..\\..',
	`${UUID}/../../map`,
	`${UUID}?before=1`,
	`${UUID}#`,
	`${UUID}/trace`,
	`${UUID}%00`,
	`${UUID}\u0000`,
	`${UUID}\r\nHost: evil.example`,
	` ${UUID} `,
	`${UUID}\n`,
	`\u200b${UUID}`,
	'a;b',
	'a&b=c',
	'@evil.example',
];

/** Values that have broken programs before. */
export const NASTY: readonly Json[] = [
	'',
	' ',
	'\u0000',
	null,
	true,
	false,
	0,
	-1,
	0.5,
	1e21,
	Number.MAX_SAFE_INTEGER,
	'NaN',
	'-0',
	'0x10',
	'1e3',
	' 7 ',
	'\ud800',
	'a\udfffb',
	'\u202eabc',
	'\u2028',
	'💥'.repeat(600),
	'x'.repeat(200_000),
	'a,'.repeat(5_000),
	[],
	[[]],
	[null],
	[1, 'two', { three: 3 }],
	Array.from({ length: 2_000 }, (_, index) => `entry${index}`),
	{},
	{ value: 'x' },
	{ __rl: true, mode: 'id', value: { deeper: 1 } },
	JSON.parse('{"__proto__":{"polluted":true}}') as Json,
	JSON.parse('{"constructor":{"prototype":{"polluted":true}}}') as Json,
	'{"__proto__":{"polluted":true}}',
	'[',
	'["a", {"b": 1}]',
	'{{ 1 + 1 }}',
	'={{ $json }}',
	'$credentials.apiKey',
	'__proto__',
	'constructor',
	'toString',
	'https://example.com',
	'http://user:password@example.com/',
	'http://[::1',
	'https://',
	'javascript:alert(1)',
	'file:///etc/passwd',
	nested(100, (inner) => [inner]),
	nested(100, (inner) => ({ inner })),
	...PATH_TRICKS,
];

/** Any JSON, lone surrogates and prototype keys included. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
	fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<Json>,
	fc.constantFrom(...NASTY),
	fc.string({ unit: 'binary', maxLength: 50 }).map((text) => `https://${text}`),
	fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
);

/** Makes sure that no input has reached what all objects share. */
export function isUnpolluted(): boolean {
	return (
		Object.keys(Object.prototype).length === 0 &&
		!('polluted' in {}) &&
		!('polluted' in []) &&
		!('polluted' in (() => {}))
	);
}
