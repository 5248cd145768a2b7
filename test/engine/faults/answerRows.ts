import { errorAnswer, redirectAnswer, type Answer } from '../../../sandbox/service/index.ts';
import { SECRET } from './cell.ts';
import type { Row } from './row.ts';

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

/** Every field that an operation needs of an answer, of a type that it cannot be. */
const WRONG_TYPES = {
	success: true,
	...Object.fromEntries(
		[
			...['links', 'id', 'agents', 'events', 'snapshot', 'status', 'data', 'crawls', 'sessions'],
			...['url', 'errors', 'periods', 'pages', 'markdown', 'web'],
		].map((name) => [name, 7]),
	),
};

/**
 * Answers that are not what the contract promises.
 *
 * @param otherHost where redirects lead: nothing may arrive there, least of all the key
 */
export function answerRows(otherHost: () => string): Row[] {
	return [
		...UNUSABLE.map(([name, answer]): Row => ({
			name,
			fault: { answer },
			verdict: 'fails',
			ofStart: 'lost',
		})),
		{
			name: 'a truncated answer',
			fault: { distortion: { kind: 'truncate' } },
			verdict: 'fails',
			ofStart: 'lost',
		},
		{
			name: 'success: false with status 200',
			fault: { answer: errorAnswer(200, `On strike, says ${SECRET}`) },
			verdict: 'fails',
			ofStart: 'lost',
		},
		{
			name: 'fields of the wrong type',
			fault: { answer: { status: 200, json: WRONG_TYPES } },
			verdict: 'fails',
			ofStart: 'lost',
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
			ofStart: 'lost',
		},
		{
			name: 'a gateway’s JSON with status 504',
			fault: { answer: { status: 504, json: { status: 504, error: 'Gateway Timeout' } } },
			verdict: 'retried',
			ofStart: 'lost',
		},
		...[301, 302, 303, 307, 308].map((status): Row => ({
			name: `a redirect to another host (${status})`,
			fault: () => ({ answer: redirectAnswer(`${otherHost()}/v2/map`, status) }),
			verdict: 'fails',
		})),
	];
}
