/** Every kind of Retry-After, on a refusal for too many requests. */
import { errorAnswer, type Fault } from '../../../sandbox/service/index.ts';
import { matrix } from './matrix.ts';

function refusal(retryAfter: string): Omit<Fault, 'times'> {
	const headers = { 'Retry-After': retryAfter };
	return { answer: errorAnswer(429, 'Rate limit exceeded', { headers }) };
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

matrix('Retry-After', [
	{ name: 'none', fault: { answer: errorAnswer(429, 'Rate limit exceeded') }, verdict: 'retried' },
	{ name: '0', fault: refusal('0'), verdict: 'retried' },
	{ name: 'seconds (1)', fault: refusal('1'), verdict: 'retried' },
	{ name: 'a date 2 seconds ahead', fault: () => refusal(inSeconds(2)), verdict: 'retried' },
	{ name: 'a date in the past', fault: () => refusal(inSeconds(-3600)), verdict: 'retried' },
	{ name: 'negative (-5)', fault: refusal('-5'), verdict: 'retried' },
	{ name: 'garbage (soon)', fault: refusal('soon'), verdict: 'retried' },
	{ name: 'not a number (NaN)', fault: refusal('NaN'), verdict: 'retried' },
	{ name: 'a day (86400)', fault: refusal('86400'), verdict: 'fails' },
	{ name: 'a date next month', fault: () => refusal(inSeconds(30 * 86_400)), verdict: 'fails' },
	{
		name: 'more than any number (1e999 written out)',
		fault: refusal('9'.repeat(400)),
		verdict: 'fails',
	},
]);
