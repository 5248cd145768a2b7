/** A service with a rate limit, in simulated time. */
import { randomUUID } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import { ErrorAnswer } from '../../../nodes/transport/failure.ts';
import { Lane } from '../../../nodes/transport/lane.ts';
import { send, type SendOptions } from '../../../nodes/transport/send.ts';
import { RateLimiter } from '../../../sandbox/service/team/rateLimit.ts';
import { ServiceError } from '../../../sandbox/service/http/serviceError.ts';

/** Where a refusal says how long to wait. */
export type Hint = 'Retry-After' | 'text' | 'nowhere';

export interface ServiceUnderTest {
	request: () => Promise<void>;
	/** When requests arrived, Unix milliseconds. */
	arrivals: number[];
}

/**
 * @param latencyMs how long an answer takes
 * @param now the service's own clock
 */
export function limitedService(
	limit: { requests: number; perSeconds: number },
	hint: Hint = 'Retry-After',
	latencyMs = 5,
	now = Date.now,
): ServiceUnderTest {
	const limiter = new RateLimiter({ map: { ...limit, waitInText: hint === 'text' } }, now);
	const arrivals: number[] = [];
	const request = async () => {
		arrivals.push(Date.now());
		await sleep(latencyMs);
		try {
			limiter.admit('team', 'map');
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const retryAfter = hint === 'nowhere' ? undefined : error.headers['Retry-After'];
			throw new ErrorAnswer(error.status, { 'retry-after': retryAfter }, error.body);
		}
	};
	return { request, arrivals };
}

/** Options of requests to an account that no other test knows. */
export function newOptions(changes: Partial<SendOptions> = {}): SendOptions {
	return {
		owner: randomUUID(),
		rateLimit: 'map',
		lane: new Lane(5),
		maxAttempts: 5,
		repeatable: 'harmless',
		...changes,
	};
}

/** Sends `count` requests at once; tells how many of them succeeded. */
export async function successes(
	{ request }: Pick<ServiceUnderTest, 'request'>,
	count: number,
	options: SendOptions,
): Promise<number> {
	const all = Array.from({ length: count }, async () => {
		await send(request, options);
	});
	return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
}
