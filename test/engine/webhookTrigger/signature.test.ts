/** Who may start a workflow: only the service, where a secret tells it from others. */
import { describe, expect, test } from 'vitest';

import { signatureOf } from '../../../sandbox/service/index.ts';
import {
	call,
	engine,
	eventBody,
	KEY,
	onlyJson,
	SECRET,
	type Sending,
} from './triggerUnderTest.ts';

const SERVICE = { url: 'http://127.0.0.1:1' };
const BODY = eventBody({ type: 'crawl.page', data: [{ markdown: '# Hello — ü' }] });
const parameters = { events: ['page'] };

const received = async (body: string | Buffer, sending: Sending = {}) =>
	await call(SERVICE, body, { parameters, ...sending });

describe('With a secret in the credential', () => {
	test('a signed call starts the workflow', async () => {
		const result = await received(BODY);
		expect(onlyJson(result)).toMatchObject({ event: 'crawl.page', markdown: '# Hello — ü' });
		expect(result.status).toBe(200);
	});

	test('capital letters in the digits make no difference', async () => {
		const signature = signatureOf(BODY, SECRET).replace(/=.*/, (digits) => digits.toUpperCase());
		expect((await received(BODY, { signature })).items).toHaveLength(1);
	});

	test.each<[what: string, signature: string | null]>([
		['no signature', null],
		['an empty one', ''],
		['a wrong one', `sha256=${'0'.repeat(64)}`],
		['a short one', signatureOf(BODY, SECRET).slice(0, -2)],
		['a long one', `${signatureOf(BODY, SECRET)}00`],
		['one of another secret', signatureOf(BODY, 'another')],
		['one without its algorithm', signatureOf(BODY, SECRET).replace('sha256=', '')],
		['one of another algorithm', signatureOf(BODY, SECRET).replace('sha256', 'sha1')],
		['digits that are none', `sha256=${'zz'.repeat(32)}`],
	])('a call with %s gets 401 and starts nothing', async (_what, signature) => {
		const { status, items, execution } = await received(BODY, { signature });
		expect({ status, items, execution }).toEqual({
			status: 401,
			items: undefined,
			execution: undefined,
		});
	});

	test('a body of which one byte was changed gets 401', async () => {
		const signature = signatureOf(BODY, SECRET);
		const { status, items } = await received(BODY.replace('Hello', 'hello'), { signature });
		expect([status, items]).toEqual([401, undefined]);
	});

	test('bytes that are no text are compared as bytes', async () => {
		const body = Buffer.from([0xff, 0xfe, 0x00]);
		const { status } = await received(body, { signature: signatureOf('\ufffd\ufffd\0', SECRET) });
		expect(status).toBe(401);
	});

	test('blanks around the secret, as copied, are no part of it', async () => {
		expect((await received(BODY, { secret: ` ${SECRET}\n` })).items).toHaveLength(1);
	});

	test('it appears in nothing that n8n saves', async () => {
		const { execution } = await received(BODY);
		expect(JSON.stringify(execution)).not.toContain(SECRET);
	});
});

describe('Without a secret', () => {
	test('any call starts the workflow, also a signed one', async () => {
		for (const signature of [null, 'sha256=00', signatureOf(BODY, SECRET)]) {
			expect((await received(BODY, { secret: '', signature })).items).toHaveLength(1);
		}
	});
});

describe('With something in the credential that is no secret', () => {
	const receivedWith = async (webhookSecret: unknown, signedWith = SECRET) => {
		const logged = engine().loaded.log.length;
		const credentials = { apiKey: KEY, baseUrl: SERVICE.url, webhookSecret } as never;
		const result = await received(BODY, { credentials, signature: signatureOf(BODY, signedWith) });
		return { ...result, log: engine().loaded.log.slice(logged).join('\n') };
	};

	test.each([
		['nothing', '={{ null }}'],
		['a name that is not found', '={{ $vars.missing }}'],
		['an object', { key: SECRET }],
		['a list', [SECRET]],
		['yes or no', '={{ false }}'],
		['blanks', ' \n'],
		['blanks of an expression', "={{ ' ' }}"],
	])('no call is taken, and the log says what to do: %s', async (_what, secret) => {
		const { status, items, execution, log } = await receivedWith(secret);
		expect([status, items, execution]).toEqual([503, undefined, undefined]);
		expect(log).toMatch(/not taken.*Webhook Secret must be text.*empty/);
		expect(log).not.toContain(SECRET);
	});

	test('digits that an expression has made a number are taken as text', async () => {
		expect((await receivedWith('={{ 12345678 }}', '12345678')).items).toHaveLength(1);
		expect((await receivedWith(12345678, 'another')).status).toBe(401);
	});

	test('a credential from before there was a secret takes any call', async () => {
		const credentials = { apiKey: KEY, baseUrl: SERVICE.url };
		expect((await received(BODY, { credentials, signature: null })).items).toHaveLength(1);
	});
});

describe('A call that is no event', () => {
	test.each(['', 'no json', '[]', '"text"', '{}', '{"type":"crawl.page"}', '{"type":1,"id":"a"}'])(
		'gets 400 and starts nothing: %s',
		async (body) => {
			const { status, items } = await received(body);
			expect([status, items]).toEqual([400, undefined]);
		},
	);
});
