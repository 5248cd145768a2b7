import type { Distortion } from '../../../sandbox/service/index.ts';
import type { Row } from './row.ts';

const BREAKS: Array<
	[
		name: string,
		kind: 'dropBeforeHandling' | 'dropBeforeAnswer' | 'dropAfterHeaders' | 'dropMidBody',
	]
> = [
	['before the request is handled', 'dropBeforeHandling'],
	['after the request is handled', 'dropBeforeAnswer'],
	['after the headers of the answer', 'dropAfterHeaders'],
	['in the middle of the body', 'dropMidBody'],
];

const breaks = BREAKS.flatMap(([when, kind]) =>
	[false, true].map((reset): Row => {
		const distortion: Distortion = { kind, reset };
		return {
			name: `connection ${reset ? 'reset' : 'closed'} ${when}`,
			fault: { distortion },
			verdict: 'retried',
			// Starting twice would cost twice: it is only repeated when nothing can have arrived.
			ofStart: 'lost',
		};
	}),
);

/** Connections that do not come about, break, or stand still. */
export const CONNECTION_ROWS: Row[] = [
	{ name: 'connection refused', fault: 'unreachable', verdict: 'fails' },
	...breaks,
	{ name: 'slow headers, within the time-out', fault: { delay: 300 }, verdict: 'works' },
	{
		name: 'slow headers, beyond the time-out',
		fault: { delay: 60_000 },
		requestTimeout: 400,
		verdict: 'retried',
		ofStart: 'lost',
		ofPoll: 'fails',
	},
	{
		name: 'slow body',
		fault: { distortion: { kind: 'slowBody', pieceBytes: 40, pauseMs: 10 } },
		verdict: 'works',
	},
	{
		name: 'a body that stops',
		fault: { distortion: { kind: 'endlessBody' } },
		requestTimeout: 400,
		verdict: 'retried',
		ofStart: 'lost',
		ofPoll: 'fails',
	},
];
