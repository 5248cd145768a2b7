/** Answers that are not what the contract promises. */
import { afterAll, beforeAll, expect } from 'vitest';

import {
	errorAnswer,
	redirectAnswer,
	startService,
	type Answer,
	type Service,
} from '../../../sandbox/service/index.ts';
import { SECRET } from './cell.ts';
import { matrix, type Row } from './matrix.ts';

/** Where redirects lead: nothing may arrive there, least of all the key. */
let otherHost: Service | undefined;

beforeAll(async () => {
	otherHost = await startService({ apiKeys: [SECRET] });
});

afterAll(async () => {
	expect(otherHost?.requests).toEqual([]);
	await otherHost?.stop();
});

const html = { 'content-type': 'text/html' };

/** Answers with status 200 that hold nothing to work with. */
const UNUSABLE: Array<[name: string, answer: Answer]> = [
	['an empty answer', { status: 200, body: '' }],
	['HTML with status 200', { status: 200, headers: html, body: '<h1>Login</h1>' }],
	['text that begins like JSON', { status: 200, body: '{"success":true,' }],
	['JSON null', { status: 200, json: null }],
	['a JSON list', { status: 200, json: [{ success: true }] }],
	['a JSON number', { status: 200, json: 42 }],
];

matrix('answers', [
	...UNUSABLE.map(([name, answer]): Row => ({
		name,
		fault: { answer },
		verdict: 'fails',
		except: { start: 'lost' },
	})),
	{
		name: 'a truncated answer',
		fault: { distortion: { kind: 'truncate' } },
		verdict: 'fails',
		except: { start: 'lost' },
	},
	{
		name: 'success: false with status 200',
		fault: { answer: errorAnswer(200, `On strike, says ${SECRET}`) },
		verdict: 'fails',
	},
	{
		name: 'fields of the wrong type',
		fault: {
			answer: {
				status: 200,
				json: { success: true, links: 7, id: 7, agents: 7, events: 7, snapshot: 7, status: 7 },
			},
		},
		verdict: 'fails',
		// A cancel promises nothing but success; a status of the wrong type is not an end yet.
		except: { cancel: 'works', status: 'works' },
	},
	{
		name: 'a JSON error with a status of its own (418)',
		fault: { answer: errorAnswer(418, 'I am a teapot') },
		verdict: 'fails',
	},
	{
		name: 'a gateway’s HTML with status 502',
		fault: { answer: { status: 502, headers: html, body: '<h1>Bad Gateway</h1>' } },
		verdict: 'retried',
		except: { start: 'lost' },
	},
	...[301, 302, 303, 307, 308].map((status): Row => ({
		name: `a redirect to another host (${status})`,
		fault: () => ({ answer: redirectAnswer(`${otherHost?.url ?? ''}/v2/map`, status) }),
		verdict: 'fails',
	})),
]);
