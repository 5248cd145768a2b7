import { errorAnswer, type Fault } from '../../../sandbox/service/index.ts';
import type { Row } from './row.ts';

function tooMany(retryAfter?: string): Omit<Fault, 'times'> {
	const headers: Record<string, string> =
		retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
	return { answer: errorAnswer(429, 'Rate limit exceeded', { headers }) };
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

const ROWS: Row[] = [
	{ name: 'no Retry-After', fault: tooMany(), verdict: 'retried' },
	{ name: 'Retry-After: 0', fault: tooMany('0'), verdict: 'retried' },
	{ name: 'Retry-After: 1', fault: tooMany('1'), verdict: 'retried' },
	{
		name: 'Retry-After: a date 2 seconds ahead',
		fault: () => tooMany(inSeconds(2)),
		verdict: 'retried',
	},
	{
		name: 'Retry-After: a date in the past',
		fault: () => tooMany(inSeconds(-3600)),
		verdict: 'retried',
	},
	{ name: 'Retry-After: -5', fault: tooMany('-5'), verdict: 'retried' },
	{ name: 'Retry-After: soon', fault: tooMany('soon'), verdict: 'retried' },
	{ name: 'Retry-After: NaN', fault: tooMany('NaN'), verdict: 'retried' },
	{ name: 'Retry-After: a day (86400)', fault: tooMany('86400'), verdict: 'fails' },
	{
		name: 'Retry-After: a date next month',
		fault: () => tooMany(inSeconds(30 * 86_400)),
		verdict: 'fails',
	},
	{
		name: 'Retry-After: more than any number (400 digits)',
		fault: tooMany('9'.repeat(400)),
		verdict: 'fails',
	},
];

/** Every kind of Retry-After, on an error answer for too many requests. */
export const PAUSE_ROWS: Row[] = ROWS.map((row) => ({ ...row, isWaitedFor: true }));
